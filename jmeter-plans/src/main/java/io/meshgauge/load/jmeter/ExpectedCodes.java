package io.meshgauge.load.jmeter;

import io.grpc.Status;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;

/** Parses names of gRPC statuses. */
final class ExpectedCodes {

  private ExpectedCodes() {}

  /** Parses one or more statuses, separated by commas or blanks. */
  static Set<Status.Code> parse(String text) {
    Set<Status.Code> codes = EnumSet.noneOf(Status.Code.class);
    for (String word : text.strip().split("[,\\s]+", -1)) {
      try {
        codes.add(Status.Code.valueOf(word.toUpperCase(Locale.ROOT)));
      } catch (IllegalArgumentException e) {
        throw new IllegalArgumentException(
            "'"
                + word
                + "' is not a gRPC status; expected one or more of "
                + Arrays.toString(Status.Code.values())
                + ".",
            e);
      }
    }
    return codes;
  }
}
