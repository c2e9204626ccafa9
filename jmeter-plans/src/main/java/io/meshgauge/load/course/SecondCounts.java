package io.meshgauge.load.course;

/**
 * Counts of one second of the measured window.
 *
 * @param second its number, from 0
 * @param scheduled arrivals due in it
 * @param sent requests whose sending began in it
 * @param completed responses, expected or not, that were complete in it
 * @param errors failures detected in it: unexpected statuses and requests without a response
 * @param unanswered those among them without a response
 * @param p50Micros median response time of requests that ended in it; 0 if none did
 * @param p99Micros 99th percentile of the same
 */
public record SecondCounts(
    int second,
    long scheduled,
    long sent,
    long completed,
    long errors,
    long unanswered,
    long p50Micros,
    long p99Micros) {}
