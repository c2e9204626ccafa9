/**
 * Traefik before replicated services. Its listening addresses are command-line arguments, as
 * Traefik requires; the rest is in the template {@code traefik.yaml.mustache} in this package.
 */
@NullMarked
package io.meshgauge.product.traefik;

import org.jspecify.annotations.NullMarked;
