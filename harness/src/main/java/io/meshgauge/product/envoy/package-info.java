/**
 * Plain Envoy as a sidecar of every workload, and the layout of sidecars that Istio's model shares.
 *
 * <p>The configuration of a sidecar is the template {@code sidecar.yaml.mustache} in this package;
 * Java only fills in addresses and names. Start reading there. On a cluster the configuration is in
 * {@code k8s/mesh/envoy}, whose ports {@link io.meshgauge.product.envoy.EnvoyContainers} repeats.
 */
@NullMarked
package io.meshgauge.product.envoy;

import org.jspecify.annotations.NullMarked;
