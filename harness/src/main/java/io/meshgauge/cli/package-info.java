/**
 * The command line: one class per verb, progress on the console, exit codes.
 *
 * <p>The only package that writes to the console or ends the process, except for the observer,
 * which runs on a cluster. May use everything; what runs, reads and reports is behind {@link
 * io.meshgauge.cli.Engine}, so that the verbs can be tested without starting anything. Start
 * reading at {@link io.meshgauge.cli.Meshgauge}.
 */
@NullMarked
package io.meshgauge.cli;

import org.jspecify.annotations.NullMarked;
