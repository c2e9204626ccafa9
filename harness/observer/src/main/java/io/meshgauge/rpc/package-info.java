/** HTTP to programs of our own that may be on another machine: load workers and observers. */
@NullMarked
package io.meshgauge.rpc;

import org.jspecify.annotations.NullMarked;
