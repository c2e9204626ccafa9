package io.meshgauge.platform.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.meshgauge.platform.PlatformException;
import io.meshgauge.product.nginx.NginxType;
import io.meshgauge.topology.ModuleSpec;
import io.meshgauge.topology.ProxyLaunch;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Where the module that carries connections is, by what NGINX says of how it was built. */
class ProgramModuleTest {
  private static final ModuleSpec STREAM = NginxType.PROGRAM.module().orElseThrow();

  @TempDir Path folder;

  @Test
  void builtInModuleIsTheProgramItself() throws IOException {
    ProgramModule module = built("--with-stream --with-stream_ssl_module");

    assertThat(module.obtain()).isEqualTo(folder.resolve("nginx"));
    assertThat(module.obstacle()).isEmpty();
    assertThat(command(module)).contains("daemon off;");
  }

  @Test
  void dynamicModuleIsAFileInTheModuleFolder() throws IOException {
    ProgramModule module =
        built("--modules-path=%s --with-stream=dynamic --with-stream_ssl_module".formatted(folder));
    assertThat(module.present()).isEmpty();
    assertThat(module.obstacle()).hasValueSatisfying(ProgramModuleTest::saysHow);

    Path file = Files.writeString(folder.resolve("ngx_stream_module.so"), "");
    assertThat(module.obtain()).isEqualTo(file);
    assertThat(command(module)).contains("daemon off; load_module %s;".formatted(file));
  }

  @Test
  void missingModuleIsReportedWithItsPackage() throws IOException {
    ProgramModule module = built("--with-stream_ssl_module --with-http_ssl_module");

    assertThat(module.obstacle()).hasValueSatisfying(ProgramModuleTest::saysHow);
    assertThatThrownBy(module::obtain)
        .isInstanceOf(PlatformException.class)
        .hasMessageContaining("libnginx-mod-stream");
  }

  @Test
  void missingNginxIsReportedOnce() {
    Program nowhere =
        new Program() {
          @Override
          public Optional<Path> present() {
            return Optional.empty();
          }

          @Override
          public Optional<String> obstacle() {
            return Optional.of("no nginx anywhere");
          }

          @Override
          public Path obtain() {
            throw new PlatformException("no nginx anywhere");
          }
        };
    ProgramModule module = new ProgramModule(nowhere, STREAM, file -> "--with-stream");

    assertThat(module.obstacle()).isEmpty();
    assertThatThrownBy(module::obtain)
        .isInstanceOf(PlatformException.class)
        .hasMessage("no nginx anywhere");
  }

  private static void saysHow(String words) {
    assertThat(words).contains("apt install libnginx-mod-stream", "layer: tcp", "nginx -V");
  }

  private List<String> command(ProgramModule module) {
    Path program = folder.resolve("nginx");
    return new NginxType()
        .command(
            new ProxyLaunch(
                program, folder.resolve("a.conf"), 2, List.of(module.obtain()), List.of()));
  }

  private ProgramModule built(String arguments) throws IOException {
    Path program = Files.writeString(folder.resolve("nginx"), "#!/bin/sh\n");
    assertThat(program.toFile().setExecutable(true)).isTrue();
    return new ProgramModule(
        nginx(), STREAM, file -> "nginx version: nginx/1.22.1\nconfigure arguments: " + arguments);
  }

  private Program nginx() {
    return new InstalledProgram(
        "nginx", "MESHGAUGE_NGINX", "install it", Map.of("PATH", folder.toString()));
  }
}
