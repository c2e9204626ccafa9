package io.meshgauge.platform.kubernetes.cluster;

import io.fabric8.kubernetes.api.model.Namespace;
import io.fabric8.kubernetes.api.model.coordination.v1.Lease;
import io.fabric8.kubernetes.api.model.coordination.v1.LeaseSpec;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.meshgauge.experiment.ClusterTarget;
import io.meshgauge.platform.PlatformException;
import io.meshgauge.platform.Wait;
import io.meshgauge.platform.kubernetes.api.KubeContext;
import io.meshgauge.platform.kubernetes.api.Owner;
import io.meshgauge.platform.kubernetes.mesh.MeshInstaller;
import io.meshgauge.topology.design.ControlPlane;
import java.time.Duration;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Predicate;

/** Finds and deletes resources that dead experiments have left on a cluster. */
public final class OrphanedResources {
  /** Longer than a lease, which lasts 60 s and is renewed every 10 s. */
  private static final Wait LEASE_WAIT = new Wait(Duration.ofSeconds(90), Duration.ofSeconds(1));

  private OrphanedResources() {}

  /**
   * Waits until the lease of every experiment is renewed or has expired: a fresh lease of another
   * machine may belong to a harness that has just died. Call it before resuming such an experiment.
   *
   * @param output receives a line per wait
   * @throws PlatformException if a lease neither expires nor is renewed
   */
  public static void awaitLeases(ClusterTarget target, Consumer<String> output) {
    try (KubernetesClient client = KubeContext.find(target.context(), System.getenv()).connect()) {
      awaitLeases(client, LEASE_WAIT, output);
    }
  }

  static void awaitLeases(KubernetesClient client, Wait wait, Consumer<String> output) {
    for (Namespace namespace : ours(client)) {
      Optional<ZonedDateTime> sign = doubtful(client, namespace);
      if (sign.isEmpty()) {
        continue;
      }
      String name = namespace.getMetadata().getName();
      output.accept(
          "waiting: is the harness of %s alive? Its last lease renewal was at %s"
              .formatted(name, sign.get().withNano(0)));
      wait.untilTrue(
          () -> !doubtful(client, namespace).equals(sign),
          () ->
              "the lease of namespace %s neither expired nor was renewed within %d s; expected either within 60 s. Compare the clocks of this machine and its holder, or delete that namespace: meshgauge down --all"
                  .formatted(name, wait.limit().toSeconds()));
    }
  }

  /**
   * The last renewal by a harness that may have died since; empty if it is known to be dead, or is
   * a process of this machine, whose state is known.
   */
  private static Optional<ZonedDateTime> doubtful(KubernetesClient client, Namespace namespace) {
    if (alive(client, namespace).isEmpty()) {
      return Optional.empty();
    }
    Optional<LeaseSpec> spec = lease(client, namespace);
    if (spec.isEmpty()) {
      return Optional.of(ZonedDateTime.parse(namespace.getMetadata().getCreationTimestamp()));
    }
    return Owner.dead(String.valueOf(spec.get().getHolderIdentity())).isPresent()
        ? Optional.empty()
        : Optional.of(spec.get().getRenewTime());
  }

  private static Optional<LeaseSpec> lease(KubernetesClient client, Namespace namespace) {
    return Optional.ofNullable(
            client
                .leases()
                .inNamespace(namespace.getMetadata().getName())
                .withName(ExperimentNamespace.LEASE)
                .get())
        .map(Lease::getSpec);
  }

  /**
   * Deletes the namespaces of dead experiments with their content. An experiment is dead if its
   * process ran on this machine and has exited, or if its lease has expired.
   *
   * @param target the cluster
   * @param evenAlive whether running experiments are deleted as well
   * @param known the meshes that an experiment may have installed
   * @param output receives a line per action
   * @return number of deleted namespaces
   * @throws PlatformException at the end, if resources of a dead experiment could not be deleted
   */
  public static int remove(
      ClusterTarget target, boolean evenAlive, List<ControlPlane> known, Consumer<String> output) {
    KubeContext context = KubeContext.find(target.context(), System.getenv());
    try (KubernetesClient client = context.connect()) {
      MeshInstaller installer =
          new MeshInstaller(client, target.context(), System.getenv().getOrDefault("PATH", ""));
      return remove(
          client,
          target.context(),
          evenAlive,
          namespace -> removeMeshes(installer, namespace, known, output),
          output);
    }
  }

  public static int remove(
      KubernetesClient client,
      String context,
      boolean evenAlive,
      Predicate<String> meshes,
      Consumer<String> output) {
    return remove(client, context, evenAlive, meshes, ExperimentNamespace.DELETION_WAIT, output);
  }

  static int remove(
      KubernetesClient client,
      String context,
      boolean evenAlive,
      Predicate<String> meshes,
      Wait wait,
      Consumer<String> output) {
    List<String> dead = new ArrayList<>();
    for (Namespace namespace : ours(client)) {
      String name = namespace.getMetadata().getName();
      Optional<String> alive = alive(client, namespace);
      if (alive.isEmpty() || evenAlive) {
        dead.add(name);
      } else {
        output.accept("kept: %s; %s".formatted(name, alive.get()));
      }
    }
    // The record of a mesh that still exists is kept as well.
    List<String> staying = dead.stream().filter(name -> !meshes.test(name)).toList();
    dead.removeAll(staying);
    List<String> left = new ArrayList<>(staying);
    List<String> deleted = deleted(client, dead, left, wait, output);
    if (!deleted.isEmpty()) {
      output.accept("deleted: " + String.join(", ", deleted));
    }
    if (!left.isEmpty()) {
      throw new PlatformException(
          "not deleted on %s, for the reason above: %s; resolve it, then run: meshgauge down"
              .formatted(context, String.join(", ", left)));
    }
    if (dead.isEmpty()) {
      output.accept("no resources of a dead experiment on " + context);
    }
    return dead.size();
  }

  /**
   * Requests the deletion of all namespaces before it waits for any: one that stays does not keep
   * the others.
   *
   * @param left receives those that stay
   * @return those that are gone
   */
  private static List<String> deleted(
      KubernetesClient client,
      List<String> dead,
      List<String> left,
      Wait wait,
      Consumer<String> output) {
    List<String> deleted = new ArrayList<>();
    for (String name : dead) {
      output.accept("deleting: namespace %s with %s".formatted(name, contents(client, name)));
      attempt(() -> ExperimentNamespace.request(client, name), name, left, output);
    }
    dead.stream()
        .filter(name -> !left.contains(name))
        .filter(
            name ->
                attempt(
                    () -> ExperimentNamespace.awaitGone(client, name, wait), name, left, output))
        .forEach(deleted::add);
    return deleted;
  }

  private static boolean attempt(
      Runnable step, String name, List<String> left, Consumer<String> output) {
    try {
      step.run();
      return true;
    } catch (PlatformException e) {
      output.accept("not deleted: " + e.getMessage());
      left.add(name);
      return false;
    }
  }

  /** Removes the meshes that an experiment had installed; false if some of them could not be. */
  public static boolean removeMeshes(
      MeshInstaller installer,
      String namespace,
      List<ControlPlane> known,
      Consumer<String> output) {
    for (ControlPlane mesh : installer.installed(namespace, known)) {
      output.accept("removing: %s, which %s had installed".formatted(mesh.title(), namespace));
      try {
        List<String> staying = installer.remove(mesh, namespace);
        if (!staying.isEmpty()) {
          output.accept("kept, because it existed before: " + String.join(", ", staying));
        }
      } catch (PlatformException e) {
        output.accept(
            "not removed: %s, and namespace %s with its record; %s"
                .formatted(mesh.title(), namespace, e.getMessage()));
        return false;
      }
    }
    return true;
  }

  private static List<Namespace> ours(KubernetesClient client) {
    return client
        .namespaces()
        .withLabel(Owner.MANAGED_BY, Owner.NAME)
        .withLabel(Owner.SESSION)
        .list()
        .getItems();
  }

  /** Why an experiment counts as alive; empty if it is dead. */
  private static Optional<String> alive(KubernetesClient client, Namespace namespace) {
    Optional<LeaseSpec> found = lease(client, namespace);
    if (found.isEmpty()) {
      // A harness creates its lease shortly after its namespace.
      Duration age = since(ZonedDateTime.parse(namespace.getMetadata().getCreationTimestamp()));
      return age.toSeconds() < 30 ? Optional.of("made a moment ago") : Optional.empty();
    }
    LeaseSpec spec = found.get();
    String holder = String.valueOf(spec.getHolderIdentity());
    Optional<Boolean> dead = Owner.dead(holder);
    if (dead.isPresent()) {
      return dead.get() ? Optional.empty() : Optional.of("its harness runs: " + holder);
    }
    Duration silent = since(spec.getRenewTime());
    return silent.toSeconds() <= spec.getLeaseDurationSeconds()
        ? Optional.of("its lease was renewed %d s ago by %s".formatted(silent.toSeconds(), holder))
        : Optional.empty();
  }

  private static Duration since(ZonedDateTime then) {
    return Duration.between(then, ZonedDateTime.now(ZoneOffset.UTC));
  }

  private static String contents(KubernetesClient client, String namespace) {
    Map<String, Integer> counts =
        Map.of(
            "pods", client.pods().inNamespace(namespace).list().getItems().size(),
            "deployments",
                client.apps().deployments().inNamespace(namespace).list().getItems().size(),
            "jobs", client.batch().v1().jobs().inNamespace(namespace).list().getItems().size());
    return counts.entrySet().stream()
        .sorted(Map.Entry.comparingByKey())
        .map(it -> it.getValue() + " " + it.getKey())
        .reduce((a, b) -> a + ", " + b)
        .orElse("nothing");
  }
}
