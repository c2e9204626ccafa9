// The texts of scripts in the language of the page: text(name, value) puts the values in place of %s or %1$s.
var text = (function () {
  "use strict";
  var texts = JSON.parse(document.getElementById("texts").textContent);
  return function (name, ...values) {
    var next = 0;
    return texts[name].replace(/%(?:(\d+)\$)?s|%%/g, function (found, at) {
      return found === "%%" ? "%" : values[at ? at - 1 : next++];
    });
  };
}());
