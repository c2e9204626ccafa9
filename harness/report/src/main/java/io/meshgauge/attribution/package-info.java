/**
 * Where the added response time and the added CPU of an arm are spent: split by hop, side and
 * service, with intervals. A pure function of the runs.
 */
@NullMarked
package io.meshgauge.attribution;

import org.jspecify.annotations.NullMarked;
