package io.meshgauge.platform.kubernetes.api;

import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.meshgauge.platform.PlatformException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/**
 * The service account of the harness's own pod, as a context with the name {@value #CONTEXT}. It is
 * used only if named.
 */
final class PodAccount {
  /** Name of the context. */
  static final String CONTEXT = "in-cluster";

  /** Folder in which Kubernetes mounts the account of a pod. */
  static final Path FOLDER = Path.of("/var/run/secrets/kubernetes.io/serviceaccount");

  private static final String TOKEN = "token";
  private static final String AUTHORITY = "ca.crt";

  private PodAccount() {}

  /**
   * The context of this pod.
   *
   * @param folder with the account's token and the cluster's CA certificate
   * @throws PlatformException if this process does not run in a pod, or the pod has no account
   */
  static KubeContext of(Map<String, String> environment, Path folder) {
    String host = environment.getOrDefault("KUBERNETES_SERVICE_HOST", "");
    String port = environment.getOrDefault("KUBERNETES_SERVICE_PORT", "443");
    if (host.isBlank() || !Files.isReadable(folder.resolve(TOKEN))) {
      throw new PlatformException(
          "the context '%s' is the account of the harness's own pod, but %s. Run it in a pod with automountServiceAccountToken: true (k8s/soak), or name a context of a kubeconfig: -Dkube.context=NAME"
              .formatted(
                  CONTEXT,
                  host.isBlank()
                      ? "this is not a pod: KUBERNETES_SERVICE_HOST is not set"
                      : "there is no readable token in " + folder));
    }
    String address = host.contains(":") ? "[" + host + "]" : host;
    return new KubeContext(CONTEXT, "https://%s:%s/".formatted(address, port), "", folder);
  }

  /** Whether a context is the pod's, not one of that name in a kubeconfig. */
  static boolean is(KubeContext context) {
    return context.name().equals(CONTEXT) && Files.isDirectory(context.file());
  }

  /** Client configuration. The token is read for each request, because it is renewed every hour. */
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
