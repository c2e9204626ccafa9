package io.meshgauge.platform.kubernetes;

import io.fabric8.kubernetes.api.model.Namespace;
import io.fabric8.kubernetes.api.model.coordination.v1.Lease;
import io.fabric8.kubernetes.api.model.coordination.v1.LeaseSpec;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.meshgauge.experiment.ClusterTarget;
import io.meshgauge.platform.PlatformException;
import io.meshgauge.platform.Wait;
import io.meshgauge.topology.ControlPlane;
import java.time.Duration;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Predicate;

/** What experiments have left on a cluster. */
public final class OrphanedResources {
  /** A lease of a harness holds for a minute; ten seconds after its renewal comes the next one. */
  private static final Wait FATE = new Wait(Duration.ofSeconds(90), Duration.ofSeconds(1));

  private OrphanedResources() {}

  /**
   * Waits until it is known of each experiment whether its harness lives: a lease of another
   * machine that is fresh may be that of one who has died since. For who begins where an earlier
   * harness has just died.
   *
   * @param words receives what is waited for
   * @throws PlatformException when a lease neither runs out nor is renewed
   */
  public static void awaitFate(ClusterTarget target, Consumer<String> words) {
    try (KubernetesClient client = KubeContext.find(target.context(), System.getenv()).connect()) {
      awaitFate(client, FATE, words);
    }
  }

  static void awaitFate(KubernetesClient client, Wait wait, Consumer<String> words) {
    for (Namespace namespace : ours(client)) {
      Optional<ZonedDateTime> sign = doubtful(client, namespace);
      if (sign.isEmpty()) {
        continue;
      }
      String name = namespace.getMetadata().getName();
      words.accept(
          "waiting: whether the harness of %s lives, whose last sign is of %s"
              .formatted(name, sign.get().withNano(0)));
      wait.untilTrue(
          () -> !doubtful(client, namespace).equals(sign),
          () ->
              "the lease of namespace %s neither ran out nor was renewed within %d s; expected one of both within a minute. See whether the clocks of this machine and its holder's differ, or delete that namespace: meshgauge down --all"
                  .formatted(name, wait.limit().toSeconds()));
    }
  }

  /**
   * The last sign of life of a harness that may have died since; empty when it is known to be dead,
   * and when it is a process of this machine, of which it is known anyway.
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
   * Deletes the namespaces of dead experiments with all that is in them. An experiment is dead when
   * its process was one of this machine and has ended, or when its lease was not renewed for as
   * long as it holds.
   *
   * @param target the cluster
   * @param evenAlive whether experiments that still run are taken down as well
   * @param known the meshes that an experiment may have installed
   * @param words receives a line for each deletion and for what remains
   * @return how many namespaces were deleted
   * @throws PlatformException at the end, when something of a dead experiment stays
   */
  public static int remove(
      ClusterTarget target, boolean evenAlive, List<ControlPlane> known, Consumer<String> words) {
    KubeContext context = KubeContext.find(target.context(), System.getenv());
    try (KubernetesClient client = context.connect()) {
      MeshInstaller installer =
          new MeshInstaller(client, target.context(), System.getenv().getOrDefault("PATH", ""));
      return remove(
          client,
          target.context(),
          evenAlive,
          namespace -> takeAway(installer, namespace, known, words),
          words);
    }
  }

  static int remove(
      KubernetesClient client,
      String context,
      boolean evenAlive,
      Predicate<String> meshes,
      Consumer<String> words) {
    List<String> dead = new ArrayList<>();
    for (Namespace namespace : ours(client)) {
      String name = namespace.getMetadata().getName();
      Optional<String> alive = alive(client, namespace);
      if (alive.isEmpty() || evenAlive) {
        dead.add(name);
      } else {
        words.accept("left alone: %s; %s".formatted(name, alive.get()));
      }
    }
    // A record of what is still there must stay as well.
    List<String> staying = dead.stream().filter(name -> !meshes.test(name)).toList();
    dead.removeAll(staying);
    for (String name : dead) {
      words.accept("deleting: namespace %s with %s".formatted(name, contents(client, name)));
      ExperimentNamespace.delete(client, name);
    }
    if (!dead.isEmpty()) {
      words.accept("gone: " + String.join(", ", dead));
    }
    if (!staying.isEmpty()) {
      throw new PlatformException(
          "on %s stays, for the reason above: %s; see to the reason, then: meshgauge down"
              .formatted(context, String.join(", ", staying)));
    }
    if (dead.isEmpty()) {
      words.accept("nothing of a dead experiment is on " + context);
    }
    return dead.size();
  }

  /** Takes away what an experiment had installed; false when some of it stays. */
  static boolean takeAway(
      MeshInstaller installer, String namespace, List<ControlPlane> known, Consumer<String> words) {
    for (ControlPlane mesh : installer.installed(namespace, known)) {
      words.accept("taking away: %s, which %s had installed".formatted(mesh.title(), namespace));
      try {
        List<String> staying = installer.remove(mesh, namespace);
        if (!staying.isEmpty()) {
          words.accept("stays, since it was there before: " + String.join(", ", staying));
        }
      } catch (PlatformException e) {
        words.accept(
            "left: %s, and namespace %s with the record of it; %s"
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

  /** Why an experiment is held to be alive; empty when it is dead. */
  private static Optional<String> alive(KubernetesClient client, Namespace namespace) {
    Optional<LeaseSpec> found = lease(client, namespace);
    if (found.isEmpty()) {
      // Between its namespace and its lease a harness needs a moment.
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
