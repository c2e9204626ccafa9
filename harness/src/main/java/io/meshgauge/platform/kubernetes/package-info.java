/**
 * The platform of a cluster, reached by a named context of the user's kubeconfig: one namespace per
 * experiment, in it one trial at a time, deleted at the end.
 *
 * <p>The manifests are in {@code k8s/}; {@link
 * io.meshgauge.platform.kubernetes.manifest.Kustomization} renders them, {@link
 * io.meshgauge.platform.kubernetes.Manifests} fills in values of the run. The kubeconfig's current
 * context is never used, and no existing namespace is changed. Start reading at {@link
 * io.meshgauge.platform.kubernetes.KubernetesPlatform}, then {@link
 * io.meshgauge.platform.kubernetes.KubernetesDeployment}; {@link
 * io.meshgauge.platform.kubernetes.ClusterExamination} and {@link
 * io.meshgauge.platform.kubernetes.OrphanedResources} implement the verbs {@code doctor} and {@code
 * down}.
 */
@NullMarked
package io.meshgauge.platform.kubernetes;

import org.jspecify.annotations.NullMarked;
