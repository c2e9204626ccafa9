package io.meshgauge.study;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.commons.math3.optim.linear.LinearConstraint;
import org.apache.commons.math3.optim.linear.LinearConstraintSet;
import org.apache.commons.math3.optim.linear.LinearObjectiveFunction;
import org.apache.commons.math3.optim.linear.NonNegativeConstraint;
import org.apache.commons.math3.optim.linear.Relationship;
import org.apache.commons.math3.optim.linear.SimplexSolver;
import org.apache.commons.math3.optim.nonlinear.scalar.GoalType;

/**
 * Bounds on linear functions of a few unknowns, and the solution that breaks them least: the
 * smallest excess e of 0 or more such that every bound holds within e (a linear program).
 */
final class LinearBounds {
  private static final double EPSILON = 1e-10;
  private static final int ULPS = 10;

  private final int unknowns;
  private final List<LinearConstraint> constraints = new ArrayList<>();

  /** Without bounds. */
  LinearBounds(int unknowns) {
    this.unknowns = unknowns;
    constraints.add(new LinearConstraint(unit(unknowns, 1), Relationship.GEQ, 0));
  }

  /** A bound that must hold exactly: the unknown is at least 0 times the sign. */
  void sign(int unknown, int sign) {
    constraints.add(new LinearConstraint(unit(unknown, sign), Relationship.GEQ, 0));
  }

  /** A sum that must hold exactly. */
  void equal(double[] coefficients, double value) {
    constraints.add(new LinearConstraint(with(coefficients, 0), Relationship.EQ, value));
  }

  /** A bound from above, up to the excess. */
  void atMost(double[] coefficients, double value) {
    constraints.add(new LinearConstraint(with(coefficients, -1), Relationship.LEQ, value));
  }

  /** A bound from below, up to the excess. */
  void atLeast(double[] coefficients, double value) {
    constraints.add(new LinearConstraint(with(coefficients, 1), Relationship.GEQ, value));
  }

  /**
   * The unknowns that break the bounds least.
   *
   * @param excess by which a bound is broken; 0 if all hold
   */
  record Solution(double[] unknowns, double excess) {}

  /** The solution; it always exists, since the excess has no limit. */
  Solution solve() {
    double[] point =
        new SimplexSolver(EPSILON, ULPS)
            .optimize(
                new LinearObjectiveFunction(unit(unknowns, 1), 0),
                new LinearConstraintSet(constraints),
                GoalType.MINIMIZE,
                new NonNegativeConstraint(false))
            .getPoint();
    return new Solution(Arrays.copyOf(point, unknowns), Math.max(0, point[unknowns]));
  }

  private double[] with(double[] coefficients, double ofExcess) {
    double[] all = Arrays.copyOf(coefficients, unknowns + 1);
    all[unknowns] = ofExcess;
    return all;
  }

  private double[] unit(int unknown, double value) {
    double[] all = new double[unknowns + 1];
    all[unknown] = value;
    return all;
  }
}
