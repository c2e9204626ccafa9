/**
 * Trees of YAML, merged in layers and read key by key: the shape of the files and their quantities.
 */
@NullMarked
package io.meshgauge.config.section;

import org.jspecify.annotations.NullMarked;
