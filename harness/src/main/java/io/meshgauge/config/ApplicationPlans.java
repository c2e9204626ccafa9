package io.meshgauge.config;

import io.meshgauge.application.Application;
import io.meshgauge.application.Application.Load;
import io.meshgauge.application.Application.Request;
import io.meshgauge.experiment.Plan;
import io.meshgauge.topology.Hop;
import io.meshgauge.topology.Protocol;
import io.meshgauge.yaml.Place;
import io.meshgauge.yaml.Problems;
import java.util.List;
import java.util.Map;

/** Compares the plans of an experiment with what the application says of their load. */
final class ApplicationPlans {
  private final Problems problems;

  ApplicationPlans(Problems problems) {
    this.problems = problems;
  }

  /**
   * Refuses plans that the application cannot answer.
   *
   * @param place where the plans are written
   */
  void check(List<Plan> plans, Application application, Place place) {
    for (Plan plan : plans) {
      if (plan.isStream() || plan.own().isPresent()) {
        continue;
      }
      if (plan.isGrpc()) {
        grpc(application, place);
      } else {
        requests(plan, application, place);
      }
      if (plan.load().equals(Plan.RETRY_STORM)) {
        failing(application, place);
      }
    }
  }

  private void grpc(Application application, Place place) {
    if (!application.loads().containsKey(Plan.GRPC)) {
      problems.wrong(
          place,
          "the plan %s, of which the application %s says nothing"
              .formatted(Plan.GRPC, application.name()),
          "%s: in plans: of the application's file, with the services that the load calls"
              .formatted(Plan.GRPC),
          "remove the plan, or describe its load");
    }
  }

  private void requests(Plan plan, Application application, Place place) {
    Load load = application.load(plan.load());
    boolean http = load.entries().stream().map(Hop::protocol).allMatch(Protocol.HTTP1::equals);
    if (!http || load.requests().isEmpty()) {
      problems.wrong(
          place,
          http
              ? "the plan %s, and no requests: in the file of the application %s"
                  .formatted(plan.name(), application.name())
              : "the plan %s sends HTTP requests, and the load of the application %s enters by another protocol"
                  .formatted(plan.name(), application.name()),
          "requests: with a path each, or a JMeter plan of your own",
          "describe the requests, or name your plan: {name: …, jmx: FILE}");
    }
    for (Map.Entry<String, Request> request : load.requests().entrySet()) {
      if (http && request.getValue().line().path().isEmpty()) {
        problems.wrong(
            place,
            "the request %s of the application %s has no path"
                .formatted(request.getKey(), application.name()),
            "path: from its first slash",
            "add path:");
      }
    }
  }

  private void failing(Application application, Place place) {
    if (application.services().stream().noneMatch(it -> it.understands(Plan.FAILURE_RATE))) {
      problems.wrong(
          place,
          "the plan %s, and no service of the application %s can be made to fail calls"
              .formatted(Plan.RETRY_STORM, application.name()),
          "a service with %s in its settings:".formatted(Plan.FAILURE_RATE),
          "remove the plan");
    }
  }
}
