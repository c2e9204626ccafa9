/**
 * The verb {@code study}: published studies. Uses {@code config.study}, {@code study} and prints.
 */
@NullMarked
package io.meshgauge.cli.study;

import org.jspecify.annotations.NullMarked;
