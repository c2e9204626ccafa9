package io.meshgauge.experiment;

/**
 * Why a run is not valid.
 *
 * @param rule short name of the rule fixed beforehand, for example {@code send-lag}
 * @param text one sentence with the numbers and the limit; further lines hold details, such as the
 *     last lines of a log
 */
public record Reason(String rule, String text) {

  /** The first line of the text: what happened, without the details. */
  public String summary() {
    return text.lines().findFirst().orElse("");
  }
}
