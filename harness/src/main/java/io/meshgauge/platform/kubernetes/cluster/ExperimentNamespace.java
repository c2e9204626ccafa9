package io.meshgauge.platform.kubernetes.cluster;

import io.fabric8.kubernetes.api.model.Namespace;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.api.model.NamespaceCondition;
import io.fabric8.kubernetes.api.model.coordination.v1.Lease;
import io.fabric8.kubernetes.api.model.coordination.v1.LeaseBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.meshgauge.platform.PlatformException;
import io.meshgauge.platform.Wait;
import io.meshgauge.platform.kubernetes.api.ApiServer;
import io.meshgauge.platform.kubernetes.api.Owner;
import java.time.Duration;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The namespace of one experiment: created by it, marked as alive by a lease that it renews, and
 * deleted with its content. An existing namespace is never changed.
 */
public final class ExperimentNamespace implements AutoCloseable {
  /** Name of the lease. */
  public static final String LEASE = "meshgauge";

  private static final Logger LOG = LoggerFactory.getLogger(ExperimentNamespace.class);
  private static final int LEASE_SECONDS = 60;
  private static final int RENEW_SECONDS = 10;
  private static final Wait ACCOUNT_WAIT = new Wait(Duration.ofSeconds(30), Duration.ofMillis(250));
  static final Wait DELETION_WAIT = new Wait(Duration.ofSeconds(90), Duration.ofMillis(500));

  private final KubernetesClient client;
  private final Owner owner;
  private final String name;
  private final ScheduledExecutorService renewal =
      Executors.newSingleThreadScheduledExecutor(
          task -> {
            Thread thread = new Thread(task, "kubernetes-lease");
            thread.setDaemon(true);
            return thread;
          });

  /**
   * Requests the deletion at once when the harness gets a signal: it may be killed before it has
   * waited for the load and taken everything down.
   */
  private final Thread atExit = new Thread(this::abandon, "kubernetes-namespace-ending");

  private ExperimentNamespace(KubernetesClient client, Owner owner, String name) {
    this.client = client;
    this.owner = owner;
    this.name = name;
  }

  /**
   * Creates the namespace and waits until pods can be created in it.
   *
   * @throws PlatformException if it exists, or may not be created
   */
  public static ExperimentNamespace create(KubernetesClient client, Owner owner, String name) {
    ExperimentNamespace namespace = new ExperimentNamespace(client, owner, name);
    try {
      client.resource(namespace.described(Map.of())).create();
    } catch (KubernetesClientException e) {
      if (ApiServer.conflicts(e)) {
        throw new PlatformException(
            "the namespace '%s' exists and was not changed; an experiment creates its own: name another one, or omit -Dkube.namespace. Remove the namespace of a dead experiment with: meshgauge down -Dkube.context=NAME"
                .formatted(name),
            e);
      }
      throw new PlatformException(
          "the namespace '%s' could not be created: %s".formatted(name, e.getMessage()), e);
    }
    try {
      Runtime.getRuntime().addShutdownHook(namespace.atExit);
      namespace.holdLease();
      awaitDefaultAccount(client, name);
      return namespace;
    } catch (RuntimeException e) {
      namespace.close();
      throw e;
    }
  }

  public String name() {
    return name;
  }

  /** Sets additional labels on the namespace, in place of those of an earlier call. */
  public void label(Map<String, String> labels) {
    client.resource(described(labels)).fieldManager(Owner.NAME).forceConflicts().serverSideApply();
  }

  private Namespace described(Map<String, String> more) {
    Map<String, String> labels = new HashMap<>(owner.labels());
    // The observer uses the node's network, and sidecars configure the network of their pod.
    labels.put("pod-security.kubernetes.io/enforce", "privileged");
    labels.putAll(more);
    return new NamespaceBuilder()
        .withNewMetadata()
        .withName(name)
        .withLabels(labels)
        .endMetadata()
        .build();
  }

  private void holdLease() {
    client.resource(lease()).create();
    Future<?> unused =
        renewal.scheduleAtFixedRate(this::renew, RENEW_SECONDS, RENEW_SECONDS, TimeUnit.SECONDS);
  }

  /** Pods need this account; a controller creates it shortly after the namespace. */
  public static void awaitDefaultAccount(KubernetesClient client, String name) {
    ACCOUNT_WAIT.untilTrue(
        () -> client.serviceAccounts().inNamespace(name).withName("default").get() != null,
        () ->
            "the namespace %s has no service account 'default' after %d s; expected the cluster's controllers to create it"
                .formatted(name, ACCOUNT_WAIT.limit().toSeconds()));
  }

  private void renew() {
    try {
      client.resource(lease()).fieldManager(Owner.NAME).forceConflicts().serverSideApply();
    } catch (KubernetesClientException e) {
      // The next renewal may succeed; until the lease expires the holder counts as alive.
      LOG.debug("the lease in {} was not renewed: {}", name, e.getMessage());
    }
  }

  private Lease lease() {
    ZonedDateTime now = ZonedDateTime.now(ZoneOffset.UTC);
    return new LeaseBuilder()
        .withNewMetadata()
        .withName(LEASE)
        .withNamespace(name)
        .withLabels(owner.labels())
        .endMetadata()
        .withNewSpec()
        .withHolderIdentity(owner.holder())
        .withLeaseDurationSeconds(LEASE_SECONDS)
        .withRenewTime(now)
        .endSpec()
        .build();
  }

  /** Deletes the namespace with its content and waits until it is gone. */
  @Override
  public void close() {
    renewal.shutdownNow();
    try {
      Runtime.getRuntime().removeShutdownHook(atExit);
    } catch (IllegalStateException ignored) {
      // The harness is ending; the hook has requested the deletion.
    }
    delete(client, name);
  }

  private void abandon() {
    try {
      client.namespaces().withName(name).delete();
    } catch (KubernetesClientException e) {
      LOG.debug("the deletion of {} could not be requested: {}", name, e.getMessage());
    }
  }

  /**
   * Deletes a namespace and waits until it is gone.
   *
   * @throws PlatformException if it still exists after the limit, with what keeps it
   */
  public static void delete(KubernetesClient client, String name) {
    request(client, name);
    awaitGone(client, name, DELETION_WAIT);
  }

  /** Requests the deletion of a namespace, and does not wait. */
  static void request(KubernetesClient client, String name) {
    attempt(name, () -> client.namespaces().withName(name).delete());
  }

  /**
   * Waits until a namespace is gone.
   *
   * @throws PlatformException if it still exists after the limit, with what keeps it
   */
  static void awaitGone(KubernetesClient client, String name, Wait wait) {
    attempt(
        name,
        () ->
            wait.untilTrue(
                () -> client.namespaces().withName(name).get() == null,
                () ->
                    "the namespace %s still exists %d s after it was deleted%s; see: kubectl describe namespace %s"
                        .formatted(name, wait.limit().toSeconds(), keeper(client, name), name)));
  }

  /** What keeps a namespace that is being deleted, as its controller states it. */
  private static String keeper(KubernetesClient client, String name) {
    Namespace namespace = client.namespaces().withName(name).get();
    return Stream.ofNullable(namespace)
        .flatMap(it -> Stream.ofNullable(it.getStatus()))
        .flatMap(it -> Stream.ofNullable(it.getConditions()))
        .flatMap(List::stream)
        .filter(it -> "True".equals(it.getStatus()))
        .map(NamespaceCondition::getMessage)
        .distinct()
        .collect(Collectors.joining("; "))
        .transform(it -> it.isEmpty() ? "" : ": " + it);
  }

  private static void attempt(String name, Runnable step) {
    try {
      step.run();
    } catch (KubernetesClientException e) {
      if (!ApiServer.lacks(e)) {
        throw new PlatformException(
            "the namespace %s could not be deleted (%s); delete it with: meshgauge down -Dkube.context=NAME"
                .formatted(name, e.getMessage()),
            e);
      }
    }
  }
}
