/** Processes of this machine that end with the harness, even if it is killed. */
@NullMarked
package io.meshgauge.platform.local.process;

import org.jspecify.annotations.NullMarked;
