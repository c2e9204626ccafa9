/** Answers to a command line that cannot be executed. Uses {@code yaml}, for the nearest name. */
@NullMarked
package io.meshgauge.cli.help;

import org.jspecify.annotations.NullMarked;
