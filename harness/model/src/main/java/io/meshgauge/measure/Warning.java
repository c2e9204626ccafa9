package io.meshgauge.measure;

/**
 * A reservation that travels with a result to every report.
 *
 * @param subject what it is about, for example a variant, a plan or a metric
 * @param text one sentence: what was noticed and what follows for the reader
 */
public record Warning(String subject, String text) {}
