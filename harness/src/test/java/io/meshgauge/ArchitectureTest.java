package io.meshgauge;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaCodeUnit;
import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;
import io.meshgauge.experiment.Evidence;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.Map;
import java.util.Set;

/** Keeps the table "who may use whom" of docs/architecture.md. */
@AnalyzeClasses(packages = "io.meshgauge", importOptions = DoNotIncludeTests.class)
class ArchitectureTest {
  private static final String ROOT = "io.meshgauge.";

  /** For every package of the harness, the packages of the harness it may use. */
  static final Map<String, Set<String>> MAY_USE =
      Map.ofEntries(
          Map.entry("text", Set.of()),
          Map.entry("measure", Set.of("text")),
          Map.entry("topology", Set.of("text", "measure")),
          Map.entry("identity", Set.of("topology", "measure")),
          Map.entry("application", Set.of("text", "measure", "topology")),
          Map.entry("experiment", Set.of("text", "application", "measure", "topology")),
          Map.entry("yaml", Set.of()),
          Map.entry("policy", Set.of("topology", "yaml")),
          Map.entry(
              "product",
              Set.of("experiment", "measure", "topology", "policy", "probe", "identity", "yaml")),
          Map.entry(
              "platform",
              Set.of(
                  "load",
                  "probe",
                  "evidence",
                  "observer",
                  "identity",
                  "experiment",
                  "measure",
                  "topology")),
          Map.entry("rpc", Set.of("topology")),
          Map.entry("load", Set.of("experiment", "measure", "topology", "rpc")),
          Map.entry("probe", Set.of("experiment", "measure", "topology")),
          Map.entry("evidence", Set.of("experiment", "measure", "topology", "identity", "stats")),
          Map.entry(
              "observer",
              Set.of("experiment", "measure", "topology", "identity", "evidence", "rpc")),
          Map.entry("archive", Set.of("experiment", "measure")),
          Map.entry("stats", Set.of("text", "measure")),
          Map.entry("score", Set.of("text", "experiment", "stats", "measure")),
          Map.entry("study", Set.of("text", "score", "stats", "measure")),
          Map.entry("soak", Set.of("text", "stats", "measure", "experiment")),
          Map.entry("trend", Set.of("text", "stats", "measure", "application", "experiment")),
          Map.entry(
              "predict",
              Set.of("text", "score", "stats", "measure", "topology", "application", "experiment")),
          Map.entry("attribution", Set.of("text", "stats", "measure", "topology", "experiment")),
          Map.entry(
              "report",
              Set.of(
                  "text",
                  "attribution",
                  "score",
                  "soak",
                  "study",
                  "predict",
                  "trend",
                  "stats",
                  "measure",
                  "topology",
                  "application",
                  "experiment")),
          Map.entry(
              "run",
              Set.of(
                  "application",
                  "platform",
                  "product",
                  "load",
                  "probe",
                  "evidence",
                  "observer",
                  "identity",
                  "archive",
                  "soak",
                  "predict",
                  "stats",
                  "experiment",
                  "measure",
                  "topology")),
          Map.entry("live", Set.of("text", "run", "report", "soak", "measure", "experiment")),
          Map.entry(
              "config",
              Set.of(
                  "text",
                  "application",
                  "experiment",
                  "measure",
                  "topology",
                  "score",
                  "study",
                  "predict",
                  "trend",
                  "stats",
                  "product",
                  "yaml")));

  @ArchTest
  static final ArchRule every_package_uses_only_what_the_table_allows =
      classes()
          .that()
          .resideInAPackage("io.meshgauge..")
          .and()
          .resideOutsideOfPackage("io.meshgauge.cli..")
          .should(new UseOnlyWhatTheTableAllows());

  @ArchTest
  static final ArchRule packages_are_free_of_cycles =
      slices().matching("io.meshgauge.(*)..").should().beFreeOfCycles();

  @ArchTest
  static final ArchRule folders_are_free_of_cycles =
      slices().assignedFrom(new EveryFolder()).should().beFreeOfCycles();

  @ArchTest
  static final ArchRule only_the_programs_print_and_exit =
      noClasses()
          .that()
          .resideOutsideOfPackage("io.meshgauge.cli..")
          .and()
          .doNotHaveFullyQualifiedName("io.meshgauge.observer.Observer")
          .should()
          .accessField(System.class, "out")
          .orShould()
          .accessField(System.class, "err")
          .orShould()
          .callMethod(System.class, "exit", int.class);

  @ArchTest
  static final ArchRule jmeter_stays_in_its_own_process =
      noClasses().should().dependOnClassesThat().resideInAPackage("org.apache.jmeter..");

  @ArchTest
  static final ArchRule kubernetes_stays_in_platform_and_product =
      noClasses()
          .that()
          .resideOutsideOfPackages("io.meshgauge.platform.kubernetes..", "io.meshgauge.product..")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("io.fabric8..");

  @ArchTest
  static final ArchRule grpc_stays_with_the_observer =
      noClasses()
          .that()
          .resideOutsideOfPackage("io.meshgauge.observer..")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("io.grpc..");

  @ArchTest
  static final ArchRule opentelemetry_stays_with_the_export =
      noClasses()
          .that()
          .resideOutsideOfPackage("io.meshgauge.cli.otlp..")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("io.opentelemetry..");

  /** Methods that return sentences for readers. */
  private static final Set<String> SENTENCES =
      Set.of(
          "io.meshgauge.experiment.Evidence.expected",
          "io.meshgauge.experiment.Evidence.observed",
          "io.meshgauge.experiment.Run$Reason.summary",
          "io.meshgauge.measure.Warning.text",
          "io.meshgauge.text.Messages.get",
          "java.lang.String.format",
          "java.lang.String.formatted");

  private static final Set<String> COMPARISONS =
      Set.of(
          "equals",
          "equalsIgnoreCase",
          "contains",
          "startsWith",
          "endsWith",
          "indexOf",
          "matches",
          "compareTo");

  /** Methods that compare strings next to a sentence they say, and why that decides nothing. */
  private static final Map<String, String> COMPARES_NAMES =
      Map.ofEntries(
          Map.entry("CountedIdentityProof.judge", "identities, as proxies count them"),
          Map.entry("IdentityProof.right", "the identity in a certificate"),
          Map.entry("ServerIdentityProof.right", "the identity in a certificate"),
          Map.entry("TelemetryProof.lines", "names of proxies"),
          Map.entry("TracingProof.fault", "names of workloads and identifiers of spans"),
          Map.entry("Failures.count", "statuses of answers"),
          Map.entry("PlanAnalysis.unscored", "names of variants"),
          Map.entry("ReportWarnings.of", "names of plans"),
          Map.entry("ReportWarnings.addOnce", "shows each sentence once"),
          Map.entry("SoakEvidence.resume", "removes a prefix before it is added again"));

  /**
   * A method of a proof, a rule or a gate that says a sentence compares no strings, and neither
   * does one that makes evidence of strings it is given.
   */
  @ArchTest
  static final ArchRule decisions_compare_values_and_no_sentences =
      classes()
          .that()
          .resideInAnyPackage(
              "io.meshgauge.evidence..",
              "io.meshgauge.report.gate..",
              "io.meshgauge.report",
              "io.meshgauge.run..")
          .should(
              new ArchCondition<>("compare values and no sentences") {
                @Override
                public void check(JavaClass type, ConditionEvents events) {
                  for (JavaCodeUnit unit : type.getCodeUnits()) {
                    String name = type.getSimpleName() + "." + unit.getName();
                    if (comparesStrings(unit)
                        && saysSentence(unit)
                        && !COMPARES_NAMES.containsKey(name)) {
                      events.add(SimpleConditionEvent.violated(unit, unit.getFullName()));
                    }
                  }
                }
              });

  private static boolean comparesStrings(JavaCodeUnit unit) {
    return unit.getAccessesFromSelf().stream()
        .anyMatch(
            it ->
                it.getTargetOwner().isEquivalentTo(String.class)
                    && COMPARISONS.contains(it.getTarget().getName()));
  }

  private static boolean saysSentence(JavaCodeUnit unit) {
    return unit.getAccessesFromSelf().stream()
            .anyMatch(
                it ->
                    SENTENCES.contains(
                        it.getTargetOwner().getName() + "." + it.getTarget().getName()))
        || unit.getConstructorCallsFromSelf().stream()
            .anyMatch(it -> it.getTargetOwner().isEquivalentTo(Evidence.class));
  }

  /** Types above the limits, with their size, which must not grow. */
  private static final Map<String, Integer> WIDE_TYPES =
      Map.ofEntries(
          // Rows of a file or of an answer, a component for each field.
          Map.entry("StoredLoad", 9),
          Map.entry("Label", 11),
          Map.entry("Session", 10),
          Map.entry("Protocol", 13),
          Map.entry("Experiment", 9),
          Map.entry("SoakWindow", 17),
          Map.entry("LabelResult", 10),
          Map.entry("LoadResult", 11),
          Map.entry("StreamResult", 9),
          Map.entry("Facts", 9),
          Map.entry("PlanReport", 11),
          // Descriptions by a product: most methods have a default, and few products need many.
          Map.entry("ClusterDesign", 22),
          Map.entry("DataPlane", 14),
          Map.entry("ControlPlane", 9),
          Map.entry("Condition", 9),
          Map.entry("Installation", 9),
          Map.entry("ProxyProcess", 10),
          Map.entry("ProxyType", 9),
          // The two platforms, behind one interface each for what is deployed and how it is loaded.
          Map.entry("Platform", 10),
          Map.entry("Deployment", 16),
          Map.entry("Instruments", 11),
          // One listener for console, log and live page: a method for each event of a session.
          Map.entry("Progress", 12));

  /** Records of the formats have a component for each field of the file. */
  @ArchTest
  static final ArchRule interfaces_and_records_are_narrow =
      classes()
          .that()
          .resideOutsideOfPackages("io.meshgauge.report.json..", "io.meshgauge.observer.istio..")
          .should(
              new ArchCondition<>("have at most 8 methods or components") {
                @Override
                public void check(JavaClass type, ConditionEvents events) {
                  int width = width(type.reflect());
                  if (width > WIDE_TYPES.getOrDefault(type.getSimpleName(), 8)) {
                    String text = "%s has %d".formatted(type.getName(), width);
                    events.add(SimpleConditionEvent.violated(type, text));
                  }
                }
              });

  private static int width(Class<?> type) {
    if (type.isRecord()) {
      return type.getRecordComponents().length;
    }
    return type.isInterface() && !type.isAnnotation()
        ? (int)
            Arrays.stream(type.getDeclaredMethods())
                .filter(it -> !Modifier.isStatic(it.getModifiers()) && !it.isSynthetic())
                .count()
        : 0;
  }

  /** A slice for every package, a parent apart from its children. */
  private static final class EveryFolder implements SliceAssignment {
    @Override
    public SliceIdentifier getIdentifierOf(JavaClass type) {
      return type.getPackageName().startsWith(ROOT)
          ? SliceIdentifier.of(type.getPackageName().substring(ROOT.length()))
          : SliceIdentifier.ignore();
    }

    @Override
    public String getDescription() {
      return "every folder";
    }
  }

  private static final class UseOnlyWhatTheTableAllows extends ArchCondition<JavaClass> {
    UseOnlyWhatTheTableAllows() {
      super("use only what docs/architecture.md allows");
    }

    @Override
    public void check(JavaClass user, ConditionEvents events) {
      String from = slice(user);
      Set<String> allowed = MAY_USE.get(from);
      if (allowed == null) {
        events.add(SimpleConditionEvent.violated(user, "%s is not in the table".formatted(user)));
        return;
      }
      user.getDirectDependenciesFromSelf().stream()
          .filter(used -> used.getTargetClass().getPackageName().startsWith(ROOT))
          .filter(used -> !slice(used.getTargetClass()).equals(from))
          .filter(used -> !allowed.contains(slice(used.getTargetClass())))
          .forEach(used -> events.add(SimpleConditionEvent.violated(user, used.getDescription())));
    }

    private static String slice(JavaClass type) {
      return type.getPackageName().substring(ROOT.length()).split("\\.", 2)[0];
    }
  }
}
