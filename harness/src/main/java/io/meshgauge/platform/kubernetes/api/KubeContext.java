package io.meshgauge.platform.kubernetes.api;

import io.fabric8.kubernetes.api.model.Config;
import io.fabric8.kubernetes.api.model.NamedContext;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.internal.KubeConfigUtils;
import io.meshgauge.experiment.ClusterTarget;
import io.meshgauge.platform.PlatformException;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A named context of the user's kubeconfig. The current context is never used, so that no cluster
 * is loaded by accident.
 *
 * @param name of the context
 * @param cluster name of its cluster
 * @param user name of its user
 * @param file the kubeconfig that contains it
 */
public record KubeContext(String name, String cluster, String user, Path file) {
  private static final Pattern PRODUCTION =
      Pattern.compile("(^|[^a-z])(prod|production|prd|live)([^a-z]|$)");

  /** Retries to an unreachable API server, about half a minute in all. */
  private static final int MAX_RETRIES = 6;

  private static final int FIRST_RETRY_DELAY_MILLIS = 500;
  private static final int REQUEST_TIMEOUT_MILLIS = 20_000;

  /**
   * Finds a context in the files of {@code KUBECONFIG}, or in {@code ~/.kube/config}. {@value
   * PodAccount#CONTEXT}, if no file has that name, is the account of this pod.
   *
   * @throws PlatformException if there is none of that name, listing the known ones
   */
  public static KubeContext find(String name, Map<String, String> environment) {
    List<Path> files = files(environment);
    List<String> seen = new ArrayList<>();
    for (Path file : files) {
      for (NamedContext context : contexts(file)) {
        if (context.getName().equals(name)) {
          return new KubeContext(
              name,
              named(context.getContext().getCluster()),
              named(context.getContext().getUser()),
              file);
        }
        seen.add(context.getName());
      }
    }
    if (name.equals(PodAccount.CONTEXT)) {
      return PodAccount.of(environment, PodAccount.FOLDER);
    }
    throw new PlatformException(
        "no context '%s' in %s; there %s. Name one of them: -Dkube.context=NAME"
            .formatted(
                name,
                files.isEmpty() ? "any kubeconfig" : join(files),
                seen.isEmpty() ? "are none" : "are: " + String.join(", ", seen)));
  }

  /**
   * Refuses a context that looks like production, unless the target confirms it.
   *
   * @throws PlatformException naming the part that looks like production, and how to confirm
   */
  public void refuseProduction(ClusterTarget target) {
    if (target.loadAnyway()) {
      return;
    }
    productionName()
        .ifPresent(
            suspect -> {
              throw new PlatformException(
                  "%s looks like production. An experiment loads a cluster until its processors are"
                          .formatted(suspect)
                      + " busy. If that is what you want: --yes-load-this-cluster (with a build:"
                      + " -Dkube.yes-load-this-cluster=true)");
            });
  }

  /** The name of the context, cluster or user that looks like production; empty if none does. */
  public Optional<String> productionName() {
    return Stream.of(
            Map.entry("context", name), Map.entry("cluster", cluster), Map.entry("user", user))
        .filter(it -> PRODUCTION.matcher(it.getValue().toLowerCase(Locale.ROOT)).find())
        .map(it -> "the %s '%s'".formatted(it.getKey(), it.getValue()))
        .findFirst();
  }

  /** Creates a client of the cluster; the caller closes it. */
  public KubernetesClient connect() {
    io.fabric8.kubernetes.client.Config configured =
        PodAccount.is(this)
            ? PodAccount.config(this)
            : io.fabric8.kubernetes.client.Config.fromKubeconfig(name, file.toFile());
    io.fabric8.kubernetes.client.Config config =
        new ConfigBuilder(configured)
            .withClientKeyAlgo(ClientKey.algorithm(configured))
            .withRequestRetryBackoffLimit(MAX_RETRIES)
            .withRequestRetryBackoffInterval(FIRST_RETRY_DELAY_MILLIS)
            .withRequestTimeout(REQUEST_TIMEOUT_MILLIS)
            .withConnectionTimeout(REQUEST_TIMEOUT_MILLIS / 2)
            .build();
    return new KubernetesClientBuilder().withConfig(config).build();
  }

  private static List<NamedContext> contexts(Path file) {
    try {
      Config config = KubeConfigUtils.parseConfig(file.toFile());
      return config.getContexts() == null ? List.of() : config.getContexts();
    } catch (RuntimeException e) {
      throw new PlatformException(
          "the kubeconfig %s cannot be read: %s".formatted(file, e.getMessage()), e);
    }
  }

  private static List<Path> files(Map<String, String> environment) {
    String named = environment.getOrDefault("KUBECONFIG", "");
    List<Path> files =
        named.isBlank()
            ? List.of(Path.of(System.getProperty("user.home"), ".kube", "config"))
            : Arrays.stream(named.split(File.pathSeparator))
                .filter(it -> !it.isBlank())
                .map(Path::of)
                .toList();
    return files.stream().filter(Files::isRegularFile).toList();
  }

  /** The user of a context is optional. */
  private static String named(@Nullable String name) {
    return name == null ? "" : name;
  }

  private static String join(List<Path> files) {
    return String.join(", ", files.stream().map(Path::toString).toList());
  }
}
