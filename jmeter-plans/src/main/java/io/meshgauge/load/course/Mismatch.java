package io.meshgauge.load.course;

/**
 * Requests of one label that were not answered as expected, all in the same way.
 *
 * @param label of the requests
 * @param expected statuses, or the assertion of a plan; empty if the plan says nothing
 * @param received status, or the kind of error of a request without an answer
 * @param count requests that ended so
 * @param of requests with this label that ended
 * @param excerpt beginning of the first such answer, or of its error; empty without one
 */
public record Mismatch(
    String label, String expected, String received, long count, long of, String excerpt) {}
