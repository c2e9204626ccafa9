package io.meshgauge.platform.kubernetes;

import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.meshgauge.platform.PlatformException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/**
 * The account of the pod that the harness runs in. It is a context like any other, {@value
 * #CONTEXT}, and is taken only when it is named.
 */
final class PodAccount {
  /** Its name as a context. */
  static final String CONTEXT = "in-cluster";

  /** Where Kubernetes puts the account of a pod. */
  static final Path FOLDER = Path.of("/var/run/secrets/kubernetes.io/serviceaccount");

  private static final String TOKEN = "token";
  private static final String AUTHORITY = "ca.crt";

  private PodAccount() {}

  /**
   * The context of the pod.
   *
   * @param folder with the account's token and the cluster's authority
   * @throws PlatformException when this process is in no pod, or its pod is given no account
   */
  static KubeContext of(Map<String, String> environment, Path folder) {
    String host = environment.getOrDefault("KUBERNETES_SERVICE_HOST", "");
    String port = environment.getOrDefault("KUBERNETES_SERVICE_PORT", "443");
    if (host.isBlank() || !Files.isReadable(folder.resolve(TOKEN))) {
      throw new PlatformException(
          "the context '%s' is the account of the pod that the harness runs in, and %s. Run it in a pod with automountServiceAccountToken: true (k8s/soak), or name a context of a kubeconfig: -Dkube.context=NAME"
              .formatted(
                  CONTEXT,
                  host.isBlank()
                      ? "this is no pod: KUBERNETES_SERVICE_HOST is not set"
                      : "there is no token to be read in " + folder));
    }
    String address = host.contains(":") ? "[" + host + "]" : host;
    return new KubeContext(CONTEXT, "https://%s:%s/".formatted(address, port), "", folder);
  }

  /** Whether a context is the pod's, and none of that name in a kubeconfig. */
  static boolean is(KubeContext context) {
    return context.name().equals(CONTEXT) && Files.isDirectory(context.file());
  }

  /**
   * How its cluster is spoken to. The token is read for each request: it is renewed by the hour.
   */
  static Config config(KubeContext context) {
    Path token = context.file().resolve(TOKEN);
    Path authority = context.file().resolve(AUTHORITY);
    return new ConfigBuilder(Config.empty())
        .withMasterUrl(context.cluster())
        .withCaCertFile(Files.isReadable(authority) ? authority.toString() : null)
        .withOauthTokenProvider(() -> read(token))
        .build();
  }

  private static String read(Path token) {
    try {
      return Files.readString(token).strip();
    } catch (IOException e) {
      throw new PlatformException(
          "the pod's own token %s cannot be read: %s".formatted(token, e), e);
    }
  }
}
