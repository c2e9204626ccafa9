package io.meshgauge.report.json.smp;

import io.meshgauge.report.PlanReport;
import io.meshgauge.report.Report;
import io.meshgauge.report.ReportFormat;
import io.meshgauge.report.arm.Arm;
import io.meshgauge.report.json.JsonFormat;
import io.meshgauge.report.json.smp.SmpJson.PerformanceTestConfig;
import io.meshgauge.report.json.smp.SmpJson.PerformanceTestResult;
import io.meshgauge.report.json.smp.SmpJson.ServiceMeshConfig;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Messages of the <a
 * href="https://github.com/service-mesh-performance/service-mesh-performance">Service Mesh
 * Performance</a> specification (SMP) in JSON: the configuration of tests, of the environment and
 * of each mesh, and a result for each variant and plan, which refers to them by their {@code id}.
 *
 * <p>docs/pipelines.md lists what SMP has no field for, which is left out.
 */
public final class SmpFormat implements ReportFormat {

  @Override
  public String name() {
    return "smp";
  }

  @Override
  public String fileName() {
    return "smp.json";
  }

  @Override
  public void write(Report report, Appendable out) throws IOException {
    SmpMessages messages = new SmpMessages(report);
    Set<PerformanceTestConfig> tests = new LinkedHashSet<>();
    List<ServiceMeshConfig> meshes = new ArrayList<>();
    List<PerformanceTestResult> results = new ArrayList<>();
    for (PlanReport plan : report.plans()) {
      for (Arm arm : plan.variants()) {
        PerformanceTestConfig test = messages.test(plan, arm);
        tests.add(test);
        ServiceMeshConfig mesh = messages.mesh(plan, arm);
        meshes.add(mesh);
        messages.result(plan, arm, test.id(), mesh.id()).ifPresent(results::add);
      }
    }
    out.append(
        JsonFormat.write(
            new SmpJson(List.copyOf(tests), List.of(messages.environment()), meshes, results)));
  }
}
