package io.meshgauge.platform.local;

import io.meshgauge.topology.ProxyProcess;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The command line that runs a proxy in the foreground.
 *
 * @param proxy what is run
 * @param program its file
 * @param config its configuration file
 * @param modules files that it must load beside; one that is the program itself is in it already
 */
record ProxyCommand(ProxyProcess proxy, Path program, Path config, List<Path> modules) {

  List<String> words() {
    List<String> words = new ArrayList<>();
    switch (proxy.kind()) {
      case ENVOY ->
          words.addAll(
              List.of(
                  program.toString(),
                  "-c",
                  config.toString(),
                  "--concurrency",
                  Integer.toString(proxy.workers()),
                  "--log-level",
                  "warn",
                  // Without it every Envoy of a machine claims the same shared-memory region.
                  "--disable-hot-restart"));
      case DECISION -> {
        words.add(ServiceCommands.java().toString());
        words.addAll(ServiceCommands.FLAGS);
        words.addAll(List.of("-jar", program.toString(), config.toString()));
      }
      case HAPROXY -> words.addAll(List.of(program.toString(), "-db", "-f", config.toString()));
      case NGINX ->
          words.addAll(
              List.of(
                  program.toString(),
                  "-p",
                  config.getParent().toString(),
                  "-e",
                  "stderr",
                  "-c",
                  config.toString(),
                  "-g",
                  "daemon off;" + loaded()));
      case TRAEFIK ->
          words.addAll(
              List.of(
                  // Go has no option for it: the threads that run its code at the same time.
                  "env",
                  "GOMAXPROCS=" + proxy.workers(),
                  program.toString(),
                  "--providers.file.filename=" + config,
                  "--ping=true",
                  "--metrics.prometheus=true",
                  "--log.level=WARN",
                  "--global.checkNewVersion=false",
                  "--global.sendAnonymousUsage=false"));
      case LINKERD, ZTUNNEL, WAYPOINT ->
          throw new IllegalArgumentException(
              "%s is no program of this machine: its control plane starts it".formatted(program));
    }
    words.addAll(proxy.arguments());
    return List.copyOf(words);
  }

  private String loaded() {
    return modules.stream()
        .filter(module -> !module.equals(program))
        .map(" load_module %s;"::formatted)
        .collect(Collectors.joining());
  }
}
