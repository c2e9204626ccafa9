/**
 * Reads the files that describe applications: services, their calls and the requests of the load.
 */
@NullMarked
package io.meshgauge.config.application;

import org.jspecify.annotations.NullMarked;
