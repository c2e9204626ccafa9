/**
 * A cluster, reached by a named context of the user's kubeconfig: a namespace per experiment, in it
 * a trial at a time, all of it deleted at the end.
 *
 * <p>What is applied stands in {@code k8s/}; {@link io.meshgauge.platform.kubernetes.Kustomization}
 * renders it, {@link io.meshgauge.platform.kubernetes.Manifests} fills in what depends on the run.
 * Nothing is read from the kubeconfig's current context, and no namespace that exists is touched.
 * Start reading at {@link io.meshgauge.platform.kubernetes.KubernetesPlatform}, then {@link
 * io.meshgauge.platform.kubernetes.KubernetesDeployment}; {@link
 * io.meshgauge.platform.kubernetes.ClusterExamination} and {@link
 * io.meshgauge.platform.kubernetes.OrphanedResources} are behind the verbs {@code doctor} and
 * {@code down}.
 */
@NullMarked
package io.meshgauge.platform.kubernetes;

import org.jspecify.annotations.NullMarked;
