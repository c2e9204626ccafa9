/*
 * The least that a punctual client can cost on this machine: every thread sleeps until a request is due, writes it,
 * and reads the answer. Nothing is parsed, recorded or decided: what a load generator costs above this is its own.
 *
 * floor PORT RATE SECONDS CONNECTIONS: Poisson arrivals; prints the send lag.
 */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <math.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#define MOST 64

static pthread_mutex_t feed = PTHREAD_MUTEX_INITIALIZER;
static double due, end, rate;
static long taken;
static double *lag;
static int port;

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec + t.tv_nsec / 1e9;
}

static void *serve(void *unused) {
  static const char request[] = "GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n";
  char answer[8192];
  int one = 1, line = socket(AF_INET, SOCK_STREAM, 0);
  struct sockaddr_in to = {.sin_family = AF_INET, .sin_port = htons(port), .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
  setsockopt(line, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
  if (connect(line, (struct sockaddr *)&to, sizeof to) != 0) {
    perror("connect");
    exit(1);
  }
  prctl(PR_SET_TIMERSLACK, 1, 0, 0, 0);
  for (;;) {
    pthread_mutex_lock(&feed);
    double mine = due += -log(1 - drand48()) / rate;
    long index = taken++;
    pthread_mutex_unlock(&feed);
    if (mine > end) return unused;
    if (mine > now()) {
      struct timespec until = {(long)mine, (long)((mine - (long)mine) * 1e9)};
      clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &until, 0);
    }
    lag[index] = now() - mine;
    if (write(line, request, sizeof request - 1) < 0 || read(line, answer, sizeof answer) <= 0) {
      perror("exchange");
      exit(1);
    }
  }
}

static int ascending(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

int main(int words, char **word) {
  if (words != 5) return fprintf(stderr, "usage: floor PORT RATE SECONDS CONNECTIONS\n"), 2;
  pthread_t threads[MOST];
  int connections = atoi(word[4]) < MOST ? atoi(word[4]) : MOST;
  port = atoi(word[1]);
  rate = atof(word[2]);
  due = now() + 0.1;
  end = due + atof(word[3]);
  lag = calloc((size_t)(rate * atof(word[3]) * 2) + 1000, sizeof *lag);
  for (int i = 0; i < connections; i++) pthread_create(&threads[i], NULL, serve, NULL);
  for (int i = 0; i < connections; i++) pthread_join(threads[i], NULL);
  taken -= connections;
  qsort(lag, taken, sizeof *lag, ascending);
  printf("{\"requests\": %ld, \"p50Micros\": %.0f, \"p99Micros\": %.0f}\n", taken, lag[taken / 2] * 1e6,
         lag[taken * 99 / 100] * 1e6);
  return 0;
}
