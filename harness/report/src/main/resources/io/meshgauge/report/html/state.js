// What a reader chose on the page, in the fragment of its address, so that a copied link shows the same:
// "#key=value&key=value", after the anchor of a section if one was followed ("#evidence&key=value").
var state = (function () {
  "use strict";
  var anchor = "", chosen = {};

  function read() {
    var found = { anchor: "", chosen: {} };
    location.hash.slice(1).split("&").forEach(function (part) {
      var at = part.indexOf("=");
      try {
        if (at < 0) {
          found.anchor = part || found.anchor;
        } else {
          found.chosen["=" + decodeURIComponent(part.slice(0, at))] = decodeURIComponent(part.slice(at + 1));
        }
      } catch (e) { /* A shortened link has half an escape: the part is left out. */ }
    });
    return found;
  }
  function text() {
    return (anchor ? [anchor] : []).concat(Object.keys(chosen).sort().map(function (key) {
      return encodeURIComponent(key.slice(1)) + "=" + encodeURIComponent(chosen[key]);
    })).join("&");
  }
  function write() {
    try {
      history.replaceState(null, "", "#" + text());
    } catch (e) { /* A frame without an address of its own, or too many changes a second: the page works without. */ }
  }

  var first = read();
  anchor = first.anchor;
  chosen = first.chosen;
  // With choices after it, the browser does not find the anchor itself. Charts above it are drawn by then.
  addEventListener("load", function () {
    var target = anchor && Object.keys(chosen).length ? document.getElementById(anchor) : null;
    if (target) { target.scrollIntoView(); }
  });

  addEventListener("hashchange", function () {
    var now = read();
    if (!Object.keys(now.chosen).length) {
      anchor = now.anchor;
      if (Object.keys(chosen).length) { write(); }
    } else if (location.hash.slice(1) !== text()) {
      location.reload();
    }
  });

  return {
    /** The value of a key as text, or null. */
    get: function (key) { var value = chosen["=" + key]; return value === undefined ? null : value; },
    /** Keeps a value; an empty one or null removes the key. */
    set: function (key, value) {
      if (value == null || value === "") { delete chosen["=" + key]; } else { chosen["=" + key] = String(value); }
      write();
    }
  };
}());
