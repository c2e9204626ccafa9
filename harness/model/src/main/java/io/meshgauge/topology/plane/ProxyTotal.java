package io.meshgauge.topology.plane;

/** A count of a whole proxy, whatever the hop. */
public enum ProxyTotal {
  /** Spans that it made. */
  SPANS,
  /** Reports of spans that it could not deliver. */
  SPAN_REPORTS_LOST,
  /** Lines that it put into the buffers of its access logs. */
  LOG_LINES,
  /** Writes to the files of its access logs. */
  LOG_WRITES,
  /** Clusters that it has, at the instant of reading. */
  CLUSTERS,
  /** Changes of the routes of its listeners. */
  ROUTE_RELOADS
}
