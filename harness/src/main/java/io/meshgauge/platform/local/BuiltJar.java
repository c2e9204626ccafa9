package io.meshgauge.platform.local;

import io.meshgauge.platform.PlatformException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * A program of this project, which is built with the services.
 *
 * @param module its folder below {@code sample-services}
 * @param jars where the services' jars are
 */
record BuiltJar(String module, ServiceJars jars) implements Program {

  @Override
  public Optional<Path> present() {
    return obstacle().isPresent() ? Optional.empty() : Optional.of(jars.jar(module));
  }

  @Override
  public Optional<String> obstacle() {
    return jars.problems(List.of(module)).stream().findFirst();
  }

  @Override
  public Path obtain() {
    return present().orElseThrow(() -> new PlatformException(obstacle().orElseThrow()));
  }
}
