package io.meshgauge.predict;

import io.meshgauge.application.Application;
import io.meshgauge.application.Application.Request;
import io.meshgauge.experiment.Plan;
import io.meshgauge.measure.LabelResult;
import io.meshgauge.measure.LoadResult;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** Which share of the requests has which label. */
final class RequestShares {
  private RequestShares() {}

  /** By the application's file; empty where it does not say. */
  static Map<String, Double> planned(Application application, Plan plan) {
    SortedMap<String, Double> shares = new TreeMap<>();
    if (application.loads().isEmpty()) {
      return shares;
    }
    Map<String, Request> requests = application.load(plan.load()).requests();
    double all = requests.values().stream().mapToInt(Request::weight).sum();
    requests.forEach((label, it) -> shares.put(label, all == 0 ? 0 : it.weight() / all));
    return shares;
  }

  /** As they were sent. */
  static Map<String, Double> sent(LoadResult load) {
    SortedMap<String, Double> shares = new TreeMap<>();
    double all = Math.max(1, load.sent());
    for (LabelResult label : load.labels()) {
      shares.merge(label.label(), label.sent() / all, Double::sum);
    }
    return shares;
  }
}
