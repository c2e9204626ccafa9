/**
 * Declared keys of YAML files, the forms of their values, and sections that are read by them; trees
 * merged in layers. Start reading at {@link io.meshgauge.config.section.Form}.
 */
@NullMarked
package io.meshgauge.config.section;

import org.jspecify.annotations.NullMarked;
