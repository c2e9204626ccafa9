package io.meshgauge.report.console;

import io.meshgauge.measure.Amounts;
import io.meshgauge.measure.Part;
import io.meshgauge.report.Arm;
import io.meshgauge.report.cost.ContainerUses;
import io.meshgauge.report.cost.ContainerUses.Use;
import io.meshgauge.text.Messages;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/** CPU and memory by container, below the sum of their part. */
record ContainerTables(ContainerUses uses) {
  private static final String NONE = "-";

  void print(Page page) {
    page.tables(uses.arms(), ContainerTables::table);
    if (uses.arms().isEmpty()) {
      return;
    }
    page.blank();
    page.table(memory());
    page.plain(
        uses.anonymous()
            ? Messages.get("console.anonymous-note")
            : Messages.get("console.working-set-note"));
  }

  /** Every memory quantity of data plane, control plane and services: a line per arm and part. */
  private TextTable memory() {
    TextTable table =
        new TextTable(
            Set.of(0),
            Messages.get("console.memory"),
            Messages.get("console.anonymous"),
            Messages.get("cost.working-set"),
            Messages.get("console.peak"),
            Messages.get("console.resident"));
    for (Arm arm : uses.arms()) {
      for (Part part : List.of(Part.APPLICATION, Part.DATA_PLANE)) {
        uses.sum(arm, part)
            .ifPresent(
                use ->
                    table.row(
                        List.of(
                            arm.label() + ", " + part.title(),
                            uses.anonymous() ? Amounts.digits(use.memory()) : NONE,
                            Amounts.digits(use.workingSet()),
                            Amounts.digits(use.peak()),
                            Double.isNaN(use.resident()) ? NONE : Amounts.digits(use.resident()))));
      }
    }
    return table;
  }

  private static TextTable table(List<Arm> arms) {
    List<String> header = new ArrayList<>();
    header.add(new ContainerUses(arms).perGib() ? "CPU-s/GiB · MiB" : "CPU-s/1000 · MiB");
    arms.forEach(arm -> header.add(arm.label()));
    TextTable table = new TextTable(Set.of(0), header.toArray(String[]::new));
    ContainerUses shown = new ContainerUses(arms);
    for (Part part : shown.parts()) {
      table.row(row(arms, part.title(), arm -> shown.sum(arm, part)));
      for (String name : shown.names(part)) {
        table.row(row(arms, "  " + name, arm -> shown.mean(arm, name)));
      }
    }
    return table;
  }

  private static List<String> row(
      List<Arm> arms, String title, Function<Arm, Optional<Use>> value) {
    List<String> cells = new ArrayList<>(List.of(title));
    arms.forEach(arm -> cells.add(value.apply(arm).map(ContainerTables::words).orElse(NONE)));
    return cells;
  }

  private static String words(Use use) {
    return Amounts.digits(use.cpu()) + " · " + Amounts.digits(use.memory());
  }
}
