/** What a report says of the nodes that the load came from. */
@NullMarked
package io.meshgauge.report.node;

import org.jspecify.annotations.NullMarked;
