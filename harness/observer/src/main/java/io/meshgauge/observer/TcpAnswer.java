package io.meshgauge.observer;

import java.util.Map;

/**
 * Answer of {@code POST /tcp}.
 *
 * @param pods kernel counters of each pod's network, by the key in the request
 */
record TcpAnswer(Map<String, NetText> pods) {
  TcpAnswer {
    pods = Map.copyOf(pods);
  }
}
