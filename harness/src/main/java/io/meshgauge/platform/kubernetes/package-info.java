/**
 * The platform of a cluster, reached by a named context of the user's kubeconfig: one namespace per
 * experiment, in it one trial at a time, deleted at the end.
 *
 * <p>The kubeconfig's current context is never used, and no existing namespace is changed. Start
 * reading at {@link io.meshgauge.platform.kubernetes.KubernetesPlatform}, then {@link
 * io.meshgauge.platform.kubernetes.KubernetesDeployment}. Each folder uses only those above it:
 *
 * <ol>
 *   <li>{@code manifest}: objects as YAML
 *   <li>{@code api}: the API server
 *   <li>{@code pods}: their status, and those of a deployment
 *   <li>{@code application}: an application's own manifests
 *   <li>{@code objects}: what an experiment applies, rendered from {@code k8s/}
 *   <li>{@code mesh}: the meshes of the cluster
 *   <li>{@code cluster}: its facts, its examination for the verb {@code doctor}, namespaces of
 *       experiments, and the verb {@code down}
 *   <li>{@code instrument}: load workers, meters and probe origins
 * </ol>
 */
@NullMarked
package io.meshgauge.platform.kubernetes;

import org.jspecify.annotations.NullMarked;
