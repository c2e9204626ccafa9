package io.meshgauge.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.meshgauge.experiment.Outcome;
import io.meshgauge.experiment.Reason;
import io.meshgauge.experiment.SoakEvent;
import io.meshgauge.experiment.SoakRecord;
import io.meshgauge.run.session.Progress;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.reflect.Proxy;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class LiveViewTest {
  @TempDir Path folder;
  private final SampleRun run = new SampleRun("night <script>alert(1)</script>");
  private final List<String> heard = new ArrayList<>();
  private final LiveView view =
      LiveView.open(
          new InetSocketAddress("127.0.0.1", 0),
          (of, trial) -> trial.variant().name() + " (model)");
  private final Progress progress = view.after(recording());

  @AfterEach
  void close() {
    view.close();
  }

  @Test
  void metricsOfTheLatestWindowAreLabelledByVariant() {
    run.play(progress, folder, 3);

    assertThat(get("/metrics"))
        .startsWith("HTTP/1.1 200")
        .contains("text/plain; version=0.0.4")
        .contains("meshgauge_soak_windows_planned{variant=\"envoy\"} 10.0")
        .contains("meshgauge_soak_windows_total{variant=\"envoy\"} 3.0")
        .contains("meshgauge_soak_completed_requests_total{variant=\"envoy\"} 1794.0")
        .contains("meshgauge_soak_failed_requests_total{variant=\"envoy\"} 3.0")
        .contains("meshgauge_soak_void_windows_total{variant=\"envoy\"} 0.0")
        .contains("meshgauge_soak_disturbed_windows_total{variant=\"envoy\"} 0.0")
        .contains("meshgauge_soak_response_seconds{at=\"p99\",variant=\"envoy\"} 0.0125")
        .contains("meshgauge_soak_promises{state=\"unproven\",variant=\"envoy\"} 1.0")
        .contains("meshgauge_soak_alarms_total{kind=\"evidence\",variant=\"envoy\"} 1.0")
        .contains("meshgauge_soak_alarms_total{kind=\"drift\",variant=\"envoy\"} 0.0")
        .contains("meshgauge_soak_gap_seconds_total{variant=\"envoy\"} 7.5")
        .contains("meshgauge_soak_legs{variant=\"envoy\"} 1.0")
        .contains("meshgauge_phase{phase=\"measure\"} 1.0")
        .contains("meshgauge_phase{phase=\"deploy\"} 0.0")
        .contains(
            "meshgauge_container_cpu_cores{container=\"order\",part=\"application\",variant=\"envoy\"} 0.1")
        .contains(
            "meshgauge_container_threads{container=\"order-proxy\",part=\"data_plane\",variant=\"envoy\"} 4.0")
        .contains("meshgauge_disk_free_bytes ")
        .contains("jvm_memory_used_bytes{")
        .doesNotContain("sockets{container=\"order-proxy\"");
  }

  @Test
  void resumedSoakShowsEarlierRecords() {
    progress.trialStarted(run.trial);
    progress.recorded(
        run.trial,
        new SoakRecord(
            10,
            List.of(run.window(0), run.window(1)),
            List.of(new SoakEvent(SampleRun.START, SoakEvent.Kind.GAP, "died", 40)),
            List.of()),
        List.of());
    progress.kept(run.trial, run.window(2));

    assertThat(get("/metrics"))
        .contains("meshgauge_soak_windows_total{variant=\"envoy\"} 3.0")
        .contains("meshgauge_soak_gap_seconds_total{variant=\"envoy\"} 40.0");
    assertThat(get("/board")).contains("3 of 10 windows", "died");
  }

  @Test
  void pageShowsChartsAlarmsAndEventsWithMarkupEscaped() {
    run.play(progress, folder, 3);
    progress.trialFinished(
        run.trial, Outcome.VOID, List.of(new Reason("rule", "too <i>few</i> requests")));

    String page = get("/");

    assertThat(page)
        .contains("Content-security-policy: default-src 'none'; script-src 'sha256-")
        .contains("connect-src 'self'")
        .contains("Soak of envoy (model)", "3 of 10 windows", "max=\"10\" value=\"3\"")
        .contains("Latest window")
        .contains("traversal of &lt;order&gt; did not hold", "the worker &lt;died&gt;")
        .contains("Working set, MiB", "<polyline", "Response time p99, ms")
        .contains("too &lt;i&gt;few&lt;/i&gt; requests")
        .contains("A note with &lt;b&gt;markup&lt;/b&gt;.")
        .doesNotContain("<script>alert", "<order>", "<died>", "<b>markup", "http://", "https://");
  }

  @Test
  void pageIsServedBeforeTheRunStarts() {
    assertThat(get("/")).startsWith("HTTP/1.1 200").contains("about to start");
    assertThat(get("/metrics")).contains("meshgauge_trials_planned 0.0");
  }

  @ParameterizedTest
  @ValueSource(strings = {"HEAD", "POST", "PUT", "DELETE", "OPTIONS", "PATCH"})
  void methodsOtherThanGetAreRefused(String method) {
    assertThat(ask(method, "/", "localhost")).startsWith("HTTP/1.1 405").contains("Allow: GET");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/etc/passwd",
        "/../../etc/passwd",
        "/%2e%2e/%2e%2e/etc/passwd",
        "/boards",
        "/metrics/"
      })
  void unknownPathIsNotFound(String path) {
    assertThat(get(path)).startsWith("HTTP/1.1 404");
  }

  @Test
  void requestWithAForeignHostNameIsRefused() {
    assertThat(ask("GET", "/metrics", "evil.example")).startsWith("HTTP/1.1 421");
    assertThat(ask("GET", "/metrics", "127.0.0.1:80")).startsWith("HTTP/1.1 200");
    assertThat(ask("GET", "/metrics", "localhost")).startsWith("HTTP/1.1 200");
  }

  @Test
  void viewerReceivesPhasesWindowsAlarmsAndTheEnd() throws IOException {
    try (Socket socket = open("/events")) {
      await().until(() -> view.watching() == 1);
      run.play(progress, folder, 1);
      view.close();

      assertThat(lines(socket))
          .contains("retry: 3000")
          .containsSubsequence(
              "event: planned",
              "event: phase",
              "data: {\"now\":\"envoy, plan soak: measure\"}",
              "event: window",
              "event: happened",
              "event: ended");
    }
  }

  @Test
  void viewerThatDoesNotReadIsDropped() throws IOException {
    try (Socket slow = open("/events")) {
      await().until(() -> view.watching() == 1);

      for (int i = 0; i < 400; i++) {
        progress.note("x".repeat(100_000));
      }

      assertThat(slow.isClosed()).isFalse();
      await().until(() -> view.watching() == 0);
    }
    assertThat(get("/metrics")).startsWith("HTTP/1.1 200");
  }

  @Test
  void viewersAreLimitedAndAPlaceIsReleased() throws IOException {
    List<Socket> sockets = new ArrayList<>();
    for (int i = 0; i < SseClients.MAX_VIEWERS; i++) {
      sockets.add(open("/events"));
    }
    await().until(() -> view.watching() == SseClients.MAX_VIEWERS);

    assertThat(get("/events")).startsWith("HTTP/1.1 503");
    assertThat(get("/")).startsWith("HTTP/1.1 200");

    for (Socket socket : sockets) {
      socket.close();
    }
    await()
        .until(
            () -> {
              progress.note("is a viewer there?");
              return view.watching() == 0;
            });
    try (Socket next = open("/events")) {
      await().until(() -> view.watching() == 1);
      assertThat(next.isConnected()).isTrue();
    }
  }

  @Test
  void portInUseIsReported() {
    int taken = view.address().getPort();

    assertThatThrownBy(
            () ->
                LiveView.open(new InetSocketAddress("127.0.0.1", taken), (of, trial) -> "").close())
        .isInstanceOf(LiveException.class)
        .hasMessageContaining("cannot listen on 127.0.0.1 port " + taken)
        .hasMessageContaining("--live=PORT");
    assertThatThrownBy(
            () ->
                LiveView.open(InetSocketAddress.createUnresolved("no.such", 0), (of, trial) -> "")
                    .close())
        .isInstanceOf(LiveException.class)
        .hasMessageContaining("no.such");
  }

  @Test
  void noticeWarnsWhenAllAddressesAreServed() {
    assertThat(view.notice()).contains(view.address().toString()).doesNotContain("Any client");
    try (LiveView open =
        LiveView.open(new InetSocketAddress("0.0.0.0", 0), (of, trial) -> "envoy")) {
      assertThat(open.notice()).contains("Any client that can reach", "without a password");
    }
  }

  @Test
  void failingViewIsReportedOnce() {
    Progress failing = listener(name -> name.equals("note") ? 1 : 0);
    Progress both = new TeeProgress(recording(), failing);

    both.note("one");
    both.note("two");

    assertThat(heard)
        .hasSize(3)
        .startsWith("note one")
        .endsWith("note two")
        .anySatisfy(it -> assertThat(it).contains("The live view has failed"));
  }

  @Test
  void bothListenersReceiveEveryCall() {
    run.play(progress, folder, 1);
    progress.added(1);
    progress.recorded(run.trial, new SoakRecord(10, List.of(), List.of(), List.of()), List.of());
    progress.trialFinished(run.trial, Outcome.VALID, List.of());

    assertThat(heard.stream().map(it -> it.replaceFirst(" .*", "")))
        .as("every method of Progress")
        .contains(
            java.util.Arrays.stream(Progress.class.getMethods())
                .map(java.lang.reflect.Method::getName)
                .toArray(String[]::new));
  }

  private Progress recording() {
    return listener(name -> 0);
  }

  private Progress listener(java.util.function.ToIntFunction<String> failures) {
    return (Progress)
        Proxy.newProxyInstance(
            Progress.class.getClassLoader(),
            new Class<?>[] {Progress.class},
            (proxy, method, values) -> {
              if (failures.applyAsInt(method.getName()) > 0) {
                throw new IllegalStateException("broken");
              }
              heard.add(method.getName() + " " + values[0]);
              return null;
            });
  }

  private String get(String path) {
    return ask("GET", path, "127.0.0.1");
  }

  private String ask(String method, String path, String host) {
    try (Socket socket = request(method, path, host, "Connection: close\r\n")) {
      return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  private Socket open(String path) throws IOException {
    return request("GET", path, "localhost", "");
  }

  private Socket request(String method, String path, String host, String more) throws IOException {
    Socket socket = new Socket("127.0.0.1", view.address().getPort());
    socket.setSoTimeout(20_000);
    socket
        .getOutputStream()
        .write(
            "%s %s HTTP/1.1\r\nHost: %s\r\n%s\r\n"
                .formatted(method, path, host, more)
                .getBytes(StandardCharsets.US_ASCII));
    return socket;
  }

  private static List<String> lines(Socket socket) throws IOException {
    return new BufferedReader(
            new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8))
        .lines()
        .toList();
  }
}
