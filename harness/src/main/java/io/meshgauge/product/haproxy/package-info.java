/**
 * HAProxy before replicated services; its configuration is the template {@code
 * haproxy.cfg.mustache} in this package.
 */
@NullMarked
package io.meshgauge.product.haproxy;

import org.jspecify.annotations.NullMarked;
