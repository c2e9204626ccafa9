/**
 * What the program prints while it works, and what the terminal can show.
 *
 * <p>Start reading at {@link io.meshgauge.cli.terminal.Terminal}.
 */
@NullMarked
package io.meshgauge.cli.terminal;

import org.jspecify.annotations.NullMarked;
