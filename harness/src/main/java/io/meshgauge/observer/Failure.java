package io.meshgauge.observer;

/**
 * Body of every answer that is no success.
 *
 * @param error what happened, what was expected
 */
record Failure(String error) {}
