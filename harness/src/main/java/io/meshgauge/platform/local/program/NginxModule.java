package io.meshgauge.platform.local.program;

import io.meshgauge.platform.PlatformException;
import io.meshgauge.topology.ProgramSpec;
import io.meshgauge.topology.ProgramSpec.Module;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A module of NGINX. {@code nginx -V} shows how NGINX was built: without the module, with it in the
 * program, or with it as a file, which distributions put in a separate package.
 */
record NginxModule(ProgramSpec spec, Module module, Program nginx) implements Program {
  private static final Pattern FOLDER = Pattern.compile("--modules-path=(\\S+)");
  private static final Pattern PREFIX = Pattern.compile("--prefix=(\\S+)");

  /** The file to load; the program itself where the module is built in. */
  @Override
  public Optional<Path> present() {
    return nginx.present().flatMap(this::of);
  }

  private Optional<Path> of(Path program) {
    String built = ExternalProgram.answer(program, "-V");
    String option = "--with-" + module.module();
    if (Pattern.compile(option + "(?![\\w=])").matcher(built).find()) {
      return Optional.of(program);
    }
    return Pattern.compile(option + "=dynamic\\b").matcher(built).find()
        ? Optional.of(folder(built).resolve(file())).filter(Files::isRegularFile)
        : Optional.empty();
  }

  private String file() {
    return "ngx_%s_module.so".formatted(module.module());
  }

  private static Path folder(String built) {
    Matcher modules = FOLDER.matcher(built);
    if (modules.find()) {
      return Path.of(modules.group(1));
    }
    Matcher prefix = PREFIX.matcher(built);
    return Path.of(prefix.find() ? prefix.group(1) : "/usr/local/nginx").resolve("modules");
  }

  @Override
  public Optional<String> obstacle() {
    // The product reports a missing program itself.
    return nginx
        .present()
        .filter(program -> of(program).isEmpty())
        .map(
            program ->
                "no module %s of %s: by `nginx -V` it is neither in the program nor a file %s; %s"
                    .formatted(module.module(), program, file(), spec.advice()));
  }

  @Override
  public Path obtain() {
    return present()
        .orElseThrow(
            () ->
                new PlatformException(obstacle().or(nginx::obstacle).orElse("no " + spec.name())));
  }

  @Override
  public String version(Path file) {
    return "as " + module.program();
  }
}
