package io.meshgauge.platform.kubernetes;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.meshgauge.platform.kubernetes.instrument.Cluster.ObserverPod;
import java.util.List;

/**
 * What all deployments of a session share.
 *
 * @param manifests the folder {@code k8s}
 * @param images the project's images
 * @param workers load workers of every deployment
 * @param observers the pods that look on
 * @param apart whether workloads that call each other are put on different nodes
 * @param outsider who starts the pod from which a stranger calls
 */
record KubernetesSession(
    KubernetesClient client,
    Owner owner,
    ExperimentNamespace namespace,
    Manifests manifests,
    Images images,
    int workers,
    List<ObserverPod> observers,
    boolean apart,
    UnmeshedPod outsider) {}
