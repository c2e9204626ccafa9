package io.meshgauge.platform;

/** What a deployment stands on, and so how it can be looked at and loaded. */
public sealed interface Ground permits ThisMachine, Cluster {}
