/**
 * NGINX before replicated services; its configuration is the template {@code nginx.conf.mustache}
 * in this package.
 */
@NullMarked
package io.meshgauge.product.nginx;

import org.jspecify.annotations.NullMarked;
