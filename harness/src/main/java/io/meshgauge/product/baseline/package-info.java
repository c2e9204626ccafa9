/**
 * No mesh: services dial each other directly, on a cluster through Kubernetes Services. All other
 * products are compared with it.
 */
@NullMarked
package io.meshgauge.product.baseline;

import org.jspecify.annotations.NullMarked;
