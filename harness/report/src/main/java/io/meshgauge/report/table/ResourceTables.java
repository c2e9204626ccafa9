package io.meshgauge.report.table;

import io.meshgauge.measure.Amounts;
import io.meshgauge.measure.use.Part;
import io.meshgauge.report.PlanReport;
import io.meshgauge.report.arm.Arm;
import io.meshgauge.report.cost.ContainerUses;
import io.meshgauge.report.cost.ContainerUses.Use;
import io.meshgauge.report.cost.RequestPrice;
import io.meshgauge.report.cost.Reservation;
import io.meshgauge.report.table.Table.Group;
import io.meshgauge.text.Messages;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/** Tables of what arms use of the machine, and of its price. */
public final class ResourceTables {
  private ResourceTables() {}

  /** CPU and memory by container, below the sum of their part. */
  public static Table containers(ContainerUses uses) {
    Columns<String> columns =
        new Columns<String>()
            .add(
                new Table.Column(
                    Cell.of(uses.perGib() ? "CPU-s/GiB · MiB" : "CPU-s/1000 · MiB"), false, false),
                Cell::of);
    uses.arms().forEach(arm -> columns.arm(arm, name -> cell(uses.mean(arm, name))));
    List<Group> groups = new ArrayList<>();
    for (Part part : uses.parts()) {
      List<Cell> sums = new ArrayList<>(List.of(Cell.of(part.title())));
      uses.arms().forEach(arm -> sums.add(cell(uses.sum(arm, part))));
      groups.add(columns.group(sums, uses.names(part)));
    }
    return columns.grouped(
        Messages.get("table.uses"),
        Messages.get("table.uses-note", cpuUnit(uses), uses.compared()),
        groups);
  }

  /** What CPU is counted in. */
  public static String cpuUnit(ContainerUses uses) {
    return Messages.get(uses.perGib() ? "view.cpu-per-gib" : "view.cpu-per-requests");
  }

  private static Cell cell(Optional<Use> found) {
    return found
        .map(
            use ->
                Cell.of(Amounts.digits(use.cpu()))
                    .with(
                        " · " + Amounts.digits(use.memory()),
                        "%s / %s / %s"
                            .formatted(
                                Amounts.digits(use.memory()),
                                Amounts.digits(use.workingSet()),
                                known(use.resident()))))
        .orElse(Cell.NONE);
  }

  private static String known(double value) {
    return Double.isNaN(value) ? Cell.NONE.text() : Amounts.digits(value);
  }

  private record PartUse(Arm arm, Part part, Use use) {}

  /** Every memory quantity of services and data plane: a row per arm and part. */
  public static Table memory(ContainerUses uses) {
    return new Columns<PartUse>()
        .text("table.memory", it -> it.arm().label() + ", " + it.part().title())
        .number("table.anonymous", it -> known(uses.anonymous() ? it.use().memory() : Double.NaN))
        .number("cost.working-set", it -> Amounts.digits(it.use().workingSet()))
        .number("table.peak", it -> Amounts.digits(it.use().peak()))
        .number("table.resident", it -> known(it.use().resident()))
        .table(
            "",
            Messages.get(uses.anonymous() ? "table.anonymous-note" : "table.working-set-note"),
            uses.arms().stream()
                .flatMap(
                    arm ->
                        Stream.of(Part.APPLICATION, Part.DATA_PLANE)
                            .flatMap(
                                part ->
                                    uses.sum(arm, part).stream()
                                        .map(use -> new PartUse(arm, part, use))))
                .toList());
  }

  /** Resource requests and limits of proxies; empty where too few runs metered one. */
  public static Table reservations(PlanReport plan) {
    return Columns.ofArms(Reservation::arm)
        .text("table.reservation-proxy", Reservation::proxy)
        .number("table.reservation-cpu", it -> Amounts.digits(it.milliCores()))
        .number("table.reservation-request", it -> Amounts.fixed(it.requestedMilliCores(), 0))
        .number("table.reservation-peak", it -> Amounts.digits(it.peakMib()))
        .number("table.reservation-limit", it -> Amounts.fixed(it.limitMib(), 0))
        .table(
            Messages.get("table.reservations", plan.atRate()),
            Messages.get("table.reservations-note", Reservation.COVERED * 100),
            Reservation.of(plan));
  }

  /** Cost of a million requests; empty without prices. */
  public static Table prices(PlanReport plan) {
    Function<RequestPrice, Cell> added =
        it ->
            it.added()
                .map(
                    found ->
                        Cell.of((found.absolute() < 0 ? "" : "+") + money(found.absolute()))
                            .within(found.interval(), ResourceTables::money))
                .orElse(Cell.NONE);
    return Columns.ofArms(RequestPrice::arm)
        .number("table.price", it -> money(it.price()))
        .value("table.added-interval", added)
        .table(Messages.get("table.prices"), RequestPrice.words(plan), RequestPrice.of(plan));
  }

  private static String money(double amount) {
    return Amounts.fixed(amount, 4);
  }
}
