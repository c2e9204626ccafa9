/** What arms use and what that costs: resources of containers, prices of requests. */
@NullMarked
package io.meshgauge.report.cost;

import org.jspecify.annotations.NullMarked;
