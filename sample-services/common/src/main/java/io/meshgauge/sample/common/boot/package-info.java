/**
 * How a sample service starts: the short list of Spring Boot parts it is made of and what every
 * service has switched on. May use every other package of this module. Start reading at {@link
 * io.meshgauge.sample.common.boot.LeanService}.
 */
@NullMarked
package io.meshgauge.sample.common.boot;

import org.jspecify.annotations.NullMarked;
