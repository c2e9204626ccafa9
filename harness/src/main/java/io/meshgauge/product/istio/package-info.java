/**
 * Istio's sidecar: its own on a cluster, injected and configured by the istiod there ({@link
 * io.meshgauge.product.istio.IstioSidecars}), and on this machine a model, its topology and
 * defaults rebuilt from upstream Envoy.
 *
 * <p>The configuration of a sidecar of the model is the template {@code sidecar.yaml.mustache} in
 * this package, after the configuration that istiod generates with the default profile: STRICT
 * mutual TLS with SPIFFE names, request authentication where the load enters, Istio's retries,
 * limits, timeouts and filters. The model lacks Istio's stats, metadata-exchange and ALPN filters,
 * which upstream Envoy does not have. It does not rebuild traffic interception by iptables, the
 * discovery service, certificate rotation, and RSA keys (the run's certificates are EC P-256, which
 * makes handshakes cheaper and nothing else). Start reading at the template.
 *
 * <p>And Istio's ambient mode on a cluster: the proxies of its nodes, with a waypoint or without
 * one ({@link io.meshgauge.product.istio.AmbientOnCluster}).
 */
@NullMarked
package io.meshgauge.product.istio;

import org.jspecify.annotations.NullMarked;
