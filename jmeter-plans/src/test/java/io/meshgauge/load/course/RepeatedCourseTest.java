package io.meshgauge.load.course;

import static org.assertj.core.api.Assertions.assertThat;

import io.meshgauge.load.schedule.ArrivalProcess;
import io.meshgauge.load.schedule.LoadShape;
import io.meshgauge.load.schedule.Schedule;
import io.meshgauge.load.schedule.Share;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Courses that measure window after window, as a soak does. */
@Tag("serial")
@Timeout(20)
class RepeatedCourseTest {
  private final Set<Long> measured = ConcurrentHashMap.newKeySet();
  private final AtomicInteger beforeDue = new AtomicInteger();

  @Test
  void aRepeatedCourseServesAllArrivalsOfEveryWindowAskedForOverTheSameThreads() throws Exception {
    AtomicInteger asked = new AtomicInteger();
    List<Long> sent = new CopyOnWriteArrayList<>();
    AtomicReference<Course> running = new AtomicReference<>();
    RunController three =
        new RunController() {
          @Override
          public Opening awaitMeasure() {
            return asked.incrementAndGet() <= 3 ? Opening.SOON : Opening.NEVER;
          }

          @Override
          public void measured(Window window, long endEpochMicros) {
            sent.add(running.get().sent());
            assertThat(endEpochMicros).isGreaterThanOrEqualTo(window.startEpochMicros() + 190_000);
          }
        };
    Course course = new Course(repeated(500, 0.2), null, three);
    running.set(course);

    runAll(course, () -> {});

    assertThat(sent).containsExactly(100L, 100L, 100L);
    assertThat(measured).as("the same arrivals each time").hasSize(100);
    assertThat(beforeDue).hasValue(0);
    assertThat(course.measuring()).isFalse();
  }

  @Test
  void aThreadThatDiesIsNotWaitedForAtTheEndOfAWindow() throws Exception {
    AtomicInteger windows = new AtomicInteger();
    RunController two =
        new RunController() {
          @Override
          public Opening awaitMeasure() {
            return windows.get() < 2 ? Opening.SOON : Opening.NEVER;
          }

          @Override
          public void measured(Window window, long endEpochMicros) {
            windows.incrementAndGet();
          }
        };
    Course course = new Course(repeated(200, 0.2), null, two);

    runAll(
        course,
        () -> {
          if (measured.size() == 5) {
            throw new InterruptedException("dies");
          }
        });

    assertThat(windows).hasValue(2);
  }

  @Test
  void aStopInTheMiddleOfARepeatedCourseEndsIt() throws Exception {
    CountDownLatch opened = new CountDownLatch(1);
    RunController noting =
        new RunController() {
          @Override
          public void measuring(Window window) {
            opened.countDown();
          }
        };
    Course course = new Course(repeated(100, 60), null, noting);
    Thread stopper =
        new Thread(
            () -> {
              try {
                opened.await();
                TimeUnit.MILLISECONDS.sleep(700);
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              }
              course.stop();
            });
    stopper.start();

    runAll(course, () -> {});

    assertThat(course.measuring()).as("its end was not reported").isTrue();
    assertThat(measured).hasSizeBetween(10, 60);
  }

  @Test
  void aWarmUpEndsEarlyOnceItHasSettledAndEveryThreadHasSent() throws Exception {
    AtomicLong sentInWarmUp = new AtomicLong();
    AtomicInteger asked = new AtomicInteger();
    RunController settling =
        new RunController() {
          @Override
          public Opening awaitMeasure() {
            return asked.incrementAndGet() == 1 ? Opening.SOON : Opening.NEVER;
          }

          @Override
          public boolean settled() {
            return true;
          }

          @Override
          public void warmed(long requests, double seconds) {
            sentInWarmUp.set(requests);
          }
        };

    runAll(new Course(warmed(1_000_000), null, settling), () -> TimeUnit.MICROSECONDS.sleep(500));

    assertThat(sentInWarmUp.get()).isBetween(2L, 100_000L);
    assertThat(asked).hasValue(2);
  }

  private static CoursePlan repeated(double rate, double seconds) {
    Schedule schedule =
        new Schedule(LoadShape.parse("constant").at(rate, seconds), ArrivalProcess.UNIFORM, 1);
    return new CoursePlan(schedule, Share.WHOLE, false, true, 4, 40, 0, 1, 0, 0);
  }

  private static CoursePlan warmed(long requests) {
    Schedule schedule =
        new Schedule(LoadShape.parse("constant").at(100, 0.1), ArrivalProcess.UNIFORM, 1);
    return new CoursePlan(schedule, Share.WHOLE, false, true, 4, 40, requests, 4, 0, 0);
  }

  private interface Work {
    void run() throws InterruptedException;
  }

  private void runAll(Course course, Work work) throws InterruptedException {
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < course.plan().threads(); i++) {
      int number = i;
      Thread thread = new Thread(() -> serve(course, number, work));
      threads.add(thread);
      thread.start();
    }
    course.begin();
    for (Thread thread : threads) {
      thread.join();
    }
  }

  private void serve(Course course, int number, Work work) {
    Arrival arrival = Arrival.adopt();
    Course.WarmState state = new Course.WarmState();
    try {
      while (course.take(number, arrival, state)) {
        long now = System.nanoTime();
        measured.add(arrival.index());
        if (arrival.dueNanos() > now) {
          beforeDue.incrementAndGet();
        }
        work.run();
      }
    } catch (InterruptedException e) {
      course.leave(number);
    }
  }
}
