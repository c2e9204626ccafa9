/**
 * A decision point: proxies ask it by Envoy's external authorisation (gRPC) whether a request may
 * pass, and it answers by rules of attributes, the same that proxies are given otherwise. Start
 * reading at {@link io.meshgauge.sample.decision.DecisionPoint}.
 */
@NullMarked
package io.meshgauge.sample.decision;

import org.jspecify.annotations.NullMarked;
