/**
 * The instruments of a deployment on a cluster: load workers, meters and probe origins in pods,
 * reached through a {@link io.meshgauge.platform.kubernetes.instrument.Cluster}. Start reading at
 * {@link io.meshgauge.platform.kubernetes.instrument.ClusterInstruments}.
 */
@NullMarked
package io.meshgauge.platform.kubernetes.instrument;

import org.jspecify.annotations.NullMarked;
