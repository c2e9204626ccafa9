package io.meshgauge.cli.application;

import static org.assertj.core.api.Assertions.assertThat;

import io.meshgauge.application.Application;
import io.meshgauge.application.Application.Load;
import io.meshgauge.evidence.Loads;
import io.meshgauge.experiment.Evidence;
import io.meshgauge.experiment.Evidence.Promise;
import io.meshgauge.experiment.Evidence.Verdict;
import io.meshgauge.experiment.Run;
import io.meshgauge.measure.LoadResult;
import io.meshgauge.report.SampleSessions;
import io.meshgauge.topology.Hop;
import io.meshgauge.topology.Protocol;
import io.meshgauge.topology.Service;
import io.meshgauge.topology.Topology;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CallDraftTest {
  private static final LoadResult LOAD =
      Loads.of(
          Loads.fine("items", 703, 200),
          Loads.fine("cart", 257, 201),
          Loads.fine("admin", 41, 403));

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "1001 | per-request: 1",
        "960  | per-request: 1, except: [admin]",
        "1920 | per-request: 2, except: [admin]",
        "257  | per-request: 1, only: [cart]",
        // No requests of some labels alone: a mean of all.
        "300  | per-request: 0.30",
        "0    | per-request: 0.00",
      })
  void theRequestsThatCauseCallsAreFoundByTheirNumbers(long calls, String often) {
    assertThat(new CallDraft(LOAD).often(calls)).isEqualTo(often);
  }

  @Test
  void callsOfServiceThatIsNeverCalledGetNoNumber() {
    Run like = SampleSessions.fourWay().runs().get(0);
    long sent = like.measuredLoad().orElseThrow().sent();
    Run run =
        new Run(
            like.trial(),
            like.outcome(),
            like.reasons(),
            like.setup(),
            List.of(counted("web → queue", sent), counted("worker → queue", 206)),
            like.observations(),
            like.results());
    List<Service> services = Topology.of(List.of("queue", "web", "worker"), List.of()).members();
    List<Hop> hops =
        List.of(
            new Hop("web", "queue", Protocol.HTTP1), new Hop("worker", "queue", Protocol.HTTP1));
    Load load = new Load(List.of(new Hop(Topology.LOAD, "web", Protocol.HTTP1)), new TreeMap<>());
    Application application =
        new Application(
            "jobs",
            "",
            services,
            hops,
            new TreeMap<>(Map.of(Application.EVERY_PLAN, load)),
            Service.OnCluster.SHIPPED,
            Application.Arms.NONE);

    assertThat(CallDraft.of(run, application))
        .containsExactly(
            "  - {from: web, to: queue, per-request: 1}", "  - {from: worker, to: queue}");
    assertThat(CallDraft.of(run, Application.UNKNOWN))
        .as("an archive that says nothing of the application")
        .allMatch(it -> it.contains("per-request"));
  }

  private static Evidence counted(String hop, long requests) {
    return new Evidence(
        Promise.TRAVERSAL,
        hop + ", client's side",
        Verdict.PROVEN,
        "some",
        requests + " requests",
        "counters");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        // Either of two labels with as many requests.
        "50  | per-request: 0.50",
        "150 | per-request: 1.50",
        // Of all, which is the simplest.
        "100 | per-request: 1",
      })
  void severalCausesThatFitAreNotGuessed(long calls, String often) {
    LoadResult even = Loads.of(Loads.fine("items", 50, 200), Loads.fine("cart", 50, 201));

    assertThat(new CallDraft(even).often(calls)).isEqualTo(often);
  }
}
