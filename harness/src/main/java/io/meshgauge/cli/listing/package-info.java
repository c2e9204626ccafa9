/**
 * The names that an experiment can use, for {@code list}. Uses {@code product}, {@code measure}.
 */
@NullMarked
package io.meshgauge.cli.listing;

import org.jspecify.annotations.NullMarked;
