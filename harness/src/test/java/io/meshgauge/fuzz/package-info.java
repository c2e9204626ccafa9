/**
 * Hostile input for readers: well-formed seeds, changed at random, and the contract of every
 * reader. Start reading at {@link io.meshgauge.fuzz.Fuzz}.
 */
package io.meshgauge.fuzz;
