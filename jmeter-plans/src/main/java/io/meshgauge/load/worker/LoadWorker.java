package io.meshgauge.load.worker;

import io.meshgauge.load.course.Course;
import io.meshgauge.load.course.Stage;
import io.meshgauge.load.course.Window;
import io.meshgauge.load.guard.NetworkGuard;
import io.meshgauge.load.guard.NetworkGuard.Target;
import io.meshgauge.load.nullserver.NullServerProcess;
import io.meshgauge.load.stock.ClosedLoop;
import io.meshgauge.load.stock.Destination;
import io.meshgauge.load.stock.LoopSettings;
import io.meshgauge.load.stock.OpenModel;
import io.meshgauge.load.stock.StockPlan;
import java.io.BufferedReader;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.apache.jorphan.collections.HashTree;
import org.jspecify.annotations.Nullable;

/**
 * The load worker's main class: runs one plan, controlled by commands ({@code warm}, {@code
 * measure}, {@code stop}), and prints events to standard output. Commands come through standard
 * input or, with {@code --serve}, over HTTP (see {@link WorkerServer}). Exit codes: 0 the plan was
 * run (or stopped on request), 1 it failed, 3 its client is gone.
 */
public final class LoadWorker {

  private static final int FAILED = 1;
  private static final int ABANDONED = 3;

  /** A worker with {@code --serve} exits after this time without a request. */
  private static final Duration REQUEST_TIMEOUT = Duration.ofSeconds(90);

  /** Property: the address in a user's plan that stands for the entry. */
  private static final String TARGET = "target";

  private static final String DEFAULT_PORT = "80";

  private static volatile @Nullable ClosedLoop closedLoop;

  private LoadWorker() {}

  /** Runs the worker; never returns. */
  public static void main(String[] arguments) {
    // Numbers in files, URLs and protocols need a decimal point in every locale.
    Locale.setDefault(Locale.ROOT);
    PrintStream out = System.out;
    // JMeter prints to standard output, which must contain events only.
    System.setOut(System.err);
    Conversation.Listener printer =
        (event, line) -> {
          out.println(line);
          out.flush();
        };
    System.exit(run(printer, arguments));
  }

  private static int run(Conversation.Listener printer, String... arguments) {
    WorkerArguments command;
    try {
      command = WorkerArguments.parse(arguments);
    } catch (IllegalArgumentException e) {
      return fail(new Conversation(printer), e);
    }
    if (command.serve().isPresent()) {
      return serve(printer, command);
    }
    Conversation conversation = new Conversation(printer);
    listen(System.in, conversation);
    return run(conversation, command);
  }

  private static int serve(Conversation.Listener printer, WorkerArguments command) {
    EventLog events = new EventLog();
    Conversation conversation = new Conversation(printer, events);
    SilenceWatch watch = new SilenceWatch(REQUEST_TIMEOUT, LoadWorker::abandon);
    try (WorkerServer server =
        new WorkerServer(
            command.serve().getAsInt(),
            events,
            command.out(),
            word -> pass(word, conversation),
            watch::heard)) {
      System.err.println("The load worker listens on port " + server.port() + ".");
      int status = run(conversation, command);
      server.awaitEnd();
      return status;
    } catch (IOException e) {
      return fail(
          conversation,
          new IllegalArgumentException(
              "Port "
                  + command.serve().getAsInt()
                  + " cannot be listened on ("
                  + e.getMessage()
                  + "). Give a free one with --serve.",
              e));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return FAILED;
    }
  }

  private static void abandon() {
    System.err.printf(
        "The load worker ends: no request for %d s, and no client waits for this load.%n",
        REQUEST_TIMEOUT.toSeconds());
    Runtime.getRuntime().halt(ABANDONED);
  }

  /** Passes a command on; {@code end} stops a run that is not over. */
  private static void pass(Word word, Conversation conversation) {
    switch (word.kind()) {
      case STOP, END -> stop(conversation);
      case WARM, SETTLED, MEASURE -> conversation.receive(word.line());
    }
  }

  private static void stop(Conversation conversation) {
    ClosedLoop loop = closedLoop;
    if (loop != null) {
      loop.stop();
    }
    Course course = Stage.course();
    if (course != null) {
      course.stop();
    }
    conversation.receive("stop");
  }

  private static int run(Conversation conversation, WorkerArguments command) {
    Map<String, String> properties = command.planProperties();
    try (Closeable server = nullServer(properties)) {
      Stage.setController(conversation);
      NetworkGuard.install(
          targets(properties),
          refusal -> {
            conversation.failed(refusal);
            stop(conversation);
          });
      JMeterRuntime jmeter = JMeterRuntime.start(properties);
      HashTree plan = jmeter.load(command.plan());
      if (OpenModel.isRequested(properties)) {
        OpenModel.arrange(plan, properties);
      }
      if (StockPlan.isStock(plan)) {
        runStock(conversation, jmeter, plan, command, properties);
      } else {
        StockPlan.prune(plan);
        StockPlan.watch(plan, destination(properties));
        StockPlan.redirect(plan, destination(properties));
        jmeter.run(plan);
        checkOutcome(conversation, command);
      }
    } catch (IOException e) {
      return fail(conversation, new UncheckedIOException(e));
    } catch (RuntimeException e) {
      return fail(conversation, e);
    }
    return conversation.failure() == null ? 0 : FAILED;
  }

  /** Runs a user's plan, whose own thread groups are a closed loop. */
  private static void runStock(
      Conversation conversation,
      JMeterRuntime jmeter,
      HashTree tree,
      WorkerArguments command,
      Map<String, String> properties) {
    Destination destination = destination(properties);
    StockPlan plan =
        StockPlan.adapted(tree, command.planName(), properties.getOrDefault("conditions", ""));
    LoopSettings settings = LoopSettings.of(properties, command.out());
    ClosedLoop loop = new ClosedLoop(plan, settings, destination, conversation);
    closedLoop = loop;
    loop.run(jmeter.engine(plan.tree()));
    if (loop.endedUnreported() && conversation.failure() == null) {
      conversation.finished(Window.nowEpochMicros());
    }
  }

  /** The addresses of the properties {@code host} and {@code port}, also of single services. */
  private static Set<Target> targets(Map<String, String> properties) {
    Set<Target> targets = new HashSet<>();
    properties.forEach(
        (name, host) -> {
          if (name.equals("host") || name.endsWith(".host")) {
            String port = name.substring(0, name.length() - "host".length()) + "port";
            targets.add(
                new Target(host, Integer.parseInt(properties.getOrDefault(port, DEFAULT_PORT))));
          }
        });
    return targets;
  }

  private static Destination destination(Map<String, String> properties) {
    return new Destination(
        properties.getOrDefault("host", ""),
        properties.getOrDefault("port", DEFAULT_PORT),
        properties.getOrDefault("protocol", "").equals("https") ? "https" : "http",
        properties.getOrDefault(TARGET, ""));
  }

  /** With the property {@code nullServer=true} the load goes to a server that the worker starts. */
  private static Closeable nullServer(Map<String, String> properties) {
    if (!Boolean.parseBoolean(properties.get("nullServer"))) {
      return () -> {};
    }
    NullServerProcess server = NullServerProcess.start();
    properties.put("host", "127.0.0.1");
    properties.put("port", Integer.toString(server.port()));
    return server;
  }

  private static int fail(Conversation conversation, RuntimeException reason) {
    conversation.failed(String.valueOf(reason.getMessage()));
    System.err.println("The load worker failed: " + reason);
    return FAILED;
  }

  private static void checkOutcome(Conversation conversation, WorkerArguments command) {
    Course course = Stage.course();
    if (conversation.failure() != null) {
      return;
    }
    if (course == null) {
      conversation.failed(
          "Plan " + command.plan() + " ran no open-loop thread group; it needs exactly one.");
    } else if (course.window() == null && !course.stopped()) {
      conversation.failed("Every worker thread ended before the window opened; see the log.");
    } else if (!course.plan().repeated() || course.measuring()) {
      conversation.finished(Window.nowEpochMicros());
    }
  }

  private static void listen(InputStream in, Conversation conversation) {
    Thread listener = new Thread(() -> receiveAll(in, conversation), "meshgauge-words");
    listener.setDaemon(true);
    listener.start();
  }

  private static void receiveAll(InputStream in, Conversation conversation) {
    try (BufferedReader reader =
        new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))) {
      for (String line = reader.readLine(); line != null; line = reader.readLine()) {
        String word = line.strip();
        if (word.equals("stop")) {
          stop(conversation);
        } else {
          conversation.receive(word);
        }
      }
    } catch (IOException e) {
      System.err.println("Standard input failed: " + e);
    }
    // The parent process is gone, so the load must end.
    Runtime.getRuntime().halt(ABANDONED);
  }
}
