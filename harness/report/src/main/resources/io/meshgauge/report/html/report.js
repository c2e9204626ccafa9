(function () {
  "use strict";
  var root = document.documentElement;
  var data = JSON.parse(document.getElementById("chart-data").textContent);
  var charts = [];
  var dashes = [[], [], [7, 4], [2, 3], [10, 3, 2, 3], [5, 2], [1, 2], [4, 4]];

  function color(name) { return getComputedStyle(root).getPropertyValue("--" + name).trim(); }
  function slot(series) { return color("s" + series.slot); }
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
      label: series.name, stroke: slot(series), width: 2, dash: dashes[series.slot % dashes.length],
      points: { show: false }, value: function (u, v) { return number(v); }
    }, extra || {});
  }
  function width(host) { return Math.max(320, Math.floor(host.clientWidth)); }

  function percentiles(host, plan) {
    var p = plan.percentiles;
    var ninesLabel = { 0: "0", 1: "90", 2: "99", 3: "99.9", 4: "99.99", 5: "99.999" };
    function show(v) { return "p" + (100 * (1 - Math.pow(10, -v))).toFixed(v < 1 ? 0 : v < 2 ? 1 : 2); }
    return {
      width: width(host), height: 340,
      cursor: { y: false },
      scales: { x: { time: false }, y: { range: function (u, min, max) { return [0, max * 1.06]; } } },
      axes: [
        axis("percentile of requests (equal steps: ten times rarer)", {
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
        axis("response time, ms", { size: 56 })
      ],
      series: [{ label: "percentile", value: function (u, v) { return v == null ? "–" : show(v); } }]
        .concat(p.series.map(function (s) { return line(s); }))
    };
  }

  function bands(plan) {
    return function (u) {
      var c = u.ctx, t = u.bbox;
      c.save();
      c.beginPath(); c.rect(t.left, t.top, t.width, t.height); c.clip();
      plan.timeline.runs.forEach(function (run) {
        var a = u.valToPos(run.from, "x", true), b = u.valToPos(run.to, "x", true);
        if (run.outcome !== "valid") {
          c.fillStyle = color(run.outcome === "unverified" ? "note-bg" : "bad-bg");
          c.fillRect(a, t.top, b - a, t.height);
        }
        c.strokeStyle = color("line"); c.lineWidth = devicePixelRatio;
        c.beginPath(); c.moveTo(b, t.top); c.lineTo(b, t.top + t.height); c.stroke();
      });
      c.restore();
    };
  }
  function bandLabels(plan) {
    return function (u) {
      var c = u.ctx, t = u.bbox, r = devicePixelRatio;
      c.save();
      c.font = 11 * r + "px system-ui, sans-serif"; c.textAlign = "center"; c.textBaseline = "top";
      plan.timeline.runs.forEach(function (run) {
        var a = u.valToPos(run.from, "x", true), b = u.valToPos(run.to, "x", true);
        var mid = (a + b) / 2, text = "#" + run.position;
        if (b > t.left && a < t.left + t.width && c.measureText(text).width < b - a) {
          c.fillStyle = color("faint"); c.fillText(text, mid, t.top + 4 * r);
        }
        if (run.outcome !== "valid") {
          c.fillStyle = color(run.outcome === "unverified" ? "note" : "bad");
          c.font = "600 " + 11 * r + "px system-ui, sans-serif";
          c.save(); c.translate(mid, t.top + t.height - 8 * r); c.rotate(-Math.PI / 2); c.textAlign = "left"; c.textBaseline = "middle";
          c.fillText(run.outcome, 0, 0); c.restore();
          c.font = 11 * r + "px system-ui, sans-serif";
        }
      });
      c.restore();
    };
  }
  function timeline(host, plan, what, label, floor) {
    return {
      width: width(host), height: 260,
      cursor: { y: false, sync: { key: "t-" + plan.name } },
      scales: { x: { time: false }, y: { range: function (u, min, max) {
        if (floor) { return [0, Math.max(max, 1e-9) * 1.18]; }
        return [0, max * 1.18];
      } } },
      axes: [axis("measured seconds, windows one after another in the order they ran", { size: 34 }), axis(label, { size: 56 })],
      hooks: { drawClear: [bands(plan)], draw: [bandLabels(plan)] },
      series: [{ label: "second", value: function (u, v) { return v == null ? "–" : String(v); } }]
        .concat(plan.timeline.series.map(function (s) { return line(s, { width: 1.6, spanGaps: false, dash: [] }); }))
    };
  }

  var labels = {
    p99: "p99 of each second, ms", completed: "completed, req/s",
    throughput: "Gbit/s", again: "segments retransmitted"
  };

  function build(host) {
    var plan = data.plans[Number(host.dataset.plan)], kind = host.dataset.chart, options, values;
    if (kind === "percentiles") {
      options = percentiles(host, plan);
      values = [plan.percentiles.x].concat(plan.percentiles.series.map(function (s) { return s.y; }));
    } else {
      options = timeline(host, plan, kind, labels[kind]);
      values = [plan.timeline.x].concat(plan.timeline.series.map(function (s) { return s[kind]; }));
    }
    host.textContent = "";
    var chart = new uPlot(options, values, host);
    chart.root.querySelectorAll(".u-legend .u-series:not(:first-child) th").forEach(function (th) {
      th.tabIndex = 0; th.setAttribute("role", "button"); th.title = "show or hide this line";
      th.addEventListener("keydown", function (e) {
        if (e.key === "Enter" || e.key === " ") { e.preventDefault(); th.click(); }
      });
    });
    return chart;
  }
  function draw() {
    charts.forEach(function (chart) { chart.destroy(); });
    charts = Array.prototype.map.call(document.querySelectorAll(".chart"), build);
  }

  var button = document.querySelector("button.theme");
  var system = matchMedia("(prefers-color-scheme: dark)");
  function dark() { return root.dataset.theme ? root.dataset.theme === "dark" : system.matches; }
  function name() { button.textContent = dark() ? "Light theme" : "Dark theme"; }
  button.hidden = false;
  button.addEventListener("click", function () {
    root.dataset.theme = dark() ? "light" : "dark"; name(); draw();
  });
  system.addEventListener("change", function () { name(); draw(); });

  var opened = [];
  addEventListener("beforeprint", function () {
    opened = Array.prototype.filter.call(document.querySelectorAll("details[data-print]"), function (d) { return !d.open; });
    opened.forEach(function (d) { d.open = true; });
    draw();
  });
  addEventListener("afterprint", function () { opened.forEach(function (d) { d.open = false; }); draw(); });
  // Only what really scrolls is a stop for the keyboard.
  function scrollers() {
    document.querySelectorAll(".wide, figure.svg").forEach(function (box) {
      if (box.scrollWidth > box.clientWidth + 1 || box.scrollHeight > box.clientHeight + 1) { box.tabIndex = 0; } else { box.removeAttribute("tabindex"); }
    });
  }
  document.querySelectorAll("details").forEach(function (d) { d.addEventListener("toggle", scrollers); });
  var wait;
  addEventListener("resize", function () {
    clearTimeout(wait);
    wait = setTimeout(function () {
      scrollers();
      charts.forEach(function (chart) { chart.setSize({ width: width(chart.root.parentNode), height: chart.height }); });
    }, 80);
  });
  name();
  draw();
  scrollers();
}());
