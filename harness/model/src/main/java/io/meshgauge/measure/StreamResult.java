package io.meshgauge.measure;

import io.meshgauge.measure.use.TcpUse;
import java.util.List;

/**
 * What a TCP stream carried during the window, as the two ends of {@code iperf3} counted it.
 *
 * <p>Retransmits are those of the sending end's own connections. Where a proxy stands at the sender
 * these end at that proxy: what is lost behind it does not show here, but in the counters of the
 * network ({@link TcpUse}).
 *
 * @param window first to last byte, by the receiving end
 * @param streams parallel connections that carry data; one more carries control messages
 * @param sentBytes payload handed to the sender's connections
 * @param receivedBytes payload that the receiver got
 * @param retransmits segments the sender's connections sent again
 * @param mssBytes largest payload of a segment of the sender's connections
 * @param senderCpuSeconds CPU the sender used
 * @param seconds the window second by second
 * @param congestion algorithm of the sender's congestion control; empty when it was not reported
 */
public record StreamResult(
    Window window,
    int streams,
    long sentBytes,
    long receivedBytes,
    long retransmits,
    int mssBytes,
    double senderCpuSeconds,
    List<Second> seconds,
    String congestion) {
  private static final double GIB = 1024.0 * 1024 * 1024;

  public StreamResult {
    seconds = List.copyOf(seconds);
  }

  /**
   * One second as the sender saw it.
   *
   * @param second seconds since the window's start, from 0
   * @param bitsPerSecond payload sent
   * @param retransmits segments sent again
   */
  public record Second(int second, double bitsPerSecond, long retransmits) {}

  /** Payload received, in bits per second. */
  public double throughput() {
    return receivedBytes * 8 / window.seconds();
  }

  /** Payload received, in GiB. */
  public double receivedGib() {
    return receivedBytes / GIB;
  }

  /** Connections opened for the test: those with data, and the one for control messages. */
  public int connections() {
    return streams + 1;
  }

  /** Retransmitted segments per GiB sent; 0 when nothing was sent. */
  public double retransmitsPerGib() {
    return sentBytes == 0 ? 0 : retransmits / (sentBytes / GIB);
  }

  /**
   * Loss estimate: retransmits × MSS / bytes (the studies' formula), as a ratio; with the MSS that
   * the connections had, which on a loopback device is far from Ethernet's.
   */
  public double lossEstimate() {
    return sentBytes == 0 ? 0 : (double) retransmits * mssBytes / sentBytes;
  }
}
