package io.meshgauge.sample.common.event;

import io.meshgauge.sample.common.peer.PeerFailure;
import java.util.List;

/** The far end of an {@link EventSender}. */
@FunctionalInterface
public interface EventSink {

  /**
   * Delivers a batch. Delivering the same events twice must do no harm.
   *
   * @return whether the batch was accepted; false means it never will be
   * @throws PeerFailure when the same batch may be accepted later
   */
  boolean accept(List<Event> batch);
}
