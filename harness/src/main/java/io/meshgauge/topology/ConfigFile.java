package io.meshgauge.topology;

import java.nio.file.Path;

/**
 * A file that a proxy reads beside its configuration, and reads anew when another takes its place.
 *
 * @param path where the proxy looks for it, in a folder of the run
 * @param content all of it
 */
public record ConfigFile(Path path, String content) {}
