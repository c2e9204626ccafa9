package io.meshgauge.study;

import io.meshgauge.measure.Amounts;
import io.meshgauge.measure.Metric;
import io.meshgauge.study.Claims.Product;
import io.meshgauge.study.Recomputation.State;
import io.meshgauge.study.Study.Group;
import io.meshgauge.study.Study.Kind;
import io.meshgauge.study.Study.Quantity;
import io.meshgauge.study.Value.Replicate;
import io.meshgauge.text.Messages;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Checks of printed figures that need no statistics. */
record Arithmetic(Study study) {
  private static final double GIB_PER_GB = 1e9 / (1L << 30);
  private static final double BITS = 8;

  /** A rate that stays further below its target was not held. */
  private static final double HELD = 0.99;

  List<Recomputation> all() {
    List<Recomputation> found = new ArrayList<>();
    study.claims().quantiles().forEach(list -> found.add(order(list)));
    study.claims().volumes().products().forEach(product -> products(product, found));
    study
        .claims()
        .volumes()
        .quotients()
        .forEach(it -> found.addAll(new Quotients(study, it).all()));
    study.quantities().stream()
        .filter(it -> it.kind() == Kind.COUNT)
        .forEach(
            it -> study.values(it.name()).forEach(value -> count(it, value).ifPresent(found::add)));
    study.groups().forEach(group -> rates(group, found));
    undetermined().ifPresent(found::add);
    return found;
  }

  /** Higher quantiles of one distribution are not lower. */
  private Recomputation order(List<String> quantiles) {
    List<String> wrong = new ArrayList<>();
    Set<Integer> lines = new LinkedHashSet<>();
    int compared = 0;
    for (int i = 1; i < quantiles.size(); i++) {
      Quantity higher = study.quantity(quantiles.get(i));
      for (Value upper : study.values(higher.name())) {
        Optional<Value> lower = study.value(upper.group(), upper.system(), quantiles.get(i - 1));
        for (Pair pair : lower.map(it -> pairs(it, upper)).orElse(List.of())) {
          compared++;
          if (pair.low().value() > pair.high().value()) {
            lines.add(pair.low().line());
            lines.add(pair.high().line());
            wrong.add(
                "%s%s: %s %s, %s %s"
                    .formatted(
                        upper.system(),
                        where(upper.group(), pair.high().run()),
                        study.quantity(quantiles.get(i - 1)).title(),
                        plain(pair.low().value()),
                        higher.title(),
                        plain(pair.high().value())));
          }
        }
      }
    }
    String names =
        String.join(" ≤ ", quantiles.stream().map(it -> study.quantity(it).title()).toList());
    return wrong.isEmpty()
        ? new Recomputation(
            State.REPRODUCED, names, Messages.get("study.in-order", compared), study.about().data())
        : new Recomputation(
            State.CONTRADICTED,
            names,
            Messages.get("study.wrong-order", wrong.size(), compared, String.join("; ", wrong)),
            study.about().data()
                + ":"
                + String.join(",", lines.stream().map(String::valueOf).toList()));
  }

  private record Pair(Replicate low, Replicate high) {}

  private static List<Pair> pairs(Value lower, Value upper) {
    if (lower.replicates().isEmpty() || upper.replicates().isEmpty()) {
      return List.of(new Pair(asReplicate(lower), asReplicate(upper)));
    }
    List<Pair> pairs = new ArrayList<>();
    for (Replicate high : upper.replicates()) {
      lower.replicates().stream()
          .filter(low -> low.run() == high.run())
          .forEach(low -> pairs.add(new Pair(low, high)));
    }
    return pairs;
  }

  private static Replicate asReplicate(Value value) {
    return new Replicate(0, value.mean(), value.printed().line());
  }

  private String where(String group, int run) {
    List<String> words = new ArrayList<>(study.group(group).stream().toList());
    if (run > 0) {
      words.add(Messages.get("study.run", run));
    }
    return words.isEmpty() ? "" : " (%s)".formatted(String.join(", ", words));
  }

  /** Rate × time against the volume, in GB and in GiB. */
  private void products(Product product, List<Recomputation> found) {
    Quantity rate = study.quantity(product.rate());
    for (Value value : study.values(rate.name())) {
      study
          .value(value.group(), value.system(), product.volume())
          .ifPresent(volume -> found.add(product(product, rate, value, volume)));
    }
  }

  private Recomputation product(Product product, Quantity rate, Value value, Value volume) {
    double factor = Product.GIGABITS.getOrDefault(rate.unit(), 1.0) * product.seconds() / BITS;
    double gigabytes = value.mean() * factor;
    double binary = gigabytes * GIB_PER_GB;
    double printed = volume.mean();
    double tolerance = value.rounding() * factor + volume.rounding();
    String unit = study.quantity(product.volume()).unit();
    String arithmetic =
        Messages.get(
            "study.volume",
            plain(value.mean()),
            rate.unit(),
            plain(product.seconds()),
            gigabytes,
            binary,
            plain(printed),
            unit);
    boolean asGigabytes = Math.abs(gigabytes - printed) <= tolerance;
    boolean asBinary = Math.abs(binary - printed) <= tolerance;
    String neither = Messages.get("study.neither-volume");
    String verdict =
        unit.equals("GiB")
            ? (asBinary ? "" : neither)
            : asGigabytes ? "" : asBinary ? Messages.get("study.binary-volume") : neither;
    return Recomputation.of(
        asGigabytes || asBinary,
        Messages.get("study.of", study.quantity(product.volume()).title(), value.system()),
        arithmetic + verdict,
        study.place(volume.printed().line()));
  }

  /** A mean of n whole numbers is a multiple of 1/n (the GRIM test). */
  private Optional<Recomputation> count(Quantity quantity, Value value) {
    if (value.n().isEmpty() || !value.replicates().isEmpty()) {
      return Optional.empty();
    }
    int n = value.n().getAsInt();
    double sum = Math.rint(value.mean() * n);
    boolean possible = Math.abs(sum / n - value.mean()) <= value.rounding() * (1 + 1e-9);
    double below = Math.floor(value.mean() * n);
    String nearest =
        possible
            ? "%s / %d = %s".formatted(plain(sum), n, plain(sum / n))
            : Messages.get(
                "study.nearest-means",
                plain(below),
                n,
                plain(below / n),
                plain(below + 1),
                n,
                plain((below + 1) / n));
    boolean empty = n * 2 * value.rounding() >= 1;
    return Optional.of(
        Recomputation.of(
            possible,
            Messages.get("study.of", quantity.title(), value.system()),
            Messages.get(
                "study.mean-of-counts",
                n,
                n,
                nearest,
                Amounts.fixed(value.mean(), value.printed().decimals()),
                empty ? Messages.get("study.every-mean") : ""),
            study.place(value.printed().line())));
  }

  /** Whether the target rate of a group was completed. */
  private void rates(Group group, List<Recomputation> found) {
    if (group.rate().isEmpty()) {
      return;
    }
    double target = group.rate().getAsDouble();
    for (Quantity quantity : study.quantities()) {
      if (quantity.metric().filter(it -> it == Metric.THROUGHPUT).isEmpty()
          || !quantity.kind().hasRatio()) {
        continue;
      }
      List<Value> values =
          study.values(quantity.name()).stream()
              .filter(it -> it.group().equals(group.name()))
              .toList();
      if (!values.isEmpty()) {
        found.add(rate(quantity, group, target, values));
      }
    }
  }

  private Recomputation rate(Quantity quantity, Group group, double target, List<Value> values) {
    List<String> behind =
        values.stream()
            .filter(it -> it.mean() < HELD * target)
            .map(
                it ->
                    "%s %s (%s)"
                        .formatted(
                            it.system(), plain(it.mean()), Amounts.share(it.mean() / target)))
            .toList();
    return Recomputation.of(
        behind.isEmpty(),
        "%s, %s".formatted(quantity.title(), group.title()),
        behind.isEmpty()
            ? Messages.get("study.target-held", plain(target))
            : Messages.get(
                "study.target-not-held",
                plain(target),
                behind.size(),
                values.size(),
                String.join(", ", behind)),
        study.about().data());
  }

  /** Quantities without deviations, replicates and half-widths. */
  private Optional<Recomputation> undetermined() {
    List<String> titles =
        study.quantities().stream()
            .filter(it -> it.kind() != Kind.SCORE)
            .filter(
                it ->
                    study.values(it.name()).stream()
                        .allMatch(v -> study.claims().halfWidth(it.name(), v.system()).isEmpty()))
            .filter(it -> !study.values(it.name()).isEmpty())
            .filter(it -> study.values(it.name()).stream().allMatch(v -> v.moments().isEmpty()))
            .map(Quantity::title)
            .distinct()
            .toList();
    return titles.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new Recomputation(
                State.NOT_COMPUTABLE,
                Messages.get("study.tests-of", String.join(", ", titles)),
                Messages.get("study.means-only"),
                study.about().data()));
  }

  /** A number without trailing zeros. */
  static String plain(double value) {
    String text = Amounts.fixed(value, 6);
    return text.contains(".") ? text.replaceFirst("\\.?0+$", "") : text;
  }
}
