// Only what really scrolls is a stop for the keyboard. Called after contents are replaced; follows sizes by itself.
var scrollers = (function () {
  "use strict";
  function boxes() { return document.querySelectorAll(".wide, figure.svg"); }
  function update() {
    boxes().forEach(function (box) {
      // The size of what is in closed details is not read, since that lays it out.
      if (box.closest("details:not([open])")) { return; }
      if (box.scrollWidth > box.clientWidth || box.scrollHeight > box.clientHeight) { box.tabIndex = 0; } else { box.removeAttribute("tabindex"); }
    });
  }
  var sizes = new ResizeObserver(update);
  return function () {
    sizes.disconnect();
    boxes().forEach(function (box) {
      sizes.observe(box);
      if (box.firstElementChild) { sizes.observe(box.firstElementChild); }
    });
    update();
  };
}());
