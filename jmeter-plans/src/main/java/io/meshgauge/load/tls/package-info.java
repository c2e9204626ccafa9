/**
 * TLS contexts from PEM files, for every protocol of the load generator. Uses only the JDK. Start
 * reading at {@link io.meshgauge.load.tls.TlsContext}.
 */
@NullMarked
package io.meshgauge.load.tls;

import org.jspecify.annotations.NullMarked;
