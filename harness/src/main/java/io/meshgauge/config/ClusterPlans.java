package io.meshgauge.config;

import io.meshgauge.config.jmx.Components;
import io.meshgauge.experiment.Plan;
import io.meshgauge.experiment.Plan.OwnFile;
import io.meshgauge.experiment.PlatformKind;
import io.meshgauge.yaml.Place;
import io.meshgauge.yaml.Problems;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What a user's plan must be for the pods of load workers, which get its files in a ConfigMap. */
final class ClusterPlans {
  /** Limit of Kubernetes for one ConfigMap. */
  private static final long MAX_BYTES = 1 << 20;

  /** Room for names and for the object itself; jars are written in Base64, four bytes for three. */
  private static final long RESERVED_BYTES = 16 << 10;

  private ClusterPlans() {}

  static void check(List<Plan> plans, PlatformKind platform, Place place, Problems problems) {
    if (platform == PlatformKind.KUBERNETES) {
      plans.forEach(plan -> plan.own().ifPresent(own -> check(plan.name(), own, place, problems)));
    }
  }

  private static void check(String name, OwnFile own, Place place, Problems problems) {
    Path jmx = Path.of(own.jmx());
    Path folder = Optional.ofNullable(jmx.getParent()).orElse(Path.of(""));
    List<Path> texts = new ArrayList<>(List.of(jmx));
    for (String data : own.data()) {
      Path relative = Path.of(data).normalize();
      if (relative.isAbsolute() || relative.startsWith("..")) {
        problems.wrong(
            place,
            "the plan %s reads %s, which is not below its own folder".formatted(name, data),
            "files below the folder of the plan, which are brought to the pods of the load workers",
            "put a copy next to the plan and name it there");
      }
      texts.add(folder.resolve(data));
    }
    try {
      long bytes = RESERVED_BYTES;
      for (Path text : texts) {
        bytes += base64(Files.size(text));
      }
      List<Path> jars =
          own.plugins().isPresent() ? Components.jarsIn(Path.of(own.plugins().get())) : List.of();
      for (Path jar : jars) {
        bytes += base64(Files.size(jar));
      }
      if (bytes > MAX_BYTES) {
        problems.wrong(
            place,
            "the plan %s with its files and plugins takes %d KiB in a ConfigMap"
                .formatted(name, bytes / 1024),
            "at most 1 MiB, which is the limit of Kubernetes for one: the pods get the plan in it",
            jars.isEmpty()
                ? "shorten the CSV files: they start again at their end"
                : "shorten the CSV files, or build an image of the load worker with the plugins in /app/stock and remove plugins:");
      }
    } catch (IOException e) {
      problems.wrong(
          place,
          "a file of the plan %s cannot be read: %s".formatted(name, e.getMessage()),
          "files that can be read",
          "check their permissions");
    }
  }

  private static long base64(long bytes) {
    return (bytes + 2) / 3 * 4;
  }
}
