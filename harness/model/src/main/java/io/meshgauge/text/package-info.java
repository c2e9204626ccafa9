/**
 * The texts that reports print for people. They stand in resources of this package, a file for each
 * area and language; a test fails the build if a language lacks one.
 */
@NullMarked
package io.meshgauge.text;

import org.jspecify.annotations.NullMarked;
