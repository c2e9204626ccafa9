/**
 * NGINX before replicated services; what it is told is in the template {@code nginx.conf.mustache}
 * beside this package's classes.
 */
@NullMarked
package io.meshgauge.product.nginx;

import org.jspecify.annotations.NullMarked;
