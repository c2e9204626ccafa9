package io.meshgauge.config.jmx;

import io.meshgauge.experiment.Plan.OpenModel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.w3c.dom.Element;

/**
 * How many threads, or arrivals per second, a thread group of JMeter or of its standard plugins has
 * over time.
 *
 * @param unit what is counted
 * @param pieces one after the other, from the start of the plan
 */
record GroupProfile(Unit unit, List<Piece> pieces) {
  private static final String SHAPING = "kg.apc.jmeter.timers.VariableThroughputTimer";
  private static final double PER_MINUTE = 60;
  private static final int MOST_PIECES = 1000;
  private static final String OPEN_MODEL = "OpenModelThreadGroup";
  private static final String SCHEDULE = "OpenModelThreadGroup.schedule";
  private static final Set<String> WITH_ARRIVALS =
      Set.of(OPEN_MODEL, "ArrivalsThreadGroup", "FreeFormArrivalsThreadGroup");

  /** What a profile counts. */
  enum Unit {
    THREADS("threads"),
    /** Iterations per second. */
    ARRIVALS("arrivals/s"),
    /** Requests per second of all threads, as a shaping timer limits them. */
    REQUESTS("requests/s");

    private final String words;

    Unit(String words) {
      this.words = words;
    }
  }

  /**
   * A stretch in which the level changes linearly.
   *
   * @param seconds above 0
   */
  record Piece(double seconds, double from, double to) {
    private double at(double second) {
      return from + (to - from) * second / seconds;
    }
  }

  GroupProfile {
    pieces = List.copyOf(pieces);
  }

  /**
   * The profile of a group.
   *
   * @param value resolves what a property is set to; what is no number then has no profile
   * @return empty if its settings are not numbers, or it is a standard group
   */
  static Optional<GroupProfile> of(JmxNode group, Function<String, String> value) {
    Settings settings = new Settings(group, value);
    try {
      GroupProfile found =
          switch (group.shortType()) {
            case "UltimateThreadGroup" -> ultimate(settings);
            case "SteppingThreadGroup" -> stepping(settings);
            case "ConcurrencyThreadGroup" -> target(settings, Unit.THREADS);
            case "ArrivalsThreadGroup" -> target(settings, Unit.ARRIVALS);
            case "FreeFormArrivalsThreadGroup" -> freeForm(settings);
            case OPEN_MODEL ->
                new GroupProfile(Unit.ARRIVALS, OpenModelSchedule.parse(settings.text(SCHEDULE)));
            default -> null;
          };
      return Optional.ofNullable(found).filter(it -> it.peak() > 0);
    } catch (NumberFormatException e) {
      return Optional.empty();
    }
  }

  /** Seconds after which a group ends by itself: its schedule, or its lifetime. */
  static OptionalDouble length(JmxNode group, Function<String, String> value) {
    Optional<GroupProfile> profile = of(group, value);
    if (profile.isPresent()) {
      return OptionalDouble.of(profile.get().seconds());
    }
    Settings settings = new Settings(group, value);
    try {
      return group.is("ThreadGroup.scheduler", false)
          ? OptionalDouble.of(
              settings.number("ThreadGroup.delay") + settings.number("ThreadGroup.duration"))
          : OptionalDouble.empty();
    } catch (NumberFormatException e) {
      return OptionalDouble.empty();
    }
  }

  /** Whether a group schedules arrivals, and not threads that wait for answers. */
  static boolean hasArrivals(JmxNode group) {
    return WITH_ARRIVALS.contains(group.shortType());
  }

  /** Whether a group is JMeter's own, which starts a thread for each arrival. */
  static boolean isOpenModel(JmxNode group) {
    return group.type().equals(OPEN_MODEL);
  }

  /** How the arrivals of a group are spread: evenly where its schedule says so everywhere. */
  static String arrival(JmxNode group) {
    String schedule = group.text(SCHEDULE);
    boolean even = schedule.contains("even_arrivals") && !schedule.contains("random_arrivals");
    return even ? "uniform" : "poisson";
  }

  /** This profile of arrivals as a plan's own. */
  OpenModel openModel(String arrival) {
    Duration length = Duration.ofSeconds(Math.max(1, Math.round(seconds())));
    return new OpenModel(peak(), length, shape(), arrival, words());
  }

  /** The profile of a Throughput Shaping Timer; empty for other elements. */
  static Optional<GroupProfile> ofTimer(JmxNode timer, Function<String, String> value) {
    if (!timer.type().equals(SHAPING)) {
      return Optional.empty();
    }
    try {
      List<Piece> pieces = new ArrayList<>();
      for (double[] row : new Settings(timer, value).rows("load_profile")) {
        add(pieces, row[2], row[0], row[1]);
      }
      return Optional.of(new GroupProfile(Unit.REQUESTS, pieces)).filter(it -> it.peak() > 0);
    } catch (NumberFormatException | ArrayIndexOutOfBoundsException e) {
      return Optional.empty();
    }
  }

  /** Rows of threads, initial delay, startup, hold and shutdown, all at the same time. */
  private static GroupProfile ultimate(Settings settings) {
    List<GroupProfile> rows = new ArrayList<>();
    for (double[] row : settings.rows("ultimatethreadgroupdata")) {
      List<Piece> pieces = new ArrayList<>();
      add(pieces, row[1], 0, 0);
      add(pieces, row[2], 0, row[0]);
      add(pieces, row[3], row[0], row[0]);
      add(pieces, row[4], row[0], 0);
      rows.add(new GroupProfile(Unit.THREADS, pieces));
    }
    return sum(rows);
  }

  private static GroupProfile stepping(Settings settings) {
    double all = settings.number("ThreadGroup.num_threads");
    double burst = settings.number("Start users count burst");
    double step = settings.number("Start users count");
    double fewer = Math.max(1, settings.number("Stop users count"));
    bounded(all / Math.max(1, step));
    bounded(all / fewer);
    List<Piece> pieces = new ArrayList<>();
    add(pieces, settings.number("Threads initial delay"), 0, 0);
    double level = 0;
    while (level < all) {
      double next = Math.min(all, level + (level == 0 && burst > 0 ? burst : Math.max(1, step)));
      add(pieces, settings.number("rampUp"), level, next);
      if (next < all) {
        add(pieces, settings.number("Start users period"), next, next);
      }
      level = next;
    }
    add(pieces, settings.number("flighttime"), all, all);
    while (level > fewer) {
      level -= fewer;
      add(pieces, settings.number("Stop users period"), level, level);
    }
    return new GroupProfile(Unit.THREADS, pieces);
  }

  /** A target that is reached in a ramp or in steps, and held. */
  private static GroupProfile target(Settings settings, Unit unit) {
    double seconds = settings.seconds();
    double level = settings.number("TargetLevel") / (unit == Unit.ARRIVALS ? seconds : 1);
    double ramp = settings.number("RampUp") * seconds;
    int steps = (int) bounded(settings.number("Steps"));
    List<Piece> pieces = new ArrayList<>();
    for (int i = 1; i <= steps; i++) {
      add(pieces, ramp / steps, level * i / steps, level * i / steps);
    }
    if (steps == 0) {
      add(pieces, ramp, 0, level);
    }
    add(pieces, settings.number("Hold") * seconds, level, level);
    return new GroupProfile(unit, pieces);
  }

  private static GroupProfile freeForm(Settings settings) {
    double seconds = settings.seconds();
    List<Piece> pieces = new ArrayList<>();
    for (double[] row : settings.rows("Schedule")) {
      add(pieces, row[2] * seconds, row[0] / seconds, row[1] / seconds);
    }
    return new GroupProfile(Unit.ARRIVALS, pieces);
  }

  /** A number of pieces that a person can mean. */
  private static double bounded(double number) {
    if (!(number <= MOST_PIECES)) {
      throw new NumberFormatException(number + " pieces");
    }
    return number;
  }

  private static void add(List<Piece> pieces, double seconds, double from, double to) {
    if (seconds > 0) {
      pieces.add(new Piece(seconds, from, to));
    }
  }

  /** All of one unit together; each is at 0 after its end. */
  static GroupProfile sum(List<GroupProfile> profiles) {
    SortedSet<Double> edges = new TreeSet<>();
    profiles.forEach(
        profile -> {
          double end = 0;
          for (Piece piece : profile.pieces) {
            end += piece.seconds;
            edges.add(end);
          }
        });
    List<Piece> pieces = new ArrayList<>();
    double start = 0;
    for (double end : edges) {
      double from = 0;
      double to = 0;
      for (GroupProfile profile : profiles) {
        double[] part = profile.between(start, end);
        from += part[0];
        to += part[1];
      }
      pieces.add(new Piece(end - start, from, to));
      start = end;
    }
    return new GroupProfile(profiles.isEmpty() ? Unit.THREADS : profiles.get(0).unit, pieces);
  }

  /** Levels at both ends of an interval that no edge of a piece divides. */
  private double[] between(double start, double end) {
    double begin = 0;
    for (Piece piece : pieces) {
      if ((start + end) / 2 < begin + piece.seconds) {
        return new double[] {piece.at(start - begin), piece.at(end - begin)};
      }
      begin += piece.seconds;
    }
    return new double[] {0, 0};
  }

  /** The highest level. */
  double peak() {
    return pieces.stream().mapToDouble(it -> Math.max(it.from, it.to)).max().orElse(0);
  }

  /** Its length. */
  double seconds() {
    return pieces.stream().mapToDouble(Piece::seconds).sum();
  }

  /** Whether another one has the same course, apart from its level. */
  boolean isAlike(GroupProfile other) {
    return shares().equals(other.shares());
  }

  /** Its pieces as shares of the highest level. */
  private List<Piece> shares() {
    double peak = peak();
    return pieces.stream()
        .map(it -> new Piece(rounded(it.seconds), rounded(it.from / peak), rounded(it.to / peak)))
        .toList();
  }

  private static double rounded(double value) {
    return Math.rint(value * 1e6) / 1e6;
  }

  /** The same course as a shape of the Open-Loop Thread Group. */
  String shape() {
    return shares().stream()
        .map(it -> "%s:%s:%s".formatted(number(it.seconds), number(it.from), number(it.to)))
        .collect(Collectors.joining(" ", "pieces ", ""));
  }

  /** For example {@code 0 to 90 threads in 10 s, 90 for 60 s}. */
  String words() {
    return unit.words
        + ": "
        + pieces.stream()
            .map(
                it ->
                    it.from == it.to
                        ? "%s for %s s".formatted(number(it.from), number(it.seconds))
                        : "%s to %s in %s s"
                            .formatted(number(it.from), number(it.to), number(it.seconds)))
            .collect(Collectors.joining(", "));
  }

  /** A number of at most six digits after the point, as short as it can be. */
  static String number(double value) {
    return String.format(Locale.ROOT, "%.6f", value).replaceFirst("\\.?0+$", "");
  }

  /** Settings of an element, as numbers. */
  private record Settings(JmxNode element, Function<String, String> value) {
    String text(String property) {
      return value.apply(element.text(property)).strip();
    }

    /** A number; 0 where it is not set. */
    double number(String property) {
      String text = text(property);
      return text.isEmpty() ? 0 : Double.parseDouble(text);
    }

    /** Seconds of the unit of time; minutes unless it is said otherwise. */
    double seconds() {
      return text("Unit").equals("S") ? 1 : PER_MINUTE;
    }

    /** Rows of numbers. */
    List<double[]> rows(String property) {
      List<Element> rows =
          element.found(property).stream().flatMap(it -> JmxNode.elements(it).stream()).toList();
      bounded(rows.size());
      return rows.stream()
          .map(
              row ->
                  JmxNode.elements(row).stream()
                      .map(cell -> value.apply(cell.getTextContent()).strip())
                      .mapToDouble(Double::parseDouble)
                      .toArray())
          .toList();
    }
  }
}
