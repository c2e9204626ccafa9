package io.meshgauge.platform.local;

import io.meshgauge.platform.PlatformException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The module of an installed NGINX that carries TCP connections. NGINX tells with {@code -V} how it
 * was built: without the module, with it in the program, or as a file to be loaded, which
 * distributions have in a package of its own.
 *
 * @param nginx the program
 * @param told what a program says of how it was built
 */
record NginxModule(Program nginx, Function<Path, String> told) implements Program {
  /** The name by which a mesh asks for it. */
  static final String STREAM = "nginx-stream";

  private static final String FILE = "ngx_stream_module.so";
  private static final Pattern INSIDE = Pattern.compile("--with-stream(?![\\w=])");
  private static final Pattern LOADED = Pattern.compile("--with-stream=dynamic\\b");
  private static final Pattern MODULES = Pattern.compile("--modules-path=(\\S+)");
  private static final Pattern PREFIX = Pattern.compile("--prefix=(\\S+)");

  /** The module of a program that is asked. */
  NginxModule(Program nginx) {
    this(nginx, file -> Programs.said(file, "-V"));
  }

  /** The file to be loaded; the program itself where the module is in it. */
  @Override
  public Optional<Path> present() {
    return nginx.present().flatMap(this::of);
  }

  private Optional<Path> of(Path program) {
    String built = told.apply(program);
    if (INSIDE.matcher(built).find()) {
      return Optional.of(program);
    }
    return Optional.of(built)
        .filter(it -> LOADED.matcher(it).find())
        .map(NginxModule::folder)
        .map(folder -> folder.resolve(FILE))
        .filter(Files::isRegularFile);
  }

  private static Path folder(String built) {
    Matcher modules = MODULES.matcher(built);
    if (modules.find()) {
      return Path.of(modules.group(1));
    }
    Matcher prefix = PREFIX.matcher(built);
    return Path.of(prefix.find() ? prefix.group(1) : "/usr/local/nginx").resolve("modules");
  }

  @Override
  public Optional<String> obstacle() {
    // That there is no NGINX at all is said by the mesh's own need of it.
    return nginx
        .present()
        .filter(program -> of(program).isEmpty())
        .map(
            program ->
                "no module stream of %s: by `nginx -V` it is neither in the program nor a file %s; layer: tcp of the mesh nginx needs it. Install it (Debian, Ubuntu: apt install libnginx-mod-stream; Fedora: dnf install nginx-mod-stream)"
                    .formatted(program, FILE));
  }

  @Override
  public Path obtain() {
    return present()
        .orElseThrow(
            () -> new PlatformException(obstacle().or(nginx::obstacle).orElse("no " + FILE)));
  }
}
