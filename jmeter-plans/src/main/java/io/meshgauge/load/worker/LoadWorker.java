package io.meshgauge.load.worker;

import io.meshgauge.load.course.Course;
import io.meshgauge.load.course.Stage;
import io.meshgauge.load.course.Window;
import io.meshgauge.load.nullserver.NullServerProcess;
import java.io.BufferedReader;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import org.apache.jorphan.collections.HashTree;

/**
 * The load worker's main class: runs one plan in a process of its own, directed by words ({@code
 * warm}, {@code measure}, {@code stop}), telling events on standard output. Words come through
 * standard input or, with {@code --serve}, over HTTP (see {@link WordServer}). Exit codes: 0 the
 * plan was run (or stopped on request), 1 it failed, 3 its controller has gone.
 */
public final class LoadWorker {

  private static final int FAILED = 1;
  private static final int ABANDONED = 3;

  /** Without a request for that long, a serving worker assumes that none will come. */
  private static final Duration LONGEST_SILENCE = Duration.ofSeconds(90);

  private LoadWorker() {}

  /** Runs the worker; never returns. */
  public static void main(String[] arguments) {
    // Numbers go into files, URLs and protocols: a comma would be none.
    Locale.setDefault(Locale.ROOT);
    PrintStream out = System.out;
    // JMeter prints to standard output here and there; the conversation must stay clean.
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
    SilenceWatch watch = new SilenceWatch(LONGEST_SILENCE, LoadWorker::abandon);
    try (WordServer server =
        new WordServer(
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
        LONGEST_SILENCE.toSeconds());
    Runtime.getRuntime().halt(ABANDONED);
  }

  /** Hands a word on; the end of a run that is not over is a stop. */
  private static void pass(Word word, Conversation conversation) {
    switch (word.kind()) {
      case STOP, END -> stop(conversation);
      case WARM, MEASURE -> conversation.hear(word.line());
    }
  }

  private static void stop(Conversation conversation) {
    Course course = Stage.course();
    if (course != null) {
      course.stop();
    }
    conversation.hear("stop");
  }

  private static int run(Conversation conversation, WorkerArguments command) {
    Map<String, String> properties = command.planProperties();
    try (Closeable server = nullServer(properties)) {
      Stage.conductedBy(conversation);
      JMeterRuntime jmeter = JMeterRuntime.start(properties);
      HashTree plan = jmeter.load(command.plan());
      jmeter.run(plan);
      checkOutcome(conversation, command);
    } catch (IOException e) {
      return fail(conversation, new UncheckedIOException(e));
    } catch (RuntimeException e) {
      return fail(conversation, e);
    }
    return conversation.failure() == null ? 0 : FAILED;
  }

  /** With the property {@code nullServer=true} the load goes to a server of the worker's own. */
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
    Thread listener = new Thread(() -> hearAll(in, conversation), "meshgauge-words");
    listener.setDaemon(true);
    listener.start();
  }

  private static void hearAll(InputStream in, Conversation conversation) {
    try (BufferedReader reader =
        new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))) {
      for (String line = reader.readLine(); line != null; line = reader.readLine()) {
        String word = line.strip();
        if (word.equals("stop")) {
          stop(conversation);
        } else {
          conversation.hear(word);
        }
      }
    } catch (IOException e) {
      System.err.println("Standard input broke: " + e);
    }
    // The parent process is gone; an unattended load must not continue.
    Runtime.getRuntime().halt(ABANDONED);
  }
}
