package io.meshgauge.cli.application;

import io.meshgauge.application.Application;
import io.meshgauge.application.Application.Line;
import io.meshgauge.application.Application.Load;
import io.meshgauge.application.Application.Request;
import io.meshgauge.experiment.Experiment;
import io.meshgauge.experiment.Plan;
import io.meshgauge.topology.Hop;
import io.meshgauge.topology.Hop.Calls;
import io.meshgauge.topology.Service;
import io.meshgauge.topology.Service.Launch;
import java.io.PrintStream;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What an experiment would start and send of its application. */
public record ApplicationText(Experiment experiment) {

  /** Prints services, calls and requests. */
  public void print(PrintStream out) {
    Application application = experiment.application();
    out.printf("%nApplication %s, of %s%n", application.name(), application.folder());
    for (Service service : application.services()) {
      String called = application.neverCalled(service.name()) ? "never called" : protocol(service);
      out.printf("  %-16s %s, %s%n", service.name(), called, started(service));
      out.printf("  %-16s %s; %s%n", "", probed(service), read(service));
    }
    for (Hop hop : application.hops()) {
      String often =
          application.neverCalled(hop.client()) ? "by itself, some calls" : often(hop.calls());
      out.printf("  %s: %s%n", hop, often);
    }
    for (Plan plan : experiment.plans()) {
      if (!plan.isStream()) {
        sent(plan, application.load(plan.load()), out);
      }
    }
  }

  private static String protocol(Service service) {
    return service.protocol().name().toLowerCase(Locale.ROOT);
  }

  private String started(Service service) {
    if (experiment.onCluster().isPresent()) {
      return "in pods by its manifests";
    }
    return service
        .launch()
        .map(ApplicationText::command)
        .orElse("cannot be started on this machine: no run: in its file");
  }

  private static String command(Launch launch) {
    String arguments = String.join(" ", launch.arguments());
    return launch.java() ? "java -jar %s %s".formatted(launch.jar(), arguments) : arguments;
  }

  private static String probed(Service service) {
    return service.probe().permitted()
        ? "the harness itself sends it %s %s"
            .formatted(service.probe().content().strip(), service.probe().path())
            .stripTrailing()
        : "the harness itself sends it no request";
  }

  private static String read(Service service) {
    List<String> pages =
        Stream.of(service.pages().ready(), service.pages().metrics())
            .filter(page -> !page.isEmpty())
            .distinct()
            .toList();
    if (!pages.isEmpty()) {
      return "reads its pages " + String.join(", ", pages);
    }
    return service.isReachable()
        ? "opens connections to its port until it is ready"
        : "opens no connection: it has no port, and is ready once it runs";
  }

  private static String often(Calls calls) {
    if (calls.perRequest().isEmpty()) {
      return "some calls";
    }
    return "%s for each request%s%s"
        .formatted(
            number(calls.perRequest().orElseThrow()),
            list(" of ", calls.only()),
            list(" but ", calls.except()));
  }

  private static String number(double value) {
    return value == Math.rint(value) ? Long.toString(Math.round(value)) : Double.toString(value);
  }

  private static String list(String before, List<String> labels) {
    return labels.isEmpty() ? "" : before + String.join(", ", labels);
  }

  private static void sent(Plan plan, Load load, PrintStream out) {
    out.printf(
        "  plan %s sends to %s%s%n",
        plan.name(),
        load.entries().stream().map(Hop::server).collect(Collectors.joining(", ")),
        plan.own().map(own -> " what %s says".formatted(own.jmx())).orElse(""));
    if (plan.own().isPresent()) {
      return;
    }
    int all = load.requests().values().stream().mapToInt(Request::weight).sum();
    for (Map.Entry<String, Request> request : load.requests().entrySet()) {
      Line line = request.getValue().line();
      if (!line.path().isEmpty()) {
        out.printf(
            Locale.ROOT,
            "    %-16s %3.0f %%  %s %s, expects %s%n",
            request.getKey(),
            100.0 * request.getValue().weight() / all,
            line.method(),
            line.path(),
            line.expect().stream().map(Object::toString).collect(Collectors.joining(" or ")));
      }
    }
  }
}
