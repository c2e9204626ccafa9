/** Applications of users on the command line. */
@NullMarked
package io.meshgauge.cli.application;

import org.jspecify.annotations.NullMarked;
