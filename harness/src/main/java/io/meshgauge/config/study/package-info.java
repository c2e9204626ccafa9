/** Reads published studies: a YAML file that describes a study, and the CSV file of its figures. */
@NullMarked
package io.meshgauge.config.study;

import org.jspecify.annotations.NullMarked;
