package io.meshgauge.product.nginx;

import io.meshgauge.topology.ModuleSpec;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * NGINX's module for TCP connections. {@code nginx -V} shows how NGINX was built: without the
 * module, with it in the program, or as a dynamic module, which distributions put in a separate
 * package.
 */
record StreamModule() implements ModuleSpec {
  static final String NAME = "nginx-stream";

  private static final String FILE = "ngx_stream_module.so";
  private static final Pattern BUILT_IN = Pattern.compile("--with-stream(?![\\w=])");
  private static final Pattern LOADED = Pattern.compile("--with-stream=dynamic\\b");
  private static final Pattern MODULES = Pattern.compile("--modules-path=(\\S+)");
  private static final Pattern PREFIX = Pattern.compile("--prefix=(\\S+)");

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public String option() {
    return "-V";
  }

  @Override
  public Optional<Path> file(Path program, String built) {
    if (BUILT_IN.matcher(built).find()) {
      return Optional.of(program);
    }
    return Optional.of(built)
        .filter(it -> LOADED.matcher(it).find())
        .map(StreamModule::folder)
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
  public String missing(Path program) {
    return "no module stream of %s: by `nginx -V` it is neither in the program nor a file %s; layer: tcp of mesh nginx requires it. Install it (Debian, Ubuntu: apt install libnginx-mod-stream; Fedora: dnf install nginx-mod-stream)"
        .formatted(program, FILE);
  }
}
