package io.meshgauge.platform.kubernetes.api;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.security.SecureRandom;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Identity of the harness that owns objects on a cluster.
 *
 * @param session a short unique name
 * @param holder user, machine, process and its start, as written to the namespace's lease
 */
public record Owner(String session, String holder) {
  /** Kubernetes' recommended label for the manager of an object. */
  public static final String MANAGED_BY = "app.kubernetes.io/managed-by";

  /** Value of {@link #MANAGED_BY}, and the field manager of all applied objects. */
  public static final String NAME = "meshgauge";

  /** Label with the session of an object. */
  public static final String SESSION = "meshgauge.io/session";

  /** Tolerance for the start of a process, since the clock may be adjusted. */
  private static final int START_TOLERANCE_SECONDS = 2;

  private static final Pattern HOLDER =
      Pattern.compile("(?<user>.*)@(?<host>.*) pid (?<pid>\\d+) since (?<start>\\d+)");

  /** This harness, with a new session. */
  public static Owner fresh() {
    ProcessHandle self = ProcessHandle.current();
    byte[] random = new byte[4];
    new SecureRandom().nextBytes(random);
    String session = "%02x%02x%02x%02x".formatted(random[0], random[1], random[2], random[3]);
    return new Owner(
        session,
        "%s@%s pid %d since %d"
            .formatted(System.getProperty("user.name"), host(), self.pid(), start(self)));
  }

  /** The labels of all its objects. */
  public Map<String, String> labels() {
    return Map.of(MANAGED_BY, NAME, SESSION, session);
  }

  /**
   * Whether a holder is a process of this machine that has exited.
   *
   * @return empty for another machine, whose processes are not visible here
   */
  public static Optional<Boolean> dead(String holder) {
    Matcher found = HOLDER.matcher(holder);
    if (!found.matches() || !found.group("host").equals(host())) {
      return Optional.empty();
    }
    long start = Long.parseLong(found.group("start"));
    return Optional.of(
        ProcessHandle.of(Long.parseLong(found.group("pid")))
            .filter(process -> Math.abs(start(process) - start) <= START_TOLERANCE_SECONDS)
            .isEmpty());
  }

  private static long start(ProcessHandle process) {
    return process.info().startInstant().map(it -> it.toEpochMilli() / 1000).orElse(0L);
  }

  private static String host() {
    try {
      return InetAddress.getLocalHost().getHostName();
    } catch (UnknownHostException e) {
      return "unknown";
    }
  }
}
