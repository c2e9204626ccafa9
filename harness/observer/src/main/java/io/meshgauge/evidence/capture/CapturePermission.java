package io.meshgauge.evidence.capture;

/**
 * Whether packets can be captured somewhere.
 *
 * @param permitted whether a socket could be opened
 * @param words how it is done, or why it cannot be
 */
public record CapturePermission(boolean permitted, String words) {}
