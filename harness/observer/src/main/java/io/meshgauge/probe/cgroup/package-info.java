/** Readings of Linux control groups, version 1 and 2. */
@NullMarked
package io.meshgauge.probe.cgroup;

import org.jspecify.annotations.NullMarked;
