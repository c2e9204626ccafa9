package io.meshgauge.topology;

/** The application protocol of a hop. */
public enum Protocol {
  HTTP1,
  GRPC
}
