/** What an experiment would do, for {@code describe}. Uses {@code experiment}, {@code score}. */
@NullMarked
package io.meshgauge.cli.describe;

import org.jspecify.annotations.NullMarked;
