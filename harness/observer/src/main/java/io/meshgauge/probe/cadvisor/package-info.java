/**
 * CPU and memory of containers on a cluster, from the kubelets' {@code /metrics/cadvisor}.
 *
 * <p>Start reading at {@link io.meshgauge.probe.cadvisor.ContainerWatch}.
 */
@NullMarked
package io.meshgauge.probe.cadvisor;

import org.jspecify.annotations.NullMarked;
