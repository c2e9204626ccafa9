package io.meshgauge.load.record;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;

/**
 * CPU and garbage collection time that this process has used so far.
 *
 * @param cpuNanos processor time of all its threads
 * @param gcMillis time in garbage collection
 */
record ProcessMeter(long cpuNanos, long gcMillis) {

  static ProcessMeter read() {
    long cpu =
        ManagementFactory.getOperatingSystemMXBean() instanceof OperatingSystemMXBean os
            ? os.getProcessCpuTime()
            : 0;
    long gc =
        ManagementFactory.getGarbageCollectorMXBeans().stream()
            .mapToLong(GarbageCollectorMXBean::getCollectionTime)
            .filter(millis -> millis > 0)
            .sum();
    return new ProcessMeter(cpu, gc);
  }

  ProcessMeter since(ProcessMeter earlier) {
    return new ProcessMeter(cpuNanos - earlier.cpuNanos, gcMillis - earlier.gcMillis);
  }
}
