package io.meshgauge.platform.kubernetes.objects;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.api.model.Pod;
import io.meshgauge.platform.kubernetes.manifest.Labels;
import io.meshgauge.platform.kubernetes.manifest.Manifest;
import io.meshgauge.topology.node.NodePlacement;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The objects of the load workers with the values of a run: a plan, tokens, and one job for each
 * worker, so that each can be bound to a node of its own.
 *
 * @param work of all of them
 * @param count of workers, at least 1
 */
public record WorkerJobs(WorkerOrder work, int count) {
  private static final String WORKER = "load-worker";
  private static final Pattern NAME = Pattern.compile(WORKER + "(?:-(\\d{1,3}))?");
  private static final String INDEX = "-Jworker=";
  private static final String PLAN_FOLDER = "/plan/";
  private static final String TOKENS_FOLDER = "/tokens/";
  private static final String AUTHORITIES = "ca.pem";
  private static final int WORKERS_CPU = 1000;
  private static final String JOB_OF_POD = "job-name";

  /** The objects of an overlay with their values; the job once for each worker. */
  List<ObjectNode> fill(List<ObjectNode> overlay) {
    return overlay.stream().flatMap(this::filled).toList();
  }

  private Stream<ObjectNode> filled(ObjectNode object) {
    switch (Manifest.kind(object) + " " + Manifest.name(object)) {
      case "ConfigMap plan" -> plan(object);
      case "Secret tokens" -> {
        Manifests.secret(object, "tokens.properties", work.tokens());
        work.authorities().ifPresent(it -> Manifests.secret(object, AUTHORITIES, it));
      }
      case "Job " + WORKER -> {
        job(object);
        if (count > 1) {
          return IntStream.range(0, count).mapToObj(number -> numbered(object, number));
        }
      }
      default -> {}
    }
    return Stream.of(object);
  }

  private Optional<PlanVolume> own() {
    return work.own().map(PlanVolume::of);
  }

  private void plan(ObjectNode configMap) {
    own()
        .ifPresentOrElse(
            own -> own.fill(configMap),
            () ->
                configMap
                    .withObjectProperty("data")
                    .put(work.plan().getFileName().toString(), Manifests.read(work.plan())));
  }

  private void job(ObjectNode job) {
    Manifest.label(job, Labels.LOAD);
    own().ifPresent(own -> own.mount(job));
    container(
        job,
        it -> {
          own().ifPresent(own -> own.command(it));
          arguments(it.withArrayProperty("args"));
          // All workers together reserve as much CPU as a single one, so that they fit on the
          // nodes.
          it.withObject("/resources/requests").put("cpu", Math.max(1, WORKERS_CPU / count) + "m");
        });
  }

  private static void container(ObjectNode job, Consumer<ObjectNode> change) {
    Manifest.containers(job).filter(it -> it.path("name").asText().equals(WORKER)).forEach(change);
  }

  private void arguments(ArrayNode arguments) {
    for (int i = 1; i < arguments.size(); i++) {
      if (arguments.get(i - 1).asText().equals("--plan")) {
        arguments.set(i, arguments.textNode(PLAN_FOLDER + work.plan().getFileName()));
      }
    }
    arguments.add("-Jworkers=" + count);
    work.authorities().ifPresent(unused -> arguments.add("-JtlsCa=" + TOKENS_FOLDER + AUTHORITIES));
    own()
        .flatMap(PlanVolume::searchPaths)
        .ifPresent(jars -> arguments.add("-Jsearch_paths=" + jars));
    new TreeMap<>(work.properties())
        .forEach((name, value) -> arguments.add("-J" + name + "=" + value));
  }

  private static ObjectNode numbered(ObjectNode job, int number) {
    ObjectNode copy = job.deepCopy();
    copy.withObjectProperty("metadata").put("name", WORKER + "-" + number);
    container(
        copy,
        it -> {
          ArrayNode arguments = it.withArrayProperty("args");
          for (int i = 0; i < arguments.size(); i++) {
            if (arguments.get(i).asText().startsWith(INDEX)) {
              arguments.set(i, arguments.textNode(INDEX + number));
            }
          }
        });
    return copy;
  }

  /** The number of the worker in a pod. */
  public static int number(Pod pod) {
    return number(pod.getMetadata().getLabels().getOrDefault(JOB_OF_POD, WORKER)).orElse(0);
  }

  /** The number of a worker by the name of its job: 0 of a single one; empty for another job. */
  private static OptionalInt number(String job) {
    Matcher matcher = NAME.matcher(job);
    if (!matcher.matches()) {
      return OptionalInt.empty();
    }
    String number = matcher.group(1);
    return OptionalInt.of(number == null ? 0 : Integer.parseInt(number));
  }

  /** The load worker that an object runs, as a workload; empty if it is another object. */
  static Optional<String> workload(ObjectNode object) {
    return Manifest.kind(object).equals("Job") ? workload(Manifest.name(object)) : Optional.empty();
  }

  /** A load worker as a workload, by the name of its job; empty for another name. */
  public static Optional<String> workload(String job) {
    OptionalInt number = number(job);
    return number.isPresent()
        ? Optional.of(NodePlacement.worker(number.getAsInt()))
        : Optional.empty();
  }
}
