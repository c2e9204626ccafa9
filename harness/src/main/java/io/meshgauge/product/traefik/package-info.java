/**
 * Traefik before replicated services. Where it listens is in its command line, as it must be; what
 * it does is in the template {@code traefik.yaml.mustache} beside this package's classes.
 */
@NullMarked
package io.meshgauge.product.traefik;

import org.jspecify.annotations.NullMarked;
