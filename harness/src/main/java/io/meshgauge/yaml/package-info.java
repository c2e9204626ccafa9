/**
 * Reads YAML files of users: values with their positions, bounded in size and depth, and all
 * problems of a file at once. Uses no other package. Start reading at {@link
 * io.meshgauge.yaml.YamlReader}.
 */
@NullMarked
package io.meshgauge.yaml;

import org.jspecify.annotations.NullMarked;
