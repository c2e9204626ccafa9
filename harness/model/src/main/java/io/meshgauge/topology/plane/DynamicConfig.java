package io.meshgauge.topology.plane;

import io.meshgauge.topology.Address;
import io.meshgauge.topology.Replica;
import io.meshgauge.topology.plane.ProxyProcess.Sign;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * What of a data plane can be changed while it runs.
 *
 * @param credentials whose credential a proxy shows and reloads when it is replaced, by the name of
 *     the proxy; empty where credentials are read once
 * @param policies how the policy before each service is changed; empty where policies are read once
 * @param drains how proxies stop choosing a process; empty where they cannot
 */
public record DynamicConfig(
    Map<String, String> credentials, List<PolicyPush> policies, List<Drain> drains) {
  /** Nothing: all is as the proxies were started with. */
  public static final DynamicConfig NONE = new DynamicConfig(Map.of(), List.of());

  public DynamicConfig {
    credentials = Map.copyOf(credentials);
    policies = List.copyOf(policies);
    drains = List.copyOf(drains);
  }

  /** A data plane whose proxies cannot stop choosing a process. */
  public DynamicConfig(Map<String, String> credentials, List<PolicyPush> policies) {
    this(credentials, policies, List.of());
  }

  /** The same, with proxies that can stop choosing a process. */
  public DynamicConfig draining(List<Drain> possible) {
    return new DynamicConfig(credentials, policies, possible);
  }

  /**
   * How a proxy stops choosing processes of a service, which go on serving, and chooses them again.
   *
   * @param proxy its name
   * @param replicas the processes, at least one
   * @param out by what it stops
   * @param in by what it chooses the processes again
   */
  public record Drain(String proxy, List<Replica> replicas, Turn out, Turn in) {
    public Drain {
      replicas = List.copyOf(replicas);
    }

    /** Processes that are drained together: each alone, and all but the first. */
    public static List<List<Replica>> groups(List<Replica> all) {
      List<List<Replica>> groups = new ArrayList<>(all.stream().map(List::of).toList());
      if (all.size() > 2) {
        groups.add(all.subList(1, all.size()));
      }
      return groups;
    }

    /** The names of the processes. */
    public List<String> names() {
      return replicas.stream().map(Replica::name).toList();
    }
  }

  /**
   * What a proxy is to do.
   *
   * @param way how
   * @param signs what its pages say once it acts by it; empty where it does so before it answers
   */
  public record Turn(Way way, List<Sign> signs) {
    public Turn {
      signs = List.copyOf(signs);
    }
  }

  /** How a running proxy is instructed. */
  public sealed interface Way {
    /** A file is replaced, which it watches. */
    record Watched(ConfigFile file) implements Way {}

    /** A file is replaced, and on SIGHUP it reads its whole configuration again. */
    record Reloaded(ConfigFile file) implements Way {}

    /** A file is replaced, and it is started again. */
    record Restarted(ConfigFile file) implements Way {}

    /** Lines are sent to its runtime API, which answers each by an empty one. */
    record Commanded(Address api, List<String> lines) implements Way {
      public Commanded {
        lines = List.copyOf(lines);
      }
    }
  }
}
