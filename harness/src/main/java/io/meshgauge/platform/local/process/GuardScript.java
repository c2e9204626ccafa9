package io.meshgauge.platform.local.process;

/**
 * The guardian: a POSIX shell script that runs one program and ends it when its own standard input
 * ends.
 *
 * <p>That input is a pipe whose other end only the harness has open, so the operating system closes
 * it however the harness ends, {@code kill -9} included. Failures and their effects:
 *
 * <ul>
 *   <li>The harness dies before the guardian runs: the guardian reads the end of its input and ends
 *       the program.
 *   <li>The program ends first: the guardian ends with the program's exit status (128 + signal when
 *       a signal ended it), and ends its watching child.
 *   <li>The program leaves children behind: program and children are a process group (with bash or
 *       {@code setsid}), which is killed.
 *   <li>A signal is sent to the harness's whole group, as a terminal does on ctrl-C: it does not
 *       reach the program, which has its own group; the harness stops it. Signals are caught and
 *       not ignored, because an ignored signal would stay ignored in the program.
 *   <li>The guardian is killed: its watching child still has the pipe and ends the program.
 *   <li>The watching child is killed: the guardian starts another.
 *   <li>The program has a control group: it enters it before it runs, and a child of the guardian
 *       removes it if the harness is gone; otherwise the harness does, which may still want to read
 *       it.
 * </ul>
 *
 * <p>Arguments: grace in seconds between TERM and KILL; {@code none}, or the path at which to make
 * the named pipe through which input lines reach the program; the file that gets the program's
 * output, or {@code -} to pass it on; the folders of its control group, a line each; the program
 * and its arguments. The first line on standard output is the program's process id.
 */
final class GuardScript {
  static final String TEXT =
      """
      grace=$1 input=$2 log=$3 groups=$4 harness=$PPID
      shift 4
      exec 3<&0 </dev/null
      trap : HUP INT QUIT TERM
      alone=
      if [ -n "${BASH_VERSION-}" ]; then
        set -m
      elif command -v setsid >/dev/null 2>&1; then
        alone=setsid
      fi
      source=/dev/null
      if [ "$input" != none ]; then
        mkfifo -m 600 "$input" && exec 4<>"$input" || exit 126
        source=$input
      fi
      # A shell with job control reports how its jobs ended, which is not part of the program's log;
      # a program may end before the next line is read.
      exec 5>&2 2>/dev/null
      $alone sh -c '
        input=$1 log=$2 groups=$3
        shift 3
        if [ "$input" != none ]; then rm -f "$input"; fi
        printf "%s\\n" "$$"
        if [ "$log" != - ]; then exec >>"$log" 2>&1; fi
        lines=$IFS IFS="
      "
        for group in $groups; do
          printf "%s\\n" "$$" >"$group/cgroup.procs" || exit 125
        done
        IFS=$lines
        exec "$@"
      ' guarded "$input" "$log" "$groups" "$@" <"$source" 2>&5 3<&- 4>&- 5>&- &
      program=$!
      exec 5>&-
      end() {
        kill -s "$1" -- "-$program" || kill -s "$1" "$program"
      }
      watch() {
        (
          trap "" HUP INT QUIT TERM
          while IFS= read -r line <&3; do
            if [ "$input" != none ]; then printf "%s\\n" "$line" >&4; fi
          done
          end TERM
          sleep "$grace" 3<&- 4>&-
          end KILL
        ) >/dev/null &
        watcher=$!
      }
      # The end of any child, caught, ends a wait, so that the watcher's is noticed: with bash in
      # POSIX mode only. With job control a wait would not last while the program is halted.
      if [ -n "${BASH_VERSION-}" ]; then set +m -o posix; fi
      trap : CHLD
      watch
      while
        wait "$program"
        status=$?
        kill -s 0 "$program"
      do
        kill -s 0 "$watcher" || watch
      done
      # A wait ended by a signal returns its number; a status is reported only once.
      wait "$program"
      again=$?
      if [ "$again" != 127 ] || [ "$(kill -l "$status")" = CHLD ]; then status=$again; fi
      kill -s KILL "$watcher"
      kill -s KILL -- "-$program"
      # The harness removes the groups if it lives. A killed one may take a moment to end, or stay a
      # zombie, and so may a killed child in a group.
      if [ -n "$groups" ]; then
        (
          trap "" HUP INT QUIT TERM
          IFS="
      "
          tries=0
          while [ "$tries" -lt 45 ]; do
            if ! kill -s 0 "$harness" || grep -q "^State:.Z" "/proc/$harness/status"; then
              for group in $groups; do
                rmdir "$group" "${group%/*}"
              done
            fi
            left=
            for group in $groups; do
              if [ -d "$group" ]; then left=1; fi
            done
            if [ -z "$left" ]; then break; fi
            sleep 1
            tries=$((tries + 1))
          done
        ) >/dev/null 3<&- 4>&- &
      fi
      exit "$status"
      """;

  private GuardScript() {}
}
