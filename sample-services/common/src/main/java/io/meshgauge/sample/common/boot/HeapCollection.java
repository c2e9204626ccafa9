package io.meshgauge.sample.common.boot;

import java.util.Map;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.endpoint.annotation.WriteOperation;

/**
 * Collects garbage when asked to ({@code POST /actuator/collect}): what is left then is live, and
 * grows only by a leak. Not exposed unless {@code management.endpoints.web.exposure.include} names
 * it: any caller may make all others wait.
 */
@Endpoint(id = "collect")
class HeapCollection {

  /** Answers when the collection is done. */
  @WriteOperation
  Map<String, Boolean> collect() {
    System.gc();
    return Map.of("collected", true);
  }
}
