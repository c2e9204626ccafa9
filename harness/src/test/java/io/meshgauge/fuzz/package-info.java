/**
 * Hostile input for readers: seeds of the right form, changed at random, and the contract that
 * every reader keeps. Start reading at {@link io.meshgauge.fuzz.Fuzz}.
 */
package io.meshgauge.fuzz;
