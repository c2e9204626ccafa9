/**
 * Plain Envoy as a sidecar of every workload, and the layout of sidecars that Istio's model shares.
 *
 * <p>What a sidecar is told is in the template {@code sidecar.yaml.mustache} beside this package's
 * classes; Java only fills in addresses and names. Start reading there. On a cluster it stands in
 * {@code k8s/mesh/envoy}, whose ports {@link io.meshgauge.product.envoy.EnvoyContainers} knows.
 */
@NullMarked
package io.meshgauge.product.envoy;

import org.jspecify.annotations.NullMarked;
