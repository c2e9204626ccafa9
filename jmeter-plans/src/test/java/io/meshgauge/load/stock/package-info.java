/** Users' own plans. */
@NullMarked
package io.meshgauge.load.stock;

import org.jspecify.annotations.NullMarked;
