package io.meshgauge.load.stream;

import io.meshgauge.load.LoadException;
import java.util.OptionalLong;
import java.util.function.LongConsumer;

/** An iperf3 client that is ready to send one stream. */
public interface StreamClient extends AutoCloseable {

  /** Its process on this machine; empty if it runs elsewhere. */
  OptionalLong pid();

  /**
   * Sends the stream and waits until it has ended.
   *
   * @param elapsed receives the number of seconds passed, about once a second
   * @return the output of iperf3, which may describe an error
   * @throws LoadException if it printed nothing, or does not exit in time
   */
  String send(LongConsumer elapsed);

  /** Ends it if it is still running. */
  @Override
  void close();
}
