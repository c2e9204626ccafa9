package io.meshgauge.topology;

/** The application protocol of a hop. */
public enum Protocol {
  HTTP1,
  GRPC,
  /** Bytes, of which a proxy knows nothing more. */
  TCP
}
