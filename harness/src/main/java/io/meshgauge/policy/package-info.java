/**
 * Policies in this project's own small vocabulary, which no product owns: who may ask what of which
 * service. Meshes compile them to what their proxies understand; a decision point reads them as
 * they are.
 *
 * <p>Knows the names of the services, and nothing else of the harness. Start reading at {@link
 * io.meshgauge.policy.Policy}; the vocabulary is explained in {@code k8s/policy/README.md}.
 */
@NullMarked
package io.meshgauge.policy;

import org.jspecify.annotations.NullMarked;
