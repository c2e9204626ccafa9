/**
 * HAProxy before replicated services; what it is told is in the template {@code
 * haproxy.cfg.mustache} beside this package's classes.
 */
@NullMarked
package io.meshgauge.product.haproxy;

import org.jspecify.annotations.NullMarked;
