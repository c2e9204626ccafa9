package io.meshgauge.sample.common.peer;

import java.util.function.BooleanSupplier;

/**
 * A condition that must hold once before a service is ready.
 *
 * @param name of the condition in the readiness response
 * @param passes checks it once; may block for the connect and response timeouts; must not throw
 */
public record ReadyCheck(String name, BooleanSupplier passes) {}
