// The arithmetic of the score, as the package io.meshgauge.score has it. PageScoringTest compares both over random sessions.
var scoring = (function () {
  "use strict";
  var SAME_POINTS = 0.005, LEVEL = 0.05, BLOCKS = 3;

  function sum(values) {
    var total = 0, lost = 0;
    values.forEach(function (value) {
      var next = value - lost, sum = total + next;
      lost = (sum - total) - next;
      total = sum;
    });
    return total - lost;
  }
  function mean(values) { return values.length ? sum(values) / values.length : 0; }
  function known(values) { return values.filter(function (value) { return value !== null; }); }
  function points(criterion, value) {
    return Math.max(0, Math.min(1, (value - criterion.zero) / (criterion.full - criterion.zero)));
  }
  function meanPoints(criterion, values) {
    return mean(known(values).map(function (value) { return points(criterion, value); }));
  }

  /** Two-sided p of Student's t with whole degrees of freedom (Abramowitz and Stegun 26.7.3 and 26.7.4). */
  function student(t, freedom) {
    var angle = Math.atan(Math.abs(t) / Math.sqrt(freedom)), sine = Math.sin(angle), cosine = Math.cos(angle);
    var odd = freedom % 2 === 1, term = odd ? cosine : 1, series = freedom === 1 ? 0 : term;
    for (var i = odd ? 3 : 2; i <= freedom - 2; i += 2) {
      term *= cosine * cosine * (i - 1) / i;
      series += term;
    }
    return 1 - (odd ? 2 / Math.PI * (angle + sine * series) : sine * series);
  }
  function pairedP(differences) {
    var n = differences.length;
    if (n < BLOCKS) { return 1; }
    var centre = mean(differences);
    var variance = sum(differences.map(function (x) { return (x - centre) * (x - centre); })) / (n - 1);
    if (variance === 0) { return centre === 0 ? 1 : 0; }
    return student(centre / Math.sqrt(variance / n), n - 1);
  }
  function holm(p) {
    var order = p.map(function (value, i) { return i; }).sort(function (a, b) { return p[a] - p[b]; });
    var adjusted = [], reached = 0;
    order.forEach(function (at, k) {
      reached = Math.max(reached, Math.min(1, (p.length - k) * p[at]));
      adjusted[at] = reached;
    });
    return adjusted;
  }

  /** Scores by block, null where a criterion was not measured. */
  function byBlock(variant, criteria, weights) {
    return variant.values[0].map(function (first, block) {
      var score = 0;
      for (var i = 0; i < criteria.length; i++) {
        if (variant.values[i][block] === null) { return null; }
        score += weights[i] * points(criteria[i], variant.values[i][block]);
      }
      return Math.min(1, score);
    });
  }

  /** Whether all ranked variants have the same points, so that the criterion sets nothing apart. */
  function blunt(criterion, i, ranked) {
    var all = ranked.map(function (variant) { return meanPoints(criterion, variant.values[i]); });
    return all.length > 1 && Math.max.apply(null, all) - Math.min.apply(null, all) <= SAME_POINTS;
  }
  function usedWeights(criteria, weights, ranked) {
    var kept = weights.map(function (weight, i) { return blunt(criteria[i], i, ranked) ? 0 : weight; });
    var all = sum(kept);
    return all > 0 ? kept.map(function (weight) { return weight / all; }) : weights;
  }

  function ranks(group, scores) {
    var pairs = [], beaten = group.map(function () { return 0; });
    for (var i = 0; i < group.length; i++) {
      for (var j = i + 1; j < group.length; j++) { pairs.push([i, j]); }
    }
    var differences = pairs.map(function (pair) {
      return known(scores[pair[0]].map(function (score, block) {
        var other = scores[pair[1]][block];
        return score === null || other === null ? null : score - other;
      }));
    });
    holm(differences.map(pairedP)).forEach(function (p, at) {
      if (p < LEVEL) { beaten[pairs[at][mean(differences[at]) > 0 ? 1 : 0]]++; }
    });
    return beaten.map(function (by) { return by + 1; });
  }

  /**
   * Scores and ranks of the variants of a plan.
   *
   * criteria: {full, zero} each; variants: {name, promises, baseline, unscored, values}, values by criterion and
   * block, null where not measured; weights in the order of the criteria, with the sum 1.
   */
  function score(criteria, variants, weights) {
    var scored = variants.filter(function (variant) { return !variant.unscored; });
    var ranked = scored.filter(function (variant) { return !variant.baseline; });
    var used = usedWeights(criteria, weights, ranked);
    var rows = scored.map(function (variant) {
      var blocks = byBlock(variant, criteria, used), runs = known(blocks);
      var each = criteria.map(function (criterion, i) { return meanPoints(criterion, variant.values[i]); });
      var most = Math.max.apply(null, variant.values.map(function (values) { return known(values).length; }));
      var together = runs.length > 0 && runs.length === most;
      return {
        variant: variant, points: each, blocks: blocks,
        score: Math.min(1, each.reduce(function (all, own, i) { return all + used[i] * own; }, 0)),
        low: together ? Math.min.apply(null, runs) : null, high: together ? Math.max.apply(null, runs) : null,
        rank: null, shared: false
      };
    });
    var promises = [];
    ranked.forEach(function (variant) {
      if (promises.indexOf(variant.promises) < 0) { promises.push(variant.promises); }
    });
    promises.forEach(function (promised) {
      var group = rows.filter(function (row) { return !row.variant.baseline && row.variant.promises === promised; });
      var shared = group[0].blocks.filter(function (score, block) {
        return group.every(function (row) { return row.blocks[block] !== null; });
      });
      if (group.length < 2 || shared.length < BLOCKS) { return; }
      var places = ranks(group, group.map(function (row) { return row.blocks; }));
      group.forEach(function (row, i) {
        row.rank = places[i];
        row.shared = places.filter(function (place) { return place === places[i]; }).length > 1;
      });
    });
    return { used: used, rows: rows };
  }

  return { score: score };
}());
