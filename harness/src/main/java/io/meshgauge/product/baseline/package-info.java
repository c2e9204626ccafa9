/**
 * No mesh: services dial each other directly, on a cluster through Kubernetes Services. What every
 * other contestant is compared with.
 */
@NullMarked
package io.meshgauge.product.baseline;

import org.jspecify.annotations.NullMarked;
