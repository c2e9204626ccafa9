package io.meshgauge.sample.common.event;

import io.meshgauge.sample.common.peer.PeerFailure;
import java.util.List;

/** The receiver of an {@link EventSender}. */
@FunctionalInterface
public interface EventSink {

  /**
   * Delivers a batch. Delivery is idempotent.
   *
   * @return false if the batch was rejected permanently
   * @throws PeerFailure if the same batch may be accepted later
   */
  boolean accept(List<Event> batch);
}
