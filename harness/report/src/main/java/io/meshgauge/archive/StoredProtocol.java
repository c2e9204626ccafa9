package io.meshgauge.archive;

import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.meshgauge.experiment.Protocol;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;

/** A {@link Protocol} in {@code session.json}, where its parts have no object. Mixed into it. */
@JsonPropertyOrder({
  "replicates",
  "load",
  "windows",
  "noiseFloor",
  "length",
  "sendLag",
  "stop",
  "proof"
})
record StoredProtocol(
    int replicates,
    @JsonUnwrapped Protocol.Load load,
    OptionalInt windows,
    boolean noiseFloor,
    @JsonUnwrapped Protocol.Length length,
    OptionalDouble sendLag,
    Protocol.StopRule stop,
    Optional<Duration> proof) {}
