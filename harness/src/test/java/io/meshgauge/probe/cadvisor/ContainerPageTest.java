package io.meshgauge.probe.cadvisor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.meshgauge.measure.use.Part;
import io.meshgauge.probe.ProbeException;
import java.util.List;
import org.junit.jupiter.api.Test;

class ContainerPageTest {
  private static final String PAGE =
      """
      # HELP container_cpu_usage_seconds_total Cumulative cpu time consumed in seconds.
      # TYPE container_cpu_usage_seconds_total counter
      container_cpu_usage_seconds_total{container="",cpu="total",id="/kubepods/x",image="",name="",namespace="ns",pod="order-1"} 9.5 1795282679000
      container_cpu_usage_seconds_total{container="order",cpu="total",id="/kubepods/x/y",image="i",name="n",namespace="ns",pod="order-1"} 2.5 1795282679541
      container_cpu_usage_seconds_total{container="istio-proxy",cpu="total",id="/kubepods/x/z",image="i",name="n",namespace="ns",pod="order-1"} 0.25 1795282674000
      container_cpu_usage_seconds_total{container="discovery",cpu="total",id="/kubepods/d",image="i",name="n",namespace="istio-system",pod="istiod-1"} 33 1795282670000
      container_cpu_usage_seconds_total{container="other",cpu="total",id="/kubepods/o",image="i",name="n",namespace="theirs",pod="secret-1"} 1 1795282679900
      container_fs_reads_total{container="order",device="/dev/sda",id="/kubepods/x/y",image="i",name="n",namespace="ns",pod="order-1"} 3 1795282679541
      container_memory_working_set_bytes{container="order",id="/kubepods/x/y",image="i",name="n",namespace="ns",pod="order-1"} 1.34e+08 1795282679541
      container_memory_rss{container="order",id="/kubepods/x/y",image="i",name="n",namespace="ns",pod="order-1"} 1.1e+08 1795282679541
      container_network_receive_bytes_total{container="",id="/kubepods/x",image="",interface="eth0",name="",namespace="ns",pod="order-1"} 4096 1795282679541
      machine_scrape_error 0
      """;

  private final ContainerPage page = ContainerPage.of(List.of(PAGE));

  @Test
  void aContainerIsFoundByNamespacePodAndName() {
    assertThat(page.of(subject("order-1", "order")))
        .contains(new ContainerPage.Seen(1_795_282_679_541L, 2.5, 1.34e8, 1.1e8));
    assertThat(page.of(subject("order-1", "istio-proxy")))
        .contains(new ContainerPage.Seen(1_795_282_674_000L, 0.25, Double.NaN, null));
    assertThat(page.of(subject("order-2", "order"))).isEmpty();
  }

  @Test
  void thePodAsAWholeIsNoContainer() {
    assertThat(page.in("ns", Part.APPLICATION))
        .extracting(Subject::name)
        .containsExactly("order-1/istio-proxy", "order-1/order");
    assertThat(page.of(subject("order-1", ""))).isEmpty();
  }

  @Test
  void containersOfANamespaceAreAccountedToAPart() {
    assertThat(page.in("istio-system", Part.CONTROL_PLANE))
        .containsExactly(
            new Subject(
                "istiod-1/discovery", Part.CONTROL_PLANE, "istio-system", "istiod-1", "discovery"));
  }

  @Test
  void aboutNowIsTheTimeOfTheNewestSampleOfAnyContainer() {
    assertThat(page.newest()).isEqualTo(1_795_282_679_900L);
    assertThat(ContainerPage.of(List.of()).newest()).isZero();
  }

  @Test
  void onlyTheLinesOfTheNamespacesThatAreReadAreKept() {
    assertThat(page.text("ns"::equals).lines())
        .hasSize(6)
        .allMatch(it -> it.contains("namespace=\"ns\""))
        .noneMatch(it -> it.contains("container_fs_reads_total"))
        .anyMatch(it -> it.startsWith("container_network_receive_bytes_total"));
  }

  @Test
  void severalNodesMakeOnePage() {
    ContainerPage both =
        ContainerPage.of(List.of(PAGE, PAGE.replace("order-1", "order-2").replace(" 2.5 ", " 7 ")));

    assertThat(both.of(subject("order-1", "order")).orElseThrow().cpuSeconds()).isEqualTo(2.5);
    assertThat(both.of(subject("order-2", "order")).orElseThrow().cpuSeconds()).isEqualTo(7);
  }

  @Test
  void aLineThatIsReadAndNotUnderstoodIsAnError() {
    List<String> broken = List.of("container_cpu_usage_seconds_total{container=\"order\"} much\n");

    assertThatThrownBy(() -> ContainerPage.of(broken))
        .isInstanceOf(ProbeException.class)
        .hasMessageContaining("expected a number");
  }

  private static Subject subject(String pod, String container) {
    return new Subject("x", Part.APPLICATION, "ns", pod, container);
  }
}
