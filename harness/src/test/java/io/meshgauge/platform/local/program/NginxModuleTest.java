package io.meshgauge.platform.local.program;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.meshgauge.platform.PlatformException;
import io.meshgauge.platform.local.process.ProcessGuard;
import io.meshgauge.product.nginx.NginxType;
import io.meshgauge.product.registry.Products;
import io.meshgauge.topology.ProgramSpec;
import io.meshgauge.topology.ProgramSpec.Installed;
import io.meshgauge.topology.ProgramSpec.Module;
import io.meshgauge.topology.ProgramSpec.Version;
import io.meshgauge.topology.plane.ProxyLaunch;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Where the module that carries connections is, by what NGINX says of how it was built. */
class NginxModuleTest {
  private static final String MODULE = "nginx-stream";

  @TempDir Path folder;

  private final ProcessGuard guard = new ProcessGuard();

  @AfterEach
  void endGuard() {
    guard.close();
  }

  @Test
  void builtInModuleIsTheProgramItself() throws IOException {
    Programs programs = built("--with-stream --with-stream_ssl_module");

    Path module = programs.obtain(MODULE);
    assertThat(module).isEqualTo(folder.resolve("nginx"));
    assertThat(programs.problems(Set.of(MODULE))).isEmpty();
    assertThat(programs.versions()).containsEntry("nginx-stream.version", "as nginx");
    assertThat(command(module)).contains("daemon off;");
  }

  @Test
  void dynamicModuleIsAFileInTheModuleFolder() throws IOException {
    Programs programs =
        built("--modules-path=%s --with-stream=dynamic --with-stream_ssl_module".formatted(folder));
    saysHow(programs);

    Path file = Files.writeString(folder.resolve("ngx_stream_module.so"), "");
    assertThat(programs.obtain(MODULE)).isEqualTo(file);
    assertThat(command(file)).contains("daemon off; load_module %s;".formatted(file));
  }

  @Test
  void missingModuleIsReportedWithItsPackage() throws IOException {
    Programs programs = built("--with-stream_ssl_module --with-http_ssl_module");

    saysHow(programs);
    assertThatThrownBy(() -> programs.obtain(MODULE))
        .isInstanceOf(PlatformException.class)
        .hasMessageContaining("libnginx-mod-stream");
  }

  @Test
  void missingNginxIsReportedOnce() {
    Programs programs =
        programs(
            List.of(
                new ProgramSpec("absent", new Installed(), Version.NONE, "", "install it"),
                new ProgramSpec(MODULE, new Module("absent", "stream"), Version.NONE, "", "")));

    assertThat(programs.problems(Set.of("absent", MODULE)))
        .singleElement()
        .asString()
        .startsWith("no absent: looked for absent on the PATH");
    assertThatThrownBy(() -> programs.obtain(MODULE))
        .isInstanceOf(PlatformException.class)
        .hasMessageStartingWith("no absent");
  }

  private static void saysHow(Programs programs) {
    assertThat(programs.problems(Set.of("nginx", MODULE)))
        .singleElement()
        .asString()
        .contains("apt install libnginx-mod-stream", "layer: tcp", "nginx -V");
  }

  private List<String> command(Path module) {
    return new NginxType()
        .command(
            new ProxyLaunch(
                folder.resolve("nginx"), folder.resolve("a.conf"), 2, List.of(module), List.of()));
  }

  private Programs built(String arguments) throws IOException {
    Path program = folder.resolve("nginx");
    Files.writeString(program, "#!/bin/sh\necho configure arguments: %s\n".formatted(arguments));
    assertThat(program.toFile().setExecutable(true)).isTrue();
    return programs(Products.programs());
  }

  private Programs programs(List<ProgramSpec> specs) {
    return new Programs(guard, Map.of("PATH", folder.toString()), folder, specs);
  }
}
