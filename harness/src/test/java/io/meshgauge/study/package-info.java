/** Tests of the analysis of studies; reference values are SciPy 1.17.1's. */
@NullMarked
package io.meshgauge.study;

import org.jspecify.annotations.NullMarked;
