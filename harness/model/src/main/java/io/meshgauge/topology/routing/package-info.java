/** What proxies do with the requests for one service on purpose of an arm. Values only. */
@NullMarked
package io.meshgauge.topology.routing;

import org.jspecify.annotations.NullMarked;
