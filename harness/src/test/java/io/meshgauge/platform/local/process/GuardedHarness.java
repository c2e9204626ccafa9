package io.meshgauge.platform.local.process;

import io.meshgauge.measure.limit.Limit;
import io.meshgauge.platform.local.machine.LimitGroup;
import io.meshgauge.platform.local.machine.LimitGroups;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/**
 * A harness for {@link ProcessGuardTest} to kill: it starts children of several kinds, prints their
 * process ids, and stays. Where control groups can be written, each has one.
 */
final class GuardedHarness {
  static final Limit LIMIT = new Limit(OptionalDouble.of(0.5), OptionalLong.empty());

  private static final LimitGroups GROUPS = LimitGroups.ofThisProcess();

  private GuardedHarness() {}

  /** Arguments: working folder; {@code stay}, or {@code exit} to leave without closing. */
  public static void main(String[] args) throws InterruptedException {
    Path folder = Path.of(args[0]);
    ProcessGuard guard = new ProcessGuard();
    start(guard, folder, "plain", false, "exec sleep 600");
    start(
        guard, folder, "stubborn", false, "trap '' TERM HUP INT; sleep 600 & sleep 600; sleep 600");
    start(guard, folder, "parent", false, "sleep 600 & sleep 600 & wait");
    start(guard, folder, "talking", true, "while read line; do echo $line; done; sleep 600");
    System.out.println("up");
    if (args[1].equals("stay")) {
      Thread.sleep(600_000);
    }
  }

  private static void start(
      ProcessGuard guard, Path folder, String name, boolean interactive, String script) {
    List<String> words = List.of("sh", "-c", script);
    Path log = folder.resolve(name + ".log");
    Command command =
        interactive
            ? Command.interactive(name, words, folder, log)
            : Command.logged(name, words, folder, log);
    Optional<LimitGroup> group =
        GROUPS.problem(LIMIT).isEmpty() ? Optional.of(GROUPS.group(name, LIMIT)) : Optional.empty();
    System.out.println(guard.start(command.within(group)).pid());
  }
}
