package io.meshgauge.platform.kubernetes.objects;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.meshgauge.platform.PlatformException;
import io.meshgauge.platform.kubernetes.manifest.Kustomization;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Manifests that ask their reader for more than they are. */
@Timeout(60)
class HostileManifestTest {
  @TempDir Path folder;

  @Test
  void aBombOfAliasesDoesNotGrow() throws IOException {
    StringBuilder bomb = new StringBuilder("a0: &a0 [x, x]\n");
    for (int i = 1; i < 40; i++) {
      bomb.append("a%d: &a%d [*a%d, *a%d]%n".formatted(i, i, i - 1, i - 1));
    }

    assertThat(Kustomization.documents(file(bomb.toString())).toString()).hasSizeLessThan(2_000);
  }

  @Test
  void deepNestingIsRefused() throws IOException {
    Path file = file("a: " + "[".repeat(100_000));

    assertThatThrownBy(() -> Kustomization.documents(file))
        .isInstanceOf(PlatformException.class)
        .hasMessageContaining("cannot read " + file);
  }

  @Test
  void aTagMakesNoObject() throws IOException {
    Path file = file("a: !!javax.script.ScriptEngineManager [x]\n");

    assertThat(Kustomization.documents(file).get(0).path("a").isArray()).isTrue();
  }

  @Test
  void aFileThatIsNoYamlIsRefused() throws IOException {
    Path file = file("a: 'x\n\0");

    assertThatThrownBy(() -> Kustomization.documents(file)).isInstanceOf(PlatformException.class);
  }

  private Path file(String text) throws IOException {
    return Files.writeString(folder.resolve("x.yaml"), text);
  }
}
