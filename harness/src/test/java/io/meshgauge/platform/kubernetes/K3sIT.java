package io.meshgauge.platform.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import com.github.dockerjava.api.exception.NotFoundException;
import io.meshgauge.platform.kubernetes.objects.Images;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.testcontainers.DockerClientFactory;
import org.testcontainers.containers.Container.ExecResult;
import org.testcontainers.k3s.K3sContainer;
import org.testcontainers.utility.DockerImageName;
import org.testcontainers.utility.MountableFile;

/** On a cluster in a container, with the images of this build. */
class K3sIT extends ClusterContract {
  private static final DockerImageName IMAGE = DockerImageName.parse("rancher/k3s:v1.34.1-k3s1");
  private static final Path HOME = Path.of(System.getProperty("meshgauge.home", ".."));

  private K3sContainer k3s;

  @BeforeAll
  void cluster(@TempDir Path folder) throws IOException, InterruptedException {
    List<Path> archives = archives();
    if (!DockerClientFactory.instance().isDockerAvailable()) {
      without("no container engine to run k3s in");
      return;
    }
    if (!archives.stream().allMatch(Files::isRegularFile)) {
      without("no archives of images; build them first: k8s/build-images");
      return;
    }
    if (!present()) {
      without("the container engine has no image " + IMAGE + "; pull it first");
      return;
    }
    k3s = new K3sContainer(IMAGE);
    k3s.start();
    for (Path archive : archives) {
      bring(archive);
    }
    Path kubeconfig = Files.writeString(folder.resolve("kubeconfig"), k3s.getKubeConfigYaml());
    on("default", Map.of("KUBECONFIG", kubeconfig.toString()));
  }

  private static boolean present() {
    try {
      DockerClientFactory.instance().client().inspectImageCmd(IMAGE.asCanonicalNameString()).exec();
      return true;
    } catch (NotFoundException e) {
      return false;
    }
  }

  @AfterAll
  void stop() {
    if (k3s != null) {
      k3s.stop();
    }
  }

  private static List<Path> archives() {
    return Stream.concat(
            Images.OWN.stream()
                .filter(it -> !it.equals("load-worker") && !it.equals("observer"))
                .map(it -> "sample-services/" + it),
            Stream.of("jmeter-plans", "harness"))
        .map(module -> HOME.resolve(module).resolve("target/jib-image.tar"))
        .toList();
  }

  private void bring(Path archive) throws IOException, InterruptedException {
    k3s.copyFileToContainer(MountableFile.forHostPath(archive), "/tmp/image.tar");
    ExecResult result =
        k3s.execInContainer("ctr", "-n", "k8s.io", "images", "import", "/tmp/image.tar");
    assertThat(result.getExitCode()).as(result.getStderr()).isZero();
  }
}
