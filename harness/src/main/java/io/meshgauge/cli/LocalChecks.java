package io.meshgauge.cli;

import io.meshgauge.config.Configuration;
import io.meshgauge.config.PlanFiles;
import io.meshgauge.config.application.ApplicationFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Checks of {@code doctor} without the engine: build output, and the machine. */
final class LocalChecks {
  private static final String BUILD = "./mvnw package -DskipUnitTests=true";
  private static final int CAP_NET_RAW = 13;
  private static final double RECOMMENDED_MEMORY_GIB = 3;
  private static final double MIN_MEMORY_GIB = 1.5;

  private final Path home;
  private final Machine machine;

  LocalChecks(Path home, Machine machine) {
    this.home = home;
    this.machine = machine;
  }

  /** All results, in reading order. */
  List<Check> checks() {
    List<Check> checks = new ArrayList<>();
    checks.add(Check.ok("java", machine.java()));
    checks.add(built("harness", List.of(libraries())));
    checks.add(
        built(
            "services",
            ApplicationFile.ofInstallation(home).services().stream()
                .flatMap(service -> service.launch().stream())
                .map(launch -> Path.of(launch.folder()).resolve(launch.jar()))
                .toList()));
    checks.add(built("load worker", List.of(Path.of("jmeter-plans", "target", "worker", "lib"))));
    checks.add(plans());
    checks.add(capture());
    checks.add(memory());
    checks.add(cores());
    return checks;
  }

  /** The harness' libraries: a release has them in a folder of its own. */
  private Path libraries() {
    Path released = Path.of("lib");
    return Files.isDirectory(home.resolve(released))
        ? released
        : Path.of("harness", "target", "lib");
  }

  private Check built(String subject, List<Path> products) {
    List<Path> absent =
        products.stream().filter(product -> !Files.exists(home.resolve(product))).toList();
    return absent.isEmpty()
        ? Check.ok(subject, "built")
        : Check.missing(subject, "not built: " + absent + " not in " + home, BUILD);
  }

  private Check plans() {
    PlanFiles files = new Configuration(home, List.of()).plans();
    List<String> names = files.names();
    return names.isEmpty()
        ? Check.missing("plans", "no .jmx in " + files.folder(), "restore them from the repository")
        : Check.ok("plans", String.join(", ", names));
  }

  private Check capture() {
    boolean permitted =
        match(machine.status(), "CapEff:\\s*([0-9a-f]+)")
            .map(mask -> (Long.parseUnsignedLong(mask, 16) >> CAP_NET_RAW & 1) == 1)
            .orElse(false);
    return permitted
        ? Check.ok("packet capture", "permitted")
        : Check.poor(
            "packet capture",
            "not permitted to this process",
            "nothing required: an in-path tap and the proxies' TLS counters provide the evidence;"
                + " to capture packets, run with CAP_NET_RAW");
  }

  private Check memory() {
    OptionalDouble available = machine.availableGib();
    if (available.isEmpty()) {
      return Check.poor("memory", "unknown on this system", "make sure that 3 GiB are free");
    }
    double gib = available.getAsDouble();
    String found = String.format(Locale.ROOT, "%.1f GiB available", gib);
    if (gib >= RECOMMENDED_MEMORY_GIB) {
      return Check.ok("memory", found);
    }
    String advice =
        "stop other programs; five services, their proxies and the load worker need 3 GiB";
    return gib >= MIN_MEMORY_GIB
        ? Check.poor("memory", found, advice)
        : Check.missing("memory", found, advice);
  }

  private Check cores() {
    String cores = machine.cores() == 1 ? "1 core" : machine.cores() + " cores";
    OptionalDouble load = number(machine.load(), "^(\\d+\\.\\d+) ");
    String found =
        load.isPresent()
            ? String.format(Locale.ROOT, "%s, load average %.2f", cores, load.getAsDouble())
            : cores;
    if (machine.cores() < 2) {
      return Check.poor(
          "processor",
          found,
          "use two cores or more: on one core the load worker and the services wait for each other");
    }
    return load.orElse(0) > machine.cores() / 2.0
        ? Check.poor(
            "processor", found, "wait until other work has ended: it widens every interval")
        : Check.ok("processor", found);
  }

  private static OptionalDouble number(List<String> lines, String pattern) {
    return match(lines, pattern)
        .map(text -> OptionalDouble.of(Double.parseDouble(text)))
        .orElse(OptionalDouble.empty());
  }

  private static Optional<String> match(List<String> lines, String pattern) {
    Pattern compiled = Pattern.compile(pattern);
    return lines.stream()
        .map(compiled::matcher)
        .filter(Matcher::find)
        .map(matcher -> matcher.group(1))
        .findFirst();
  }
}
