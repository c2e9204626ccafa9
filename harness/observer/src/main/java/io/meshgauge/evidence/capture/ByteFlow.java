package io.meshgauge.evidence.capture;

import io.meshgauge.evidence.probe.ByteClassifier;
import io.meshgauge.evidence.probe.TrafficKind;

/**
 * One direction of one connection, looked at chunk by chunk: remembers where the next TLS record
 * must start, so that a chunk which begins inside a record is not taken for something unknown.
 */
public final class ByteFlow {
  private boolean aligned;
  private int nextRecord;
  private boolean records;
  private boolean readable;

  /** What chunks of this flow are in which no framing was recognised, by all that it carried. */
  TrafficKind unrecognised() {
    return records && !readable ? TrafficKind.INSIDE_TLS : TrafficKind.UNKNOWN;
  }

  /**
   * What a chunk is.
   *
   * @param sequence its TCP sequence number, which may wrap
   * @param bytes its payload, not empty
   */
  public TrafficKind accept(int sequence, byte[] bytes) {
    TrafficKind kind = kind(sequence, bytes);
    records |= kind == TrafficKind.TLS;
    readable |= kind.readable();
    return kind;
  }

  private TrafficKind kind(int sequence, byte[] bytes) {
    int skip = aligned ? nextRecord - sequence : 0;
    if (aligned && skip >= bytes.length) {
      return TrafficKind.TLS;
    }
    // A retransmission or a gap: what follows has to speak for itself again.
    int start = skip > 0 ? skip : 0;
    TrafficKind kind = ByteClassifier.classify(bytes, start);
    if (kind == TrafficKind.UNKNOWN) {
      // A fast flow is joined in the middle of a record, and again after every gap.
      int record = ByteClassifier.tlsRecordWithin(bytes);
      if (record >= 0) {
        aligned = true;
        nextRecord = sequence + afterLastRecord(bytes, record);
        return TrafficKind.TLS;
      }
    }
    aligned = kind == TrafficKind.TLS;
    if (aligned) {
      nextRecord = sequence + afterLastRecord(bytes, start);
    } else if (start > 0 && bytes.length - start < ByteClassifier.TLS_HEADER) {
      // The tail of a record and the first bytes of the next header.
      return TrafficKind.TLS;
    }
    return kind;
  }

  private static int afterLastRecord(byte[] bytes, int start) {
    int at = start;
    while (at < bytes.length) {
      int length = ByteClassifier.tlsRecordLength(bytes, at);
      if (length < 0) {
        break;
      }
      at += ByteClassifier.TLS_HEADER + length;
    }
    return at;
  }
}
