package io.meshgauge.sample.common.peer;

import java.util.function.BooleanSupplier;

/**
 * A condition that must have held once before a service is ready.
 *
 * @param name what is waited for, as the readiness answer shows it
 * @param passes tries once; may block for the connect and response timeouts; must not throw
 */
public record ReadyCheck(String name, BooleanSupplier passes) {}
