package io.meshgauge.run.trial;

import io.meshgauge.experiment.Evidence;
import io.meshgauge.experiment.Evidence.Promise;
import io.meshgauge.experiment.SoakWindow;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Evidence of a soak over all windows: each subject once, with the first window in which it failed,
 * if any. Its size does not depend on the number of windows.
 */
final class SoakEvidence {
  private static final String IN_EACH = "in each of ";
  private static final String LATEST = "; the latest: ";

  private final Map<Subject, Evidence> latest = new LinkedHashMap<>();
  private final Map<Subject, Failures> failures = new LinkedHashMap<>();
  private int windows;

  /** A subject of evidence; {@code nth} of equal subjects, from 0. */
  private record Subject(Promise promise, String of, int nth) {}

  /** Numbers equal subjects of one list. */
  private static final class Places {
    private final Map<Subject, Integer> seen = new HashMap<>();

    Subject of(Evidence item) {
      Subject first = new Subject(item.promise(), item.subject(), 0);
      int nth = seen.merge(first, 1, Integer::sum) - 1;
      return new Subject(item.promise(), item.subject(), nth);
    }
  }

  private static final class Failures {
    private final Evidence first;
    private final String when;
    private int count;

    Failures(Evidence first, String when) {
      this.first = first;
      this.when = when;
    }
  }

  /** Restores the evidence recorded by an earlier harness, before its windows are added. */
  void resume(List<Evidence> written) {
    Places places = new Places();
    for (Evidence item : written) {
      Subject subject = places.of(item);
      int at = item.observed().indexOf(LATEST);
      if (!item.unproven()) {
        String last = at < 0 ? item.observed() : item.observed().substring(at + LATEST.length());
        latest.put(subject, observed(item, last));
      } else {
        latest.put(subject, item);
      }
    }
  }

  /** Adds the failures of a recorded window. */
  void add(SoakWindow window) {
    windows += window.disturbed().isPresent() ? 0 : 1;
    Places places = new Places();
    window
        .unproven()
        .forEach(item -> failed(places.of(item), item, "in window " + (window.index() + 1)));
  }

  /** Adds all evidence of a new window. */
  void add(SoakWindow window, List<Evidence> all) {
    windows += window.disturbed().isPresent() ? 0 : 1;
    Places places = new Places();
    for (Evidence item : all) {
      note(places.of(item), item, "in window " + (window.index() + 1));
    }
  }

  /** Adds the evidence from before the load of a deployment. */
  void probed(int deployment, List<Evidence> all) {
    Places places = new Places();
    for (Evidence item : all) {
      note(places.of(item), item, "before the load of deployment " + deployment);
    }
  }

  private void note(Subject subject, Evidence item, String when) {
    latest.put(subject, item);
    if (item.unproven()) {
      failed(subject, item, when);
    }
  }

  private void failed(Subject subject, Evidence item, String when) {
    latest.putIfAbsent(subject, item);
    failures.computeIfAbsent(subject, unused -> new Failures(item, when)).count++;
  }

  List<Evidence> all() {
    List<Evidence> all = new ArrayList<>();
    latest.forEach(
        (subject, item) -> {
          Failures failed = failures.get(subject);
          if (failed != null) {
            all.add(
                observed(
                    failed.first,
                    "%s: %s (%d of %d windows)"
                        .formatted(failed.when, failed.first.observed(), failed.count, windows)));
          } else if (windows > 1) {
            all.add(observed(item, IN_EACH + windows + " windows" + LATEST + item.observed()));
          } else {
            all.add(item);
          }
        });
    return all;
  }

  private static Evidence observed(Evidence item, String observed) {
    return new Evidence(
        item.promise(), item.subject(), item.verdict(), item.expected(), observed, item.source());
  }
}
