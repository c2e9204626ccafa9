// After each change event, the script fetches the board again, so that all texts are escaped by the server.
(function () {
  'use strict';
  var board = document.getElementById('board');
  var state = document.getElementById('state');
  var busy = false;
  var again = false;

  function draw() {
    if (busy) {
      again = true;
      return;
    }
    busy = true;
    again = false;
    fetch('board')
      .then(function (answer) {
        if (!answer.ok) {
          throw new Error(text('status', answer.status));
        }
        return answer.text();
      })
      .then(function (markup) {
        board.innerHTML = markup;
        scrollers();
      })
      .catch(function (problem) { state.textContent = text('not-up-to-date', problem.message); })
      .then(function () {
        busy = false;
        if (again) {
          draw();
        }
      });
  }

  scrollers();
  var events = new EventSource('events');
  events.onopen = function () {
    state.textContent = text('up-to-date');
    draw();
  };
  events.onerror = function () {
    state.textContent = events.readyState === EventSource.CLOSED
      ? text('too-many-viewers')
      : text('retrying');
  };
  ['planned', 'trial', 'window', 'happened', 'note'].forEach(function (name) {
    events.addEventListener(name, draw);
  });
  events.addEventListener('phase', function (event) {
    var now = document.getElementById('now');
    if (now) {
      now.textContent = JSON.parse(event.data).now;
    }
  });
  events.addEventListener('ended', function () {
    events.close();
    state.textContent = text('ended');
  });
})();
