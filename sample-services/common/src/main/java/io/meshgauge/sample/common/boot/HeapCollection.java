package io.meshgauge.sample.common.boot;

import java.util.Map;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.endpoint.annotation.WriteOperation;

/**
 * Runs a garbage collection on request ({@code POST /actuator/collect}): the remaining heap is live
 * and grows only by a leak. Exposed only if {@code management.endpoints.web.exposure.include} names
 * it, because a collection delays all requests.
 */
@Endpoint(id = "collect")
class HeapCollection {

  /** Returns when the collection is done. */
  @WriteOperation
  Map<String, Boolean> collect() {
    System.gc();
    return Map.of("collected", true);
  }
}
