package io.meshgauge.load.course;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.meshgauge.load.schedule.ArrivalProcess;
import io.meshgauge.load.schedule.LoadShape;
import io.meshgauge.load.schedule.RequestMix;
import io.meshgauge.load.schedule.Schedule;
import io.meshgauge.load.schedule.Share;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("serial")
@Tag("rule-5")
@Timeout(20)
class CourseTest {

  private final Set<Long> measured = ConcurrentHashMap.newKeySet();
  private final AtomicInteger warm = new AtomicInteger();
  private final Set<Integer> warmThreads = ConcurrentHashMap.newKeySet();
  private final AtomicInteger beforeDue = new AtomicInteger();
  private final AtomicInteger blocked = new AtomicInteger();
  private final Set<Integer> servedBy = ConcurrentHashMap.newKeySet();

  @Test
  void everyArrivalIsServedOnceAndNoneBeforeItIsDue() throws Exception {
    Course course = new Course(plan(500, 1, false, 4, 0, 1), null, RunController.OPEN);

    runAll(course, () -> {});

    assertThat(measured).hasSize(500).contains(0L, 499L).doesNotContain(500L);
    assertThat(beforeDue).hasValue(0);
    assertThat(course.sent()).isEqualTo(500);
  }

  @Test
  void lateArrivalsAreServedNotDropped() throws Exception {
    Course course = new Course(plan(1000, 0.2, false, 2, 0, 1), null, RunController.OPEN);

    runAll(course, () -> TimeUnit.MILLISECONDS.sleep(5));

    assertThat(measured).hasSize(200);
  }

  @Test
  void whatIsDueWhileAllConnectionsAreBusyIsServedByTheReserveInTime() throws Exception {
    Course course = new Course(reserved(2, 200), null, RunController.OPEN);
    CountDownLatch answers = new CountDownLatch(1);

    runAll(
        course,
        () -> {
          // The server says nothing until the last arrival is out.
          if (measured.size() == 100) {
            answers.countDown();
          }
          answers.await();
        });

    assertThat(measured).hasSize(100);
    assertThat(servedBy).as("one request per thread").hasSize(100);
    assertThat(blocked).hasValue(0);
  }

  @Test
  void theReserveRestsWhileAnyConnectionIsFree() throws Exception {
    Course course = new Course(reserved(4, 200), null, RunController.OPEN);

    runAll(course, () -> {});

    assertThat(measured).hasSize(100);
    // A busy machine may wake the reserve before it wakes the thread that holds an arrival.
    assertThat(servedBy).as("threads").hasSizeLessThan(20);
  }

  @Test
  void whatIsDueWhileTheReserveIsBusyTooIsReadyWhenAThreadIsFree() throws Exception {
    Course course = new Course(reserved(1, 3), null, RunController.OPEN);

    runAll(course, () -> TimeUnit.MILLISECONDS.sleep(100));

    // Three at a time, 100 ms each: 100 arrivals of half a second take more than three.
    assertThat(measured).hasSize(100);
    assertThat(blocked).hasValueGreaterThan(80);
    assertThat(servedBy).hasSize(3);
  }

  @Test
  void aStopReleasesTheReserve() throws Exception {
    Course course = new Course(reserved(1, 50), null, RunController.OPEN);

    runAll(course, course::stop);

    assertThat(measured).hasSizeLessThan(100);
  }

  @Test
  void warmUpSendsItsRequestsFromEveryThreadAndCountsNone() throws Exception {
    Course course = new Course(plan(100, 0.1, false, 6, 300, 2), null, RunController.OPEN);

    runAll(course, () -> {});

    assertThat(warm).hasValue(300);
    assertThat(warmThreads).containsExactlyInAnyOrder(0, 1, 2, 3, 4, 5);
    assertThat(measured).hasSize(10);
  }

  @Test
  void threadsThatOnlyWarmUpTakeNoMeasuredArrival() throws Exception {
    CoursePlan plan = plan(100, 0.1, false, 1, 50, 4);
    Course course = new Course(plan, null, RunController.OPEN);

    assertThat(plan.threads()).isEqualTo(4);
    runAll(course, () -> {});

    assertThat(measured).hasSize(10);
  }

  @Test
  void aClosedLoopRunsForTheWholeWindowAndNoLonger() throws Exception {
    Course course = new Course(plan(1, 0.3, true, 2, 0, 1), null, RunController.OPEN);

    runAll(course, () -> TimeUnit.MILLISECONDS.sleep(1));

    assertThat(measured.size()).isGreaterThan(20);
    DueCount due = course.dueCount();
    assertThat(due.advanceTo(System.nanoTime())).isEqualTo(course.sent());
  }

  @Test
  void whatIsDueIsCountedFromTheScheduleNotFromWhatWasSent() throws Exception {
    RequestMix mix = RequestMix.parse("a=3,b=1", 1);
    Course course = new Course(plan(100, 0.5, false, 2, 0, 1), mix, RunController.OPEN);
    runAll(course, () -> {});
    long start = course.window().startNanos();

    DueCount due = course.dueCount();
    assertThat(due.advanceTo(start + TimeUnit.MILLISECONDS.toNanos(204))).isEqualTo(20);
    assertThat(due.advanceTo(start + TimeUnit.SECONDS.toNanos(9))).isEqualTo(50);
    assertThat(due.byLabel()).isEqualTo(mix.countsOf(50));
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3, 7})
  void workersServeTheWholeScheduleOnceAndCountTheirOwnShareAsDue(int workers) throws Exception {
    RequestMix mix = RequestMix.parse("a=3,b=1,c=1", 5);
    Map<String, Long> dueByLabel = new HashMap<>();
    for (int worker = 0; worker < workers; worker++) {
      CoursePlan plan = plan(2000, 0.25, new Share(worker, workers), 0);
      Course course = new Course(plan, mix, RunController.OPEN);
      runAll(course, () -> {});

      DueCount due = course.dueCount();
      long all = due.advanceTo(course.window().startNanos() + TimeUnit.SECONDS.toNanos(9));
      assertThat(all).isEqualTo(plan.share().of(500)).isEqualTo(course.sent());
      due.byLabel().forEach((label, count) -> dueByLabel.merge(label, count, Long::sum));
    }

    // A set: an arrival served by two workers would leave another out.
    assertThat(measured).hasSize(500).contains(0L, 499L).doesNotContain(500L);
    assertThat(dueByLabel).isEqualTo(mix.countsOf(500));
  }

  @Test
  void workersDivideTheWarmUpAndEveryConnectionIsOpened() throws Exception {
    long sum = 0;
    for (int worker = 0; worker < 3; worker++) {
      sum += plan(100, 0.1, new Share(worker, 3), 100).warmupRequests();
    }

    assertThat(sum).isEqualTo(100);
    assertThat(plan(100, 0.1, new Share(1, 3), 3).warmupRequests()).as("threads").isEqualTo(4);
    assertThat(plan(100, 0.1, new Share(1, 3), 0).warmupRequests()).isZero();
  }

  @Test
  void aWindowStartsAtTheInstantThatWasAskedFor() throws Exception {
    long start = Window.nowEpochMicros() + 600_000;
    Course course = new Course(plan(100, 0.1, false, 2, 0, 1), null, at(start, new ArrayList<>()));

    runAll(course, () -> {});

    assertThat(course.window().startEpochMicros()).isEqualTo(start);
    assertThat(Window.nowEpochMicros()).isGreaterThan(start);
    assertThat(measured).hasSize(10);
    assertThat(beforeDue).hasValue(0);
  }

  @ParameterizedTest
  @ValueSource(longs = {-1_000_000, 0, 100_000, 3_600_000_000L})
  void aStartThatIsPastOrTooNearOrAbsurdFailsInWords(long leadMicros) throws Exception {
    List<String> failures = new ArrayList<>();
    long start = Window.nowEpochMicros() + leadMicros;
    Course course = new Course(plan(100, 60, false, 2, 0, 1), null, at(start, failures));

    runAll(course, () -> {});

    assertThat(failures).singleElement().asString().contains("expected a start 0.25 to 60 s");
    assertThat(course.window()).isNull();
    assertThat(measured).isEmpty();
  }

  private static RunController at(long startEpochMicros, List<String> failures) {
    return new RunController() {
      @Override
      public Opening awaitMeasure() {
        return Opening.at(startEpochMicros);
      }

      @Override
      public void failed(String reason) {
        failures.add(reason);
      }
    };
  }

  @Test
  void aStopEndsTheCourseWithoutSendingWhatIsNotYetDue() throws Exception {
    CountDownLatch begun = new CountDownLatch(1);
    Course course = new Course(plan(100, 60, false, 2, 0, 1), null, RunController.OPEN);
    Thread stopper =
        new Thread(
            () -> {
              awaitQuietly(begun);
              course.stop();
            });
    stopper.start();

    runAll(course, begun::countDown);
    stopper.join();

    assertThat(course.stopped()).isTrue();
    assertThat(measured.size()).isLessThan(600);
    long due = course.dueCount().advanceTo(System.nanoTime() + TimeUnit.SECONDS.toNanos(60));
    assertThat(due).isLessThan(6000).isGreaterThanOrEqualTo(course.sent());
  }

  @Test
  void aConductorThatEndsTheCourseAtAGateLetsAllThreadsGo() throws Exception {
    RunController refusing =
        new RunController() {
          @Override
          public Opening awaitMeasure() {
            return Opening.NEVER;
          }
        };
    Course course = new Course(plan(100, 60, false, 3, 30, 3), null, refusing);

    runAll(course, () -> {});

    assertThat(warm).hasValue(30);
    assertThat(measured).isEmpty();
    assertThat(course.window()).isNull();
  }

  @Test
  void gatesAreAskedInOrderAndTheBarrierHoldsUntilWarmUpIsOver() throws Exception {
    List<String> heard = new ArrayList<>();
    RunController noting =
        new RunController() {
          @Override
          public boolean awaitWarm() {
            heard.add("warm?");
            return true;
          }

          @Override
          public void warmed(long requests, double seconds) {
            heard.add("warmed " + requests);
          }

          @Override
          public Opening awaitMeasure() {
            heard.add("measure? after " + measured.size());
            return Opening.SOON;
          }

          @Override
          public void measuring(Window window) {
            heard.add("measuring");
          }
        };

    runAll(new Course(plan(100, 0.1, false, 2, 40, 2), null, noting), () -> {});

    assertThat(heard).containsExactly("warm?", "warmed 40", "measure? after 0", "measuring");
  }

  @Test
  void impossiblePlansAreRefused() {
    assertThatThrownBy(() -> plan(1, 1, false, 0, 0, 1)).hasMessageContaining("connections");
    assertThatThrownBy(() -> plan(1, 1, false, 1, -1, 1)).hasMessageContaining("warmup");
    assertThatThrownBy(() -> plan(1, 1, false, 1, 1, 0)).hasMessageContaining("warmupConcurrency");
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

  @Test
  void refusesSpinTogetherWithSlack() {
    Schedule schedule =
        new Schedule(LoadShape.parse("constant").at(10, 1), ArrivalProcess.UNIFORM, 1);
    assertThatThrownBy(
            () -> new CoursePlan(schedule, Share.WHOLE, false, false, 1, 1, 0, 1, 50, 50))
        .hasMessageContaining("set one of them to 0");
    assertThatThrownBy(
            () -> new CoursePlan(schedule, Share.WHOLE, false, false, 1, 1, 0, 1, 0, 10_001_000))
        .hasMessage("slackMicros is 0 to 10000, not 10001.");
  }

  private void serve(Course course, int number, Work work) {
    Arrival arrival = Arrival.adopt();
    Course.WarmState state = new Course.WarmState();
    try {
      while (course.take(number, arrival, state)) {
        long now = System.nanoTime();
        if (!arrival.measured()) {
          warm.incrementAndGet();
          warmThreads.add(number);
          continue;
        }
        measured.add(arrival.index());
        servedBy.add(number);
        if (arrival.readyNanos() > arrival.dueNanos()) {
          blocked.incrementAndGet();
        }
        if (arrival.dueNanos() > now) {
          beforeDue.incrementAndGet();
        }
        work.run();
        arrival.served(System.nanoTime());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static void awaitQuietly(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static CoursePlan plan(double rate, double seconds, Share share, long warmup) {
    Schedule schedule =
        new Schedule(LoadShape.parse("constant").at(rate, seconds), ArrivalProcess.UNIFORM, 1);
    return new CoursePlan(schedule, share, false, false, 4, 4, warmup, 2, 0, 0);
  }

  /** 100 arrivals in half a second. */
  private static CoursePlan reserved(int connections, int most) {
    Schedule schedule =
        new Schedule(LoadShape.parse("constant").at(200, 0.5), ArrivalProcess.UNIFORM, 1);
    return new CoursePlan(schedule, Share.WHOLE, false, false, connections, most, 0, 1, 0, 0);
  }

  private static CoursePlan plan(
      double rate, double seconds, boolean closed, int connections, long warmup, int concurrency) {
    Schedule schedule =
        new Schedule(LoadShape.parse("constant").at(rate, seconds), ArrivalProcess.UNIFORM, 1);
    return new CoursePlan(
        schedule, Share.WHOLE, closed, false, connections, connections, warmup, concurrency, 0, 0);
  }
}
