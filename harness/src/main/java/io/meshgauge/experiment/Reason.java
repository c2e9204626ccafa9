package io.meshgauge.experiment;

/**
 * Why a run is not valid.
 *
 * @param rule short name of the rule fixed beforehand, for example {@code achieved-rate}
 * @param text one sentence with the numbers and the limit
 */
public record Reason(String rule, String text) {}
