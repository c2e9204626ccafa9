package io.meshgauge.observer;

/**
 * Body of every answer with a status other than 200.
 *
 * @param error what happened, what was expected
 */
record Failure(String error) {}
