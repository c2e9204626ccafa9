// What a reader tries on the page: other weights and limits, any two variants, another percentile of the picture.
(function () {
  "use strict";
  var plans = JSON.parse(document.getElementById("explore-data").textContent).plans;
  var OWN = "own";

  function element(name, attributes, children) {
    var made = document.createElement(name);
    Object.keys(attributes || {}).forEach(function (key) { made.setAttribute(key, attributes[key]); });
    (children || []).forEach(function (child) { made.append(child); });
    return made;
  }
  function cell(value, style) { return element("td", style ? { "class": style } : {}, [value]); }
  function head(variant) {
    return element("th", { scope: "row" }, [
      element("span", { "class": "swatch", style: "background:var(--s" + variant.slot + ")", "aria-hidden": "true" }),
      variant.label
    ]);
  }
  function options(select, names, labels) {
    select.replaceChildren.apply(select, names.map(function (name, i) {
      return element("option", { value: name }, [labels ? labels[i] : name]);
    }));
  }
  function bodyOf(id) {
    var table = document.querySelector("#" + id + " table");
    return table.tBodies[0] || table.appendChild(document.createElement("tbody"));
  }
  function reveal(id) {
    document.getElementById(id).hidden = false;
  }
  function remember(key, value) { if (state.get(key) !== value) { state.set(key, value); } }
  function planNamed(all, name) { return all.find(function (it) { return it.name === name; }) || all[0]; }

  // Other weights and limits.
  var scored = plans.filter(function (plan) { return plan.criteria.length; });
  var form = document.getElementById("explore-choices");
  var plan, weights, limits, inputs;

  function digits(value) { return String(Number(value.toPrecision(4))); }
  function reset(to) {
    plan = to;
    weights = plan.sets[0].weights.slice();
    limits = plan.criteria.map(function (it) { return { full: it.full, zero: it.zero }; });
  }
  function setOfWeights() {
    return plan.sets.find(function (set) {
      return set.weights.every(function (weight, i) { return Math.abs(weight - weights[i]) < 1e-9; });
    });
  }
  function sameLimits() {
    return plan.criteria.every(function (it, i) { return it.full === limits[i].full && it.zero === limits[i].zero; });
  }
  function keep() {
    var set = setOfWeights();
    remember("plan", plan === scored[0] ? null : plan.name);
    remember("weights", set ? (set === plan.sets[0] ? null : set.name)
      : plan.criteria.map(function (it, i) { return it.key + ":" + Number(weights[i].toFixed(4)); }).join(","));
    remember("limits", sameLimits() ? null : plan.criteria.map(function (it, i) {
      return it.key + ":" + limits[i].full + ":" + limits[i].zero;
    }).join(","));
  }
  function ordered(criterion, full, zero) {
    return isFinite(full) && isFinite(zero) && (criterion.more ? full > zero : full < zero);
  }
  /** What the address says; what does not fit this report is left as it is. */
  function recall() {
    reset(planNamed(scored, state.get("plan")));
    var chosen = state.get("weights") || "";
    var set = plan.sets.find(function (it) { return it.name === chosen; });
    if (set) {
      weights = set.weights.slice();
    } else if (chosen) {
      var given = plan.criteria.map(function () { return 0; });
      chosen.split(",").forEach(function (part) {
        var at = plan.criteria.findIndex(function (it) { return it.key === part.split(":")[0]; });
        var value = Number(part.split(":")[1]);
        if (at >= 0 && isFinite(value) && value >= 0) { given[at] = value; }
      });
      var sum = given.reduce(function (all, weight) { return all + weight; }, 0);
      if (sum > 0 && isFinite(sum)) { weights = given.map(function (weight) { return weight / sum; }); }
    }
    (state.get("limits") || "").split(",").forEach(function (part) {
      var values = part.split(":"), at = plan.criteria.findIndex(function (it) { return it.key === values[0]; });
      if (at >= 0 && values.length === 3 && ordered(plan.criteria[at], Number(values[1]), Number(values[2]))) {
        limits[at] = { full: Number(values[1]), zero: Number(values[2]) };
      }
    });
  }

  function controls() {
    form.plan.value = plan.name;
    options(form.weights, plan.sets.map(function (it) { return it.name; }).concat(OWN),
      plan.sets.map(function (it) { return text("as-in-report", it.name); }).concat(text("own-weights")));
    inputs = plan.criteria.map(function (criterion, i) {
      var unit = criterion.unit ? ", " + criterion.unit : "";
      var weight = element("input", { type: "range", min: 0, max: 100, step: 1, "aria-label": text("weight-of", criterion.title) });
      weight.disabled = plan.criteria.length < 2;
      var used = element("td", { "class": "n" });
      function limit(end, words) {
        var input = element("input", { type: "number", step: "any", "aria-label": criterion.title + unit + ": " + words });
        input.addEventListener("input", function () {
          var wanted = { full: limits[i].full, zero: limits[i].zero };
          wanted[end] = input.value === "" ? undefined : Number(input.value) / criterion.scale;
          var fits = ordered(criterion, wanted.full, wanted.zero);
          input.setCustomValidity(fits ? "" : criterion.more ? text("full-above-zero") : text("full-below-zero"));
          input.setAttribute("aria-invalid", String(!fits));
          if (fits) { limits[i] = wanted; show(); } else { input.reportValidity(); }
        });
        return input;
      }
      weight.addEventListener("input", function () {
        var share = Number(weight.value) / 100, others = 1 - weights[i];
        weights = weights.map(function (old, j) {
          return j === i ? share : others > 0 ? old * (1 - share) / others : (1 - share) / (weights.length - 1);
        });
        show();
      });
      return { weight: weight, used: used, full: limit("full", text("full-points-at")), zero: limit("zero", text("zero-points-at")) };
    });
    var body = bodyOf("explore-criteria");
    body.replaceChildren.apply(body, plan.criteria.map(function (criterion, i) {
      return element("tr", {}, [
        element("th", { scope: "row" }, [criterion.title + (criterion.unit ? ", " + criterion.unit : "")]),
        element("td", {}, [inputs[i].weight]), inputs[i].used,
        element("td", { "class": "n" }, [inputs[i].full]), element("td", { "class": "n" }, [inputs[i].zero])
      ]);
    }));
  }

  function sentences(rows) {
    var promises = [];
    rows.forEach(function (row) {
      if (row.rank !== null && promises.indexOf(row.variant.promises) < 0) { promises.push(row.variant.promises); }
    });
    return promises.map(function (promised) {
      var group = rows.filter(function (row) { return row.rank !== null && row.variant.promises === promised; });
      var first = group[0], alike = group.filter(function (row) { return row !== first && row.rank === 1; });
      var label = first.variant.label, points = first.score.toFixed(2);
      return alike.length
        ? text("highest-alike", promised, label, points, alike.map(function (row) { return row.variant.label; }).join(", "))
        : first.rank === 1 ? text("highest-alone", promised, label, points) : text("highest", promised, label, points);
    });
  }
  function bar(row) {
    var low = row.low === null ? row.score : row.low, high = row.high === null ? row.score : row.high;
    return element("td", {}, [element("span", {
      "class": "scale", "aria-hidden": "true",
      style: "--low:" + low + ";--high:" + high + ";--at:" + row.score + ";--colour:var(--s" + row.variant.slot + ")"
    })]);
  }
  function show() {
    inputs.forEach(function (input, i) {
      input.weight.value = Math.round(100 * weights[i]);
      input.weight.setAttribute("aria-valuetext", Math.round(100 * weights[i]) + " %");
      ["full", "zero"].forEach(function (end) {
        if (document.activeElement !== input[end]) { input[end].value = digits(limits[i][end] * plan.criteria[i].scale); }
      });
    });
    var set = setOfWeights();
    form.weights.value = set ? set.name : OWN;
    var found = scoring.score(limits, plan.variants, weights);
    var before = scoring.score(plan.criteria, plan.variants, plan.sets[0].weights);
    found.used.forEach(function (used, i) {
      inputs[i].used.textContent = used === 0 && weights[i] > 0 ? text("left-out") : Math.round(100 * used) + " %";
    });
    var rows = found.rows.slice().sort(function (a, b) { return b.score - a.score; });
    document.querySelector("#explore-result ul").replaceChildren.apply(
      document.querySelector("#explore-result ul"),
      sentences(rows).map(function (sentence) { return element("li", {}, [sentence]); }));
    var body = bodyOf("explore-scores");
    body.replaceChildren.apply(body, rows.map(function (row) {
      var old = before.rows.find(function (it) { return it.variant === row.variant; });
      return element("tr", { "data-variant": row.variant.name }, [
        head(row.variant), cell(row.variant.promises), bar(row), cell(row.score.toFixed(3), "n"),
        cell(row.low === null ? "–" : text("range", row.low.toFixed(3), row.high.toFixed(3)), "n"),
        cell(row.rank === null ? "–" : row.shared ? text("shared", row.rank) : String(row.rank), "n"),
        cell(old.score.toFixed(3), "n")
      ]);
    }).concat(plan.variants.filter(function (it) { return it.unscored; }).map(function (it) {
      return element("tr", { "data-variant": it.name }, [
        head(it), cell(it.promises), element("td", { colspan: 5, "class": "wrap" }, [text("no-score", it.unscored)])
      ]);
    })));
    keep();
  }

  if (scored.length) {
    reveal("explore");
    options(form.plan, scored.map(function (it) { return it.name; }));
    form.querySelector("[data-for=plan]").hidden = scored.length < 2;
    form.plan.addEventListener("change", function () { reset(planNamed(scored, form.plan.value)); controls(); show(); });
    form.weights.addEventListener("change", function () {
      var set = plan.sets.find(function (it) { return it.name === form.weights.value; });
      if (set) { weights = set.weights.slice(); show(); }
    });
    form.addEventListener("reset", function (event) { event.preventDefault(); reset(plan); controls(); show(); });
    form.addEventListener("submit", function (event) { event.preventDefault(); });
    recall();
    controls();
    show();
  }

  // Any two variants. All texts are the report's.
  var paired = plans.filter(function (it) { return it.pairs.length; });
  var pairForm = document.getElementById("pair-choices");
  function between(of, arm, reference) {
    return of.pairs.find(function (it) { return it.arm === arm && it.reference === reference; });
  }
  function pair(chosen) {
    var of = planNamed(paired, pairForm["pair-plan"].value);
    var arm = pairForm.arm.value, reference = pairForm.reference.value;
    var found = between(of, arm, reference);
    // Each pair is compared once, in the order of the experiment.
    if (!found && between(of, reference, arm)) {
      found = between(of, reference, arm);
      pairForm.arm.value = found.arm;
      pairForm.reference.value = found.reference;
    }
    if (chosen) { remember("pair", [of.name, pairForm.arm.value, pairForm.reference.value].join("/")); }
    var body = bodyOf("pair");
    body.replaceChildren.apply(body, !found
      ? [element("tr", {}, [element("td", { colspan: 7 }, [arm === reference ? text("two-different") : text("not-compared")])])]
      : found.rows.map(function (row) {
        return element("tr", {}, [element("th", { scope: "row" }, [row[0]])].concat(row.slice(1, 6).map(function (value) {
          return cell(value, "n");
        }), [cell(row[6])]));
      }));
  }
  function arms(of) {
    var names = of.variants.filter(function (it) {
      return of.pairs.some(function (pair) { return pair.arm === it.name || pair.reference === it.name; });
    });
    [pairForm.arm, pairForm.reference].forEach(function (select) {
      options(select, names.map(function (it) { return it.name; }), names.map(function (it) { return it.label; }));
    });
    pairForm.arm.value = of.pairs[0].arm;
    pairForm.reference.value = of.pairs[0].reference;
  }
  if (paired.length) {
    reveal("any-two");
    options(pairForm["pair-plan"], paired.map(function (it) { return it.name; }));
    pairForm.querySelector("[data-for=plan]").hidden = paired.length < 2;
    var kept = (state.get("pair") || "").split("/"), of = planNamed(paired, kept[0]);
    pairForm["pair-plan"].value = of.name;
    arms(of);
    if (between(of, kept[1], kept[2])) { pairForm.arm.value = kept[1]; pairForm.reference.value = kept[2]; }
    pairForm["pair-plan"].addEventListener("change", function () { arms(planNamed(paired, pairForm["pair-plan"].value)); pair(true); });
    [pairForm.arm, pairForm.reference].forEach(function (select) {
      select.addEventListener("change", function () { pair(true); });
    });
    pairForm.addEventListener("submit", function (event) { event.preventDefault(); });
    pair(false);
  }

  // Another percentile or cost in the picture of a plan: each is drawn in the page already.
  document.querySelectorAll(".pictures").forEach(function (box) {
    var key = box.dataset.key, choices = box.querySelector("form");
    function turn() {
      var wanted = choices.latency.value + "/" + choices.cost.value;
      var any = box.querySelector("[data-picture='" + wanted + "']");
      box.querySelectorAll("[data-picture]").forEach(function (one) { one.hidden = any ? one !== any : one.dataset.first === undefined; });
      remember(key, any && any.dataset.first === undefined ? wanted : null);
    }
    choices.hidden = false;
    choices.addEventListener("submit", function (event) { event.preventDefault(); });
    choices.addEventListener("change", turn);
    var wanted = (state.get(key) || "").split("/");
    if (wanted.length === 2 && box.querySelector("[data-picture='" + CSS.escape(wanted[0]) + "/" + CSS.escape(wanted[1]) + "']")) {
      choices.latency.value = wanted[0];
      choices.cost.value = wanted[1];
      turn();
    }
  });
}());
