package io.meshgauge.config.section;

/**
 * A key of a section.
 *
 * @param name as it is written
 * @param form of its value
 */
public record Key<T>(String name, Form<T> form) {}
