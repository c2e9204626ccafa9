/**
 * The verb {@code init}: the first experiment file. Uses {@code config}, to check what it wrote.
 */
@NullMarked
package io.meshgauge.cli.init;

import org.jspecify.annotations.NullMarked;
