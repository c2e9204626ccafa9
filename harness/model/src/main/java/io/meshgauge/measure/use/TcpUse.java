package io.meshgauge.measure.use;

/**
 * TCP counters of a network namespace over the window.
 *
 * @param segmentsOut segments sent
 * @param segmentsRetransmitted segments sent again
 * @param bytesOut payload and headers sent, in bytes, on the device that carries the path
 */
public record TcpUse(long segmentsOut, long segmentsRetransmitted, long bytesOut) {
  private static final double GIB = 1024.0 * 1024 * 1024;
  private static final double MSS_BYTES = 1448;

  /** The sum of two windows. */
  public TcpUse plus(TcpUse other) {
    return new TcpUse(
        segmentsOut + other.segmentsOut,
        segmentsRetransmitted + other.segmentsRetransmitted,
        bytesOut + other.bytesOut);
  }

  /** Retransmitted segments per GiB sent; 0 when nothing was sent. */
  public double retransmitsPerGib() {
    return bytesOut == 0 ? 0 : segmentsRetransmitted / (bytesOut / GIB);
  }

  /** Loss estimate: retransmits × MSS / bytes (the studies' formula), as a ratio. */
  public double lossEstimate() {
    return bytesOut == 0 ? 0 : segmentsRetransmitted * MSS_BYTES / bytesOut;
  }
}
