/**
 * The five services as five processes, looked at from outside. Start reading at {@link
 * io.meshgauge.sample.together.FiveServicesTest}.
 */
@NullMarked
package io.meshgauge.sample.together;

import org.jspecify.annotations.NullMarked;
