(function () {
  "use strict";
  // The page of a proof has no charts.
  var drawn = typeof charts === "undefined" ? {draw: function () {}, resize: function () {}} : charts;
  var root = document.documentElement;
  var button = document.querySelector("button.theme");
  var system = matchMedia("(prefers-color-scheme: dark)");
  function dark() { return root.dataset.theme ? root.dataset.theme === "dark" : system.matches; }
  function name() { button.textContent = dark() ? text("light-theme") : text("dark-theme"); }
  button.hidden = false;
  button.addEventListener("click", function () {
    root.dataset.theme = dark() ? "light" : "dark"; name(); drawn.draw();
  });
  system.addEventListener("change", function () { name(); drawn.draw(); });

  var opened = [];
  addEventListener("beforeprint", function () {
    opened = Array.prototype.filter.call(document.querySelectorAll("details[data-print]"), function (d) { return !d.open; });
    opened.forEach(function (d) { d.open = true; });
    drawn.draw();
  });
  addEventListener("afterprint", function () { opened.forEach(function (d) { d.open = false; }); drawn.draw(); });
  var wait;
  addEventListener("resize", function () {
    clearTimeout(wait);
    wait = setTimeout(function () {
      drawn.resize();
    }, 80);
  });
  name();
  drawn.draw();
  scrollers();
}());
