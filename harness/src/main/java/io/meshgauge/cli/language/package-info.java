/** The language of reports, which {@link io.meshgauge.cli.language.LanguageOptions} chooses. */
@NullMarked
package io.meshgauge.cli.language;

import org.jspecify.annotations.NullMarked;
