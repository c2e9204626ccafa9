/**
 * Access policies in a vocabulary of this project, independent of any product. Meshes compile them
 * to the configuration of their proxies; a decision point evaluates them directly.
 *
 * <p>Depends on the names of the services and on {@code yaml}. Start reading at {@link
 * io.meshgauge.policy.Policy}; the vocabulary is documented in {@code k8s/policy/README.md}.
 */
@NullMarked
package io.meshgauge.policy;

import org.jspecify.annotations.NullMarked;
