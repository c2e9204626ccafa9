package io.meshgauge.sample.common.grpc;

import io.grpc.Metadata;
import io.meshgauge.sample.common.http.PropagatedHeaders;
import java.util.Map;
import java.util.stream.Collectors;

/** The propagated headers as gRPC metadata keys. */
final class MetadataKeys {

  private static final Map<String, Metadata.Key<String>> KEYS =
      PropagatedHeaders.NAMES.stream()
          .collect(
              Collectors.toUnmodifiableMap(
                  name -> name, name -> Metadata.Key.of(name, Metadata.ASCII_STRING_MARSHALLER)));

  private MetadataKeys() {}

  static PropagatedHeaders read(Metadata metadata) {
    return PropagatedHeaders.read(name -> metadata.get(KEYS.get(name)));
  }

  static void write(PropagatedHeaders headers, Metadata metadata) {
    headers.values().forEach((name, value) -> metadata.put(KEYS.get(name), value));
  }
}
