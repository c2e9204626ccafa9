package io.meshgauge.observer;

import java.util.Map;

/**
 * Answer of {@code POST /tcp}.
 *
 * @param pods what the kernel says of each pod's network, by the name in the request
 */
record TcpAnswer(Map<String, NetText> pods) {
  TcpAnswer {
    pods = Map.copyOf(pods);
  }
}
