package io.meshgauge.report.json;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Range of a number, or of the numbers in a map, as the schema promises it. An integer without this
 * annotation is at least 0; any other number without it has no range.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.FIELD)
@interface Range {
  /** Smallest value; negative infinity for none. */
  double min() default 0;

  /** Largest value; infinity for none. */
  double max() default Double.POSITIVE_INFINITY;
}
