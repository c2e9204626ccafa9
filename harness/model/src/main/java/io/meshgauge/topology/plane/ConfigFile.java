package io.meshgauge.topology.plane;

import java.nio.file.Path;

/**
 * A file that a proxy reads in addition to its configuration, and reloads when it is replaced.
 *
 * @param path where the proxy looks for it, in a folder of the run
 * @param content all of it
 */
public record ConfigFile(Path path, String content) {}
