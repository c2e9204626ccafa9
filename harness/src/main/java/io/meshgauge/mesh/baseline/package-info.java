/** No mesh: services dial each other directly. What every other contestant is compared with. */
@NullMarked
package io.meshgauge.mesh.baseline;

import org.jspecify.annotations.NullMarked;
