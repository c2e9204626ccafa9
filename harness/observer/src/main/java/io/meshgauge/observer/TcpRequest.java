package io.meshgauge.observer;

import java.util.Map;

/**
 * Body of {@code POST /tcp}.
 *
 * @param pods by a key of the caller's choice, the id of any container of a pod, with or without
 *     its scheme ({@code containerd://})
 */
record TcpRequest(Map<String, String> pods) {
  TcpRequest {
    pods = Map.copyOf(pods);
  }
}
