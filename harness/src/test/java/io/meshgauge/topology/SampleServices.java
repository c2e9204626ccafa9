package io.meshgauge.topology;

import io.meshgauge.application.Application;
import io.meshgauge.config.application.ApplicationFile;
import io.meshgauge.run.session.ProjectLayout;

/** The sample services, read from their file. */
public final class SampleServices {
  /** As {@code sample-services/application.yaml} describes it. */
  public static final Application APPLICATION =
      ApplicationFile.ofInstallation(ProjectLayout.find().root());

  /** What every plan loads that does not say otherwise. */
  public static final Topology ALL = APPLICATION.topology(Application.EVERY_PLAN);

  /** The services whose gRPC calls the load makes itself, with what these call. */
  public static final Topology CALLS = APPLICATION.topology("grpc");

  /** The service that the load is sent to. */
  public static final String ENTRY = ALL.entry().orElseThrow();

  private SampleServices() {}

  /** One of the hops of every plan that does not say otherwise. */
  public static Hop hop(String client, String server) {
    return ALL.from(client).stream()
        .filter(hop -> hop.server().equals(server))
        .findFirst()
        .orElseThrow();
  }
}
