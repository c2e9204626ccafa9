/** Objects of a cluster as YAML: reading, rendering, and functions on single objects. */
@NullMarked
package io.meshgauge.platform.kubernetes.manifest;

import org.jspecify.annotations.NullMarked;
