package io.meshgauge.load.worker;

import io.meshgauge.load.course.Course;
import io.meshgauge.load.course.Stage;
import io.meshgauge.load.course.Window;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.apache.jorphan.collections.HashTree;

/**
 * The load worker's main class: runs one plan in a process of its own, directed by words on
 * standard input ({@code warm}, {@code measure}, {@code stop}), telling events on standard output.
 * Exit codes: 0 the plan was run (or stopped on request), 1 it failed, 3 standard input ended.
 */
public final class LoadWorker {

  private static final int FAILED = 1;
  private static final int ABANDONED = 3;

  private LoadWorker() {}

  /** Runs the worker; never returns. */
  public static void main(String[] arguments) {
    PrintStream events = System.out;
    // JMeter prints to standard output here and there; the conversation must stay clean.
    System.setOut(System.err);
    Conversation conversation = new Conversation(events);
    listen(System.in, conversation);
    System.exit(run(conversation, arguments));
  }

  private static int run(Conversation conversation, String... arguments) {
    try {
      WorkerArguments command = WorkerArguments.parse(arguments);
      Stage.conductedBy(conversation);
      JMeterRuntime jmeter = JMeterRuntime.start(command.planProperties());
      HashTree plan = jmeter.load(command.plan());
      jmeter.run(plan);
      checkOutcome(conversation, command);
    } catch (RuntimeException e) {
      conversation.failed(String.valueOf(e.getMessage()));
      System.err.println("The load worker failed: " + e);
    }
    return conversation.failure() == null ? 0 : FAILED;
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
    } else {
      conversation.finished(Window.in(0).startEpochMicros());
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
        Course course = Stage.course();
        if (word.equals("stop") && course != null) {
          course.stop();
        }
        conversation.hear(word);
      }
    } catch (IOException e) {
      System.err.println("Standard input broke: " + e);
    }
    // Whoever started this process is gone; a load nobody waits for must not go on.
    Runtime.getRuntime().halt(ABANDONED);
  }
}
