package io.meshgauge.topology.plane;

import java.nio.file.Path;
import java.util.List;

/**
 * What a proxy's command line is made of.
 *
 * @param program its file
 * @param config its configuration file
 * @param workers its worker threads
 * @param modules files that it must load; one that is the program itself is in it already
 * @param java what a command line of the project's own programs begins with
 */
public record ProxyLaunch(
    Path program, Path config, int workers, List<Path> modules, List<String> java) {
  public ProxyLaunch {
    modules = List.copyOf(modules);
    java = List.copyOf(java);
  }
}
