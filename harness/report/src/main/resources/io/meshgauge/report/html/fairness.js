// Reduces the fairness manifest to the settings in which two chosen arms differ.
(function () {
  "use strict";
  var choice = document.getElementById("fairness-pair"), table = document.querySelector("#fairness-table table");
  if (!choice || table.tHead.rows[0].cells.length < 4) { return; }
  var selects = choice.querySelectorAll("select"), rows = Array.prototype.slice.call(table.tBodies[0].rows);

  function apply() {
    var a = selects[0].selectedIndex, b = selects[1].selectedIndex, same = 0;
    rows.forEach(function (row) {
      // The first cell names the setting, as the first choice is "any arm".
      var alike = a > 0 && b > 0 && row.cells[a].textContent === row.cells[b].textContent;
      row.hidden = alike;
      same += alike ? 1 : 0;
    });
    choice.querySelector("[role=status]").textContent = a === 0 || b === 0 ? "" :
      text("settings-differ", rows.length - same, rows.length, same);
  }
  selects.forEach(function (select) {
    var kept = state.get(select.name);
    Array.prototype.forEach.call(select.options, function (option) {
      if (kept !== null && option.value === kept) { select.value = kept; }
    });
    select.addEventListener("change", function () { state.set(select.name, select.value); apply(); });
  });
  choice.hidden = false;
  apply();
}());
