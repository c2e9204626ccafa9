package io.meshgauge.archive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import java.util.SplittableRandom;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Decoding must agree with the library. */
class BucketCountsTest {
  private final IntervalPayload payload = new IntervalPayload();

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5})
  void decodedSumsEqualThoseOfTheLibrary(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    Histogram expected = BucketCounts.empty();
    BucketCounts sum = new BucketCounts();
    for (int i = 0; i < 20; i++) {
      Histogram interval = draw(random);
      expected.add(interval);
      payload.decode(encoded(interval));
      payload.addTo(sum);
    }
    Histogram found = BucketCounts.empty();
    sum.into(found);

    assertThat(found).isEqualTo(expected);
    assertThat(sum.toHistogram().count()).isEqualTo(expected.getTotalCount());
    sum.clear();
    assertThat(sum.toHistogram().isEmpty()).isTrue();
  }

  /** From single microseconds to an hour, with counts of one to many bytes. */
  private static Histogram draw(SplittableRandom random) {
    Histogram drawn = BucketCounts.empty();
    for (int i = 0; i < 300; i++) {
      long value = 1 + (long) Math.pow(10, random.nextDouble(9.5));
      drawn.recordValueWithCount(
          Math.min(value, 3_600_000_000L), 1L << random.nextInt(random.nextInt(1, 40)));
    }
    drawn.recordValue(1);
    drawn.recordValue(3_600_000_000L);
    return drawn;
  }

  @Test
  void histogramsOfOtherSettingsAreRefused() {
    Histogram other = new Histogram(1, 1_000_000, 2);
    other.recordValue(5);

    assertThatThrownBy(() -> payload.decode(encoded(other)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("expected from 1 to 3600000000 with 3");
  }

  @Test
  void truncatedAndForeignPayloadsAreRefused() {
    byte[] whole = encoded(draw(new SplittableRandom(1)));
    byte[] half = Arrays.copyOf(whole, whole.length / 8 * 4);

    assertThatThrownBy(() -> payload.decode(half)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> payload.decode("AAAA".getBytes(StandardCharsets.US_ASCII)))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> payload.decode("HIST!".getBytes(StandardCharsets.US_ASCII)))
        .isInstanceOf(IllegalArgumentException.class);
  }

  private static byte[] encoded(Histogram histogram) {
    ByteBuffer buffer = ByteBuffer.allocate(histogram.getNeededByteBufferCapacity());
    int length = histogram.encodeIntoCompressedByteBuffer(buffer);
    return Base64.getEncoder().encode(Arrays.copyOf(buffer.array(), length));
  }
}
