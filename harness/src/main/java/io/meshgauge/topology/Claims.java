package io.meshgauge.topology;

/**
 * What a mesh promises; each claim must be proven in every run that is to be scored.
 *
 * @param proxied every hop goes through a proxy on both sides
 * @param encrypted every hop is mutual TLS, and plaintext is refused
 */
public record Claims(boolean proxied, boolean encrypted) {}
