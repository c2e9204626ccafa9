/** A tiny HTTP server on loopback, whose faults are under the test's control. */
@NullMarked
package io.meshgauge.load.testserver;

import org.jspecify.annotations.NullMarked;
