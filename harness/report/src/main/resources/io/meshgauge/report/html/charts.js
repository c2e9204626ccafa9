// Line charts. For the keyboard a chart is a slider: arrow keys move its cursor, and its value is the text of its legend.
var charts = (function () {
  "use strict";
  var root = document.documentElement;
  var data = JSON.parse(document.getElementById("chart-data").textContent);
  var drawn = [];
  var dashes = [[], [], [7, 4], [2, 3], [10, 3, 2, 3], [5, 2], [1, 2], [4, 4]];

  function color(name) { return getComputedStyle(root).getPropertyValue("--" + name).trim(); }
  function number(v) {
    if (v == null) { return "–"; }
    var a = Math.abs(v);
    return v.toFixed(a >= 99.95 ? 0 : a >= 9.995 ? 1 : 2);
  }
  function axis(label, extra) {
    return Object.assign({
      stroke: color("soft"), label: label, labelSize: 22, labelFont: "12px system-ui, sans-serif",
      font: "11.5px system-ui, sans-serif",
      grid: { stroke: color("line-soft"), width: 1 }, ticks: { stroke: color("line"), width: 1, size: 5 }
    }, extra || {});
  }
  function line(series, extra) {
    return Object.assign({
      label: series.name, stroke: color("s" + series.slot), width: 2, dash: dashes[series.slot % dashes.length],
      points: { show: false }, value: function (u, v) { return number(v); }
    }, extra || {});
  }
  /** An edge of a band: not drawn, and not in the legend. */
  function edge(series) {
    return { label: series.name, class: "edge", stroke: "transparent", width: 1, points: { show: false } };
  }
  function width(host) { return Math.max(320, Math.floor(host.clientWidth)); }

  /** Curves of response time, each with the band of its runs. */
  function percentiles(host, plan) {
    var p = plan.percentiles, ninesLabel = { 0: "0", 1: "90", 2: "99", 3: "99.9", 4: "99.99", 5: "99.999" };
    function show(v) { return "p" + Number((100 * (1 - Math.pow(10, -v))).toFixed(v < 1 ? 0 : v < 2 ? 1 : v < 3 ? 2 : 3)); }
    var ranged = p.series.some(function (s) { return s.low.some(function (v) { return v != null; }); });
    var lines = [], bands = [], values = [p.x];
    p.series.forEach(function (s) {
      lines.push(line(s, { value: function (u, v, at, i) {
        return v == null || s.low[i] == null ? number(v) : text("value-range", number(v), number(s.low[i]), number(s.high[i]));
      } }), edge(s), edge(s));
      bands.push({ series: [lines.length - 1, lines.length], fill: color("s" + s.slot) + "2b" });
      values.push(s.y, s.high, s.low);
    });
    return {
      values: values,
      start: Math.min(40, p.x.length - 1),
      jump: function (i, by) { return i + 20 * by; },
      options: {
        width: width(host), height: 340,
        cursor: { y: false },
        scales: { x: { time: false }, y: { range: function (u, min, max) { return [0, max * 1.06]; } } },
        bands: bands,
        axes: [
          axis(text("percentile-axis"), {
            size: 34,
            splits: function () {
              var last = p.x[p.x.length - 1];
              return [0, Math.log10(2), 1, Math.log10(20), 2, Math.log10(200), 3, 4, 5].filter(function (v) { return v <= last; });
            },
            values: function (u, splits) {
              return splits.map(function (v) {
                if (Math.abs(v - Math.log10(2)) < 1e-6) { return "p50"; }
                if (Math.abs(v - Math.log10(20)) < 1e-6) { return "p95"; }
                if (Math.abs(v - Math.log10(200)) < 1e-6) { return "p99.5"; }
                return "p" + ninesLabel[Math.round(v)];
              });
            }
          }),
          axis(text("response-axis"), { size: 56 })
        ],
        series: [{ label: text("percentile"), value: function (u, v) { return v == null ? "–" : ranged ? text("percentile-ranged", show(v)) : show(v); } }].concat(lines)
      }
    };
  }

  /** A line per arm from the values of the runs, and which run each point is of. */
  function expanded(t) {
    if (t.runs.expanded) { return t.runs.expanded; }
    var kinds = ["p99", "completed", "throughput", "again"].filter(function (kind) { return t[kind]; });
    var found = { x: [], owner: [], runs: [], lines: {} }, from = 0, at = 0, missed = [];
    var points = t.runs.reduce(function (sum, row) { return sum + (row[4] ? row[4] + 1 : 0); }, 0);
    kinds.forEach(function (kind) {
      found.lines[kind] = t.arms.map(function () { return new Array(points).fill(null); });
    });
    t.runs.forEach(function (row, n) {
      var run = {
        position: row[0], arm: t.arms[row[1]].name, block: row[2], outcome: t.outcomes[row[3]], unanswered: row[5],
        note: t.notes[n] || "", first: found.x.length, points: row[4], from: from, missed: missed, later: []
      };
      if (!run.points) {
        missed.push(run);
        (found.events = found.events || []).push(run);
        return;
      }
      missed = [];
      for (var i = 0; i < run.points; i++, at++) {
        kinds.forEach(function (kind) { found.lines[kind][row[1]][found.x.length] = t[kind][at]; });
        found.x.push(from + i * t.step);
        found.owner.push(run);
      }
      // A point without a value keeps the lines of neighbouring runs of one arm apart.
      found.x.push(from + (run.points - 0.5) * t.step);
      found.owner.push(run);
      from += run.points * t.step;
      run.to = from;
      found.runs.push(run);
    });
    if (missed.length && found.runs.length) { found.runs[found.runs.length - 1].later = missed; }
    t.runs.expanded = found;
    return found;
  }
  function named(run) { return text("run-named", run.position, run.arm, run.block); }
  function outcome(run) { return text("outcome-" + run.outcome); }
  function excluded(run) { return run.outcome === "valid" ? "" : "; " + outcome(run) + (run.note ? ": " + run.note : ""); }
  /** What a point of a chart over time is of, and what happened there. */
  function moment(t, found, i) {
    var run = found.owner[i], second = (i - run.first) * t.step + 1;
    function before(other) { return "; " + text("before", named(other)) + excluded(other); }
    function after(other) { return "; " + text("after", named(other)) + excluded(other); }
    return (t.step > 1 ? text("seconds", named(run), second, second + t.step - 1) : text("second", named(run), second)) +
      excluded(run) + (run.unanswered ? "; " + text("unanswered", run.unanswered) : "") +
      run.missed.map(before).join("") + run.later.map(after).join("");
  }
  function tone(run) { return run.outcome === "unverified" ? "note" : "bad"; }

  /** Windows of excluded runs as bands, borders of runs where there is room, runs without a window as dashes. */
  function shade(u, found) {
    var c = u.ctx, t = u.bbox, r = devicePixelRatio;
    c.save();
    c.beginPath(); c.rect(t.left, t.top, t.width, t.height); c.clip();
    c.lineWidth = r;
    found.runs.forEach(function (run) {
      var a = u.valToPos(run.from, "x", true), b = u.valToPos(run.to, "x", true);
      if (run.outcome !== "valid") {
        c.fillStyle = color(tone(run) + "-bg");
        c.fillRect(a, t.top, Math.max(r, b - a), t.height);
      }
      if (b - a >= 4 * r) {
        c.strokeStyle = color("line");
        c.beginPath(); c.moveTo(b, t.top); c.lineTo(b, t.top + t.height); c.stroke();
      }
    });
    c.strokeStyle = color("bad"); c.setLineDash([4 * r, 3 * r]);
    (found.events || []).forEach(function (run) {
      var a = u.valToPos(run.from, "x", true);
      c.beginPath(); c.moveTo(a, t.top); c.lineTo(a, t.top + t.height); c.stroke();
    });
    c.restore();
  }
  /** Numbers of runs, and outcomes of those that do not count, where there is room. */
  function label(u, found) {
    var c = u.ctx, t = u.bbox, r = devicePixelRatio, last = -1e9;
    function upright(run, at) {
      if (at < t.left || at > t.left + t.width || at - last < 12 * r) { return; }
      last = at;
      c.save();
      c.fillStyle = color(tone(run)); c.font = "600 " + 11 * r + "px system-ui, sans-serif";
      c.textAlign = "left"; c.textBaseline = "middle";
      c.translate(at, t.top + t.height - 8 * r); c.rotate(-Math.PI / 2);
      c.fillText((run.points ? "" : "#" + run.position + " ") + outcome(run), 0, 0);
      c.restore();
    }
    c.save();
    c.font = 11 * r + "px system-ui, sans-serif"; c.textAlign = "center"; c.textBaseline = "top"; c.fillStyle = color("faint");
    found.runs.forEach(function (run) {
      var a = u.valToPos(run.from, "x", true), b = u.valToPos(run.to, "x", true), position = "#" + run.position;
      if (b > t.left && a < t.left + t.width && c.measureText(position).width < b - a) { c.fillText(position, (a + b) / 2, t.top + 4 * r); }
    });
    c.restore();
    (found.events || []).concat(found.runs.filter(function (run) { return run.outcome !== "valid"; }))
      .map(function (run) {
        var a = u.valToPos(run.from, "x", true);
        return { run: run, at: run.points ? (a + u.valToPos(run.to, "x", true)) / 2 : Math.max(t.left, a - 8 * r) };
      })
      .sort(function (a, b) { return a.at - b.at; })
      .forEach(function (it) { upright(it.run, it.at); });
  }

  var titles = {
    p99: text("p99-of-second"), completed: text("completed"),
    throughput: "Gbit/s", again: text("segments-again")
  };
  function overTime(host, plan, kind) {
    var t = plan.timeline, found = expanded(t);
    return {
      values: [found.x].concat(found.lines[kind]),
      start: 0,
      jump: function (i, by) {
        var at = found.runs.indexOf(found.owner[i]) + by;
        return found.runs[Math.max(0, Math.min(found.runs.length - 1, at))].first;
      },
      options: {
        width: width(host), height: 260,
        cursor: { y: false, sync: { key: "t-" + plan.name } },
        scales: { x: { time: false }, y: { range: function (u, min, max) { return [0, Math.max(max, 1e-9) * 1.18]; } } },
        axes: [axis(text("time-axis"), { size: 34 }), axis(titles[kind], { size: 56 })],
        hooks: { drawClear: [function (u) { shade(u, found); }], draw: [function (u) { label(u, found); }] },
        series: [{ label: text("run"), value: function (u, v, at, i) { return i == null ? "–" : moment(t, found, i); } }]
          .concat(t.arms.map(function (s) { return line(s, { width: 1.6, spanGaps: false, dash: [] }); }))
      }
    };
  }

  /** The values at the cursor as one sentence. */
  function spoken(u) {
    var texts = [];
    u.series.forEach(function (s, i) {
      var at = u.cursor.idx;
      if (i === 0) {
        texts.push(s.value(u, u.data[0][at], 0, at));
      } else if (s.show && s.class !== "edge" && u.data[i][at] != null) {
        texts.push(s.label + " " + s.value(u, u.data[i][at], i, at));
      }
    });
    return texts.join("; ");
  }
  function keyboard(u, host, chart) {
    var slider = u.root.querySelector(".u-wrap"), last = chart.values[0].length - 1;
    slider.tabIndex = 0;
    slider.setAttribute("role", "slider");
    slider.setAttribute("aria-label", text("cursor-keys", host.getAttribute("aria-label")));
    slider.setAttribute("aria-valuemin", "0");
    slider.setAttribute("aria-valuemax", String(last));
    slider.setAttribute("aria-valuenow", String(chart.start));
    slider.setAttribute("aria-valuetext", text("no-cursor"));
    function empty(i) { return chart.values.every(function (line, n) { return n === 0 || line[i] == null; }); }
    function go(i, by) {
      i = Math.max(0, Math.min(last, i));
      while (empty(i) && i + by >= 0 && i + by <= last) { i += by; }
      if (empty(i)) { return; }
      u.setCursor({ left: u.valToPos(chart.values[0][i], "x"), top: 10 }, true, true);
      slider.setAttribute("aria-valuenow", String(i));
      slider.setAttribute("aria-valuetext", spoken(u));
    }
    slider.addEventListener("focus", function () { if (u.cursor.idx == null) { go(chart.start, 1); } });
    slider.addEventListener("blur", function () { u.setCursor({ left: -10, top: -10 }, true, true); });
    slider.addEventListener("keydown", function (e) {
      var i = u.cursor.idx == null ? chart.start : u.cursor.idx;
      if (e.ctrlKey || e.altKey || e.metaKey) { return; }
      switch (e.key) {
        case "ArrowRight": case "ArrowUp": go(i + 1, 1); break;
        case "ArrowLeft": case "ArrowDown": go(i - 1, -1); break;
        case "PageUp": go(chart.jump(i, 1), 1); break;
        case "PageDown": go(chart.jump(i, -1), -1); break;
        case "Home": go(0, 1); break;
        case "End": go(last, -1); break;
        default: return;
      }
      e.preventDefault();
    });
  }
  /** The legend's names are buttons that show and hide a line with its band. */
  function toggles(u) {
    u.root.querySelectorAll(".u-legend .u-series:not(:first-child):not(.edge) th").forEach(function (th) {
      th.tabIndex = 0; th.setAttribute("role", "button"); th.title = text("toggle-line");
      th.addEventListener("keydown", function (e) {
        if (e.key === "Enter" || e.key === " ") { e.preventDefault(); th.click(); }
      });
    });
  }
  function build(host) {
    var plan = data.plans[Number(host.dataset.plan)], kind = host.dataset.chart;
    var chart = kind === "percentiles" ? percentiles(host, plan) : overTime(host, plan, kind);
    var hooks = chart.options.hooks = chart.options.hooks || {};
    hooks.setSeries = [function (u, i, change) {
      for (var n = i + 1; i && change.show != null && n < u.series.length && u.series[n].class === "edge"; n++) {
        u.setSeries(n, { show: change.show }, false);
      }
    }];
    host.textContent = "";
    var u = new uPlot(chart.options, chart.values, host);
    keyboard(u, host, chart);
    toggles(u);
    return u;
  }

  return {
    draw: function () {
      drawn.forEach(function (u) { u.destroy(); });
      drawn = Array.prototype.map.call(document.querySelectorAll(".chart"), build);
    },
    resize: function () {
      drawn.forEach(function (u) { u.setSize({ width: width(u.root.parentNode), height: u.height }); });
    }
  };
}());
