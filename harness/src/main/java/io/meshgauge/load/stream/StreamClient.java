package io.meshgauge.load.stream;

import io.meshgauge.load.LoadException;
import java.util.OptionalLong;
import java.util.function.LongConsumer;

/** An iperf3 client that is up and waits for the word to send one stream. */
public interface StreamClient extends AutoCloseable {

  /** Its process on this machine; empty when it runs elsewhere. */
  OptionalLong pid();

  /**
   * Sends the stream and waits until it has ended.
   *
   * @param elapsed called about once a second with the seconds that have passed
   * @return what iperf3 printed, which may be the account of an error
   * @throws LoadException when it printed nothing, or does not end in time
   */
  String send(LongConsumer elapsed);

  /** Ends it if it is still there. */
  @Override
  void close();
}
