package io.meshgauge.report.html.chart;

import io.meshgauge.experiment.change.Change;
import io.meshgauge.experiment.change.Transition;
import io.meshgauge.experiment.change.Transition.Connections;
import io.meshgauge.measure.Amounts;
import io.meshgauge.text.Messages;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * How long the proxy before each service answered by the old rule after a change: a lane for each
 * service and kind of connection, with the mean as a bar, and every change as a mark.
 *
 * @param arm its name
 * @param changes to one rule, at least one with transitions
 * @param longest time of any arm, in seconds, so that the pictures of all arms have one scale
 */
public record TransitionChart(String arm, List<Change> changes, double longest) {
  private static final int WIDTH = 600;
  private static final int RIGHT = 590;
  private static final int TOP = 8;
  private static final int LANE = 16;
  private static final int MARK = 3;

  private record Lane(String service, Connections connections, List<Transition> transitions) {
    double mean() {
      return transitions.stream().mapToDouble(Transition::within).average().orElse(0);
    }

    String label() {
      return "%s, %s"
          .formatted(
              service,
              Messages.get("chart.connections-" + connections.name().toLowerCase(Locale.ROOT)));
    }
  }

  /** The longest time of some changes, in seconds. */
  public static double longest(List<Change> changes) {
    return all(changes).mapToDouble(Transition::within).max().orElse(0);
  }

  private static Stream<Transition> all(List<Change> changes) {
    return changes.stream().flatMap(it -> it.transitions().stream());
  }

  private List<Lane> lanes() {
    return all(changes)
        .map(it -> new Lane(it.service(), it.connections(), List.of()))
        .distinct()
        .map(
            lane ->
                new Lane(
                    lane.service(),
                    lane.connections(),
                    all(changes)
                        .filter(
                            it ->
                                it.service().equals(lane.service())
                                    && it.connections() == lane.connections())
                        .toList()))
        .toList();
  }

  public String markup() {
    List<Lane> lanes = lanes();
    int bottom = TOP + lanes.size() * LANE;
    Svg svg = new Svg(WIDTH, bottom + 40, Messages.get("chart.transitions", arm, changes.size()));
    int left = Svg.left(lanes.stream().map(Lane::label));
    Axis along = Axis.around(List.of(0.0, longest), left, RIGHT);
    for (double tick : along.ticks()) {
      svg.line("class=\"grid\"", along.place(tick), TOP, along.place(tick), bottom);
      svg.text(
          "class=\"axis\" text-anchor=\"middle\"",
          along.place(tick),
          bottom + 16,
          along.label(tick));
    }
    for (int i = 0; i < lanes.size(); i++) {
      lane(svg, along, lanes.get(i), TOP + i * LANE);
    }
    svg.text(
        "class=\"axis\" text-anchor=\"middle\"",
        (left + RIGHT) / 2.0,
        bottom + 33,
        Messages.get("chart.seconds-of-change"));
    return svg.markup();
  }

  private static void lane(Svg svg, Axis along, Lane lane, int top) {
    String tip = Messages.get("chart.old-rule", lane.label(), Amounts.duration(lane.mean()));
    double zero = along.place(0);
    svg.text("class=\"axis\" text-anchor=\"end\"", zero - 6, top + LANE - 4.0, lane.label());
    svg.rectangle(
        "class=\"floor\"", zero, top + 2.0, along.place(lane.mean()) - zero, LANE - 4.0, tip);
    for (Transition it : lane.transitions()) {
      svg.circle(
          it.complete() ? "class=\"good-answers\"" : "class=\"alarm\"",
          along.place(it.within()),
          top + LANE / 2.0,
          MARK);
    }
  }
}
