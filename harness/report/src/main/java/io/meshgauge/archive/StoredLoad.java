package io.meshgauge.archive;

import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.meshgauge.measure.LabelResult;
import io.meshgauge.measure.LoadResult;
import io.meshgauge.measure.LoadResult.WorkerUse;
import io.meshgauge.measure.use.TcpUse;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * The load of one window of a soak in a line of {@link SoakLog}: counts, and histograms as text.
 *
 * @param sendLag see {@link LoadResult}
 * @param worker its fields stand among those of the load
 * @param tcp counters of the window
 */
@JsonPropertyOrder({"rate", "labels", "sendLag", "worker", "tcp"})
record StoredLoad(
    double rate, List<Label> labels, String sendLag, @JsonUnwrapped WorkerUse worker, TcpUse tcp) {
  StoredLoad {
    labels = List.copyOf(labels);
    Objects.requireNonNull(sendLag);
    Objects.requireNonNull(tcp);
  }

  /** See {@link LabelResult}. */
  record Label(
      String label,
      long scheduled,
      long sent,
      long completed,
      long expected,
      long unexpected,
      Map<String, Long> status,
      Map<String, Long> errors,
      String response,
      String service,
      String firstByte) {
    Label {
      status = Map.copyOf(status);
      errors = Map.copyOf(errors);
      Objects.requireNonNull(label);
      Objects.requireNonNull(response);
      Objects.requireNonNull(service);
      Objects.requireNonNull(firstByte);
    }

    private static Label of(LabelResult result) {
      return new Label(
          result.label(),
          result.scheduled(),
          result.sent(),
          result.completed(),
          result.expected(),
          result.unexpected(),
          result.status(),
          result.errors(),
          result.response().text(),
          result.service().text(),
          result.firstByte().text());
    }
  }

  static StoredLoad of(LoadResult load, TcpUse tcp) {
    return new StoredLoad(
        load.rate(),
        load.labels().stream().map(Label::of).toList(),
        load.sendLag().text(),
        load.worker(),
        tcp);
  }
}
