package io.meshgauge.load.guard;

import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Collection;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * Lets the process connect to the named addresses only: whatever opens a connection, sends a
 * datagram, resolves a name or starts a program is compared with them in the JDK itself ({@link
 * NetworkAgent}), and refused with an {@link IOException} before a byte leaves.
 *
 * <p>Without the agent in the JVM it does nothing, as for the project's own plans.
 */
public final class NetworkGuard implements BiConsumer<Object, Object> {
  /** The port of a name that is resolved. */
  static final Integer NAME = -1;

  /** The port of a program that is started. */
  static final Integer PROGRAM = -2;

  private final Set<Target> targets;
  private final Consumer<String> firstRefusal;
  private final String hostName = hostName();
  private final Map<String, LongAdder> refused = new ConcurrentHashMap<>();

  /**
   * An address that was named.
   *
   * @param host name or literal
   */
  public record Target(String host, int port) {
    private boolean is(InetAddress address, int otherPort) {
      if (port != otherPort) {
        return false;
      }
      try {
        return Set.of(InetAddress.getAllByName(host)).contains(address);
      } catch (UnknownHostException e) {
        return false;
      }
    }
  }

  private NetworkGuard(Collection<Target> targets, Consumer<String> firstRefusal) {
    this.targets = Set.copyOf(targets);
    this.firstRefusal = firstRefusal;
  }

  /**
   * Restricts the process from now on.
   *
   * @param firstRefusal receives one sentence when something is refused for the first time
   */
  public static NetworkGuard install(Collection<Target> targets, Consumer<String> firstRefusal) {
    NetworkGuard guard = new NetworkGuard(targets, firstRefusal);
    if (System.getProperties().containsKey(NetworkAgent.KEY)) {
      System.getProperties().put(NetworkAgent.KEY, guard);
    }
    return guard;
  }

  /** The name of this machine, which JMeter resolves. */
  private static String hostName() {
    try {
      return InetAddress.getLocalHost().getHostName();
    } catch (UnknownHostException e) {
      return String.valueOf(System.getenv("HOSTNAME"));
    }
  }

  /** Refusals so far, by address. */
  public Map<String, Long> refused() {
    Map<String, Long> counts = new TreeMap<>();
    refused.forEach((what, count) -> counts.put(what, count.sum()));
    return counts;
  }

  /**
   * Called by the JDK before it connects, sends, resolves or starts a program.
   *
   * @param what address, name, or program
   * @param port of the address, {@link #NAME} or {@link #PROGRAM}
   */
  @Override
  public void accept(Object what, Object port) {
    if (port.equals(NAME)) {
      if (!mayResolve(what.toString())) {
        refuse(what.toString(), new UnknownHostException(sentence("resolve the name", what)));
      }
    } else if (port.equals(PROGRAM)) {
      refuse("a program", new IOException(sentence("start", "a program")));
    } else if (what instanceof InetAddress address
        && targets.stream().noneMatch(it -> it.is(address, (Integer) port))) {
      String to = address.getHostAddress() + ":" + port;
      refuse(to, new ConnectException(sentence("connect to", to)));
    }
  }

  private boolean mayResolve(String name) {
    return name.equals("localhost")
        || name.equals(hostName)
        || targets.stream().anyMatch(it -> it.host().equalsIgnoreCase(name));
  }

  private String sentence(String verb, Object what) {
    return "The plan was about to %s %s; the load worker refused that. Expected only %s: load goes to the application under test and nowhere else. Remove what leads there from the plan (a proxy, a redirect, an embedded resource, a script), or name the address that stands for the application with target: in the experiment file."
        .formatted(
            verb,
            what,
            targets.stream()
                .map(it -> it.host() + ":" + it.port())
                .sorted()
                .collect(Collectors.joining(", ")));
  }

  private void refuse(String what, IOException reason) {
    refused.computeIfAbsent(what, unused -> new LongAdder()).increment();
    if (refused.size() == 1 && refused.values().iterator().next().sum() == 1) {
      firstRefusal.accept(String.valueOf(reason.getMessage()));
    }
    throw NetworkGuard.<RuntimeException>unchecked(reason);
  }

  /** The methods of the JDK that call this declare it. */
  @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
  private static <E extends Throwable> E unchecked(Throwable reason) throws E {
    throw (E) reason;
  }
}
