package io.meshgauge.report.html;

import io.meshgauge.attribution.Attribution;
import io.meshgauge.attribution.Attribution.Share;
import io.meshgauge.attribution.Component;
import io.meshgauge.measure.Amounts;
import io.meshgauge.measure.Unit;
import io.meshgauge.report.Contrast;
import io.meshgauge.report.PlanReport;
import io.meshgauge.report.html.chart.Palette;
import io.meshgauge.report.html.chart.StackedBars;
import io.meshgauge.report.html.chart.StackedBars.Bar;
import io.meshgauge.report.html.chart.StackedBars.Piece;
import io.meshgauge.report.table.DifferenceTables;
import io.meshgauge.text.Messages;
import java.util.List;

/**
 * Where the response time, or the CPU, that variants add to the baseline is spent.
 *
 * @param unit of what is added
 * @param contrasts variants against the baseline, of which it is known
 */
record AttributionView(Unit unit, List<Contrast> contrasts, Palette palette) {

  static List<AttributionView> of(PlanReport plan, Palette palette) {
    return List.of(Unit.SECONDS, Unit.CPU_SECONDS_PER_1000_REQUESTS).stream()
        .map(
            unit ->
                new AttributionView(
                    unit,
                    plan.contrasts().stream()
                        .filter(it -> it.attribution(unit).isPresent())
                        .toList(),
                    palette))
        .filter(view -> !view.contrasts.isEmpty())
        .toList();
  }

  boolean time() {
    return unit == Unit.SECONDS;
  }

  String title() {
    return Messages.get(time() ? "table.added-time" : "table.added-cpu");
  }

  TableView table() {
    return TableView.of(DifferenceTables.attribution(unit, contrasts), palette);
  }

  /** A bar for each variant with the whole at its end; shares below zero are not drawn. */
  String chart() {
    List<Bar> bars =
        contrasts.stream()
            .map(
                contrast ->
                    new Bar(
                        contrast.arm().label(),
                        attribution(contrast).shares().stream()
                            .filter(share -> share.added().absolute() > 0)
                            .map(this::piece)
                            .toList(),
                        Amounts.scaled(unit, attribution(contrast).whole().absolute())))
            .toList();
    String words =
        time() ? Messages.get("view.added-time-spent") : Messages.get("view.added-cpu-spent");
    return new StackedBars(words, Amounts.symbol(unit), bars).markup();
  }

  private Piece piece(Share share) {
    return new Piece(
        share.component().label(),
        Palette.of(share.component().kind()),
        Amounts.scaled(unit, share.added().absolute()));
  }

  List<Legend> legend() {
    return components().stream()
        .map(Component::kind)
        .distinct()
        .map(kind -> new Legend(kind.title(), Palette.of(kind)))
        .toList();
  }

  private List<Component> components() {
    return Attribution.components(contrasts.stream().map(this::attribution).toList());
  }

  private Attribution attribution(Contrast contrast) {
    return contrast.attribution(unit).orElseThrow();
  }

  record Legend(String title, String color) {}
}
