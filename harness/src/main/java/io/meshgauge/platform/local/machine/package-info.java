/**
 * What this machine gives to processes: ports, priorities, control groups. Uses nothing of local.
 */
@NullMarked
package io.meshgauge.platform.local.machine;

import org.jspecify.annotations.NullMarked;
