/** Tests of the statistics; reference values are SciPy 1.17.1's and statsmodels' own. */
@NullMarked
package io.meshgauge.stats;

import org.jspecify.annotations.NullMarked;
