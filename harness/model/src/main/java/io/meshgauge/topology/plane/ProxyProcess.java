package io.meshgauge.topology.plane;

import io.meshgauge.topology.Address;
import java.util.List;

/**
 * A proxy of one workload, or one that several share.
 *
 * @param name unique, for example {@code prices-proxy}
 * @param workload the workload it serves; its own name where it serves none alone
 * @param type its program
 * @param config the whole configuration file; empty where manifests hold it
 * @param arguments further words of its command line, for what its configuration file cannot say
 * @param admin where it exposes its counters and readiness
 * @param workers its worker threads
 * @param signs what its pages say once it has found its servers; empty where it does not look for
 *     them
 * @param modules what its program must load before anything else, by the names under which a
 *     platform has them
 * @param files files it reads in addition to its configuration; they must be there before it starts
 */
public record ProxyProcess(
    String name,
    String workload,
    ProxyType type,
    String config,
    List<String> arguments,
    Address admin,
    int workers,
    List<Sign> signs,
    List<String> modules,
    List<ConfigFile> files) {

  public ProxyProcess {
    arguments = List.copyOf(arguments);
    signs = List.copyOf(signs);
    modules = List.copyOf(modules);
    files = List.copyOf(files);
  }

  /** A proxy whose program has all that it needs. */
  public ProxyProcess(
      String name,
      String workload,
      ProxyType type,
      String config,
      List<String> arguments,
      Address admin,
      int workers,
      List<Sign> signs) {
    this(name, workload, type, config, arguments, admin, workers, signs, List.of(), List.of());
  }

  /** The same proxy, whose program must load modules. */
  public ProxyProcess loading(List<String> wanted) {
    return new ProxyProcess(
        name, workload, type, config, arguments, admin, workers, signs, wanted, files);
  }

  /** The same proxy, which reads files in addition to its configuration. */
  public ProxyProcess reading(List<ConfigFile> extra) {
    return new ProxyProcess(
        name, workload, type, config, arguments, admin, workers, signs, modules, extra);
  }

  /** A proxy that is configured by its configuration file alone, and looks for no server. */
  public ProxyProcess(
      String name, String workload, ProxyType type, String config, Address admin, int workers) {
    this(name, workload, type, config, List.of(), admin, workers, List.of());
  }

  /** The release that is claimed of its program; empty: whichever there is. */
  public String release() {
    return type.control().map(ProxyControl::release).orElse("");
  }

  /** The same proxy by another program. */
  public ProxyProcess of(ProxyType other) {
    return new ProxyProcess(
        name, workload, other, config, arguments, admin, workers, signs, modules, files);
  }

  /** The same proxy, where its administration is reached at another address. */
  public ProxyProcess at(Address administration) {
    return new ProxyProcess(
        name, workload, type, config, arguments, administration, workers, signs);
  }

  /**
   * A page that has a line.
   *
   * @param path of the page
   * @param line the whole line; empty where it is enough that the page is there
   * @param checks what the proxy itself checks before it shows that, to find out why it does not
   */
  public record Sign(String path, String line, List<Check> checks) {
    public Sign {
      checks = List.copyOf(checks);
    }

    /** A sign of a proxy that checks nothing. */
    public Sign(String path, String line) {
      this(path, line, List.of());
    }

    /** The same sign of a proxy that checks this. */
    public Sign checking(List<Check> others) {
      return new Sign(path, line, others);
    }
  }

  /**
   * A health check.
   *
   * @param address of what is checked
   * @param page path of the page that must have status 200; empty: a connection must be accepted
   */
  public record Check(Address address, String page) {}
}
