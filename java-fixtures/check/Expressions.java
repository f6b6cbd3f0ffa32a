// A visitor over a sealed interface evaluates expressions.
package check;

import java.util.Objects;

public class Expressions {
    public interface Visitor {
        int number(Num num);

        int quotient(Div div);
    }

    public sealed interface Expression permits Num, Div {
        int accept(Visitor visitor);
    }

    public record Num(int value) implements Expression {
        @Override
        public int accept(Visitor visitor) {
            return Objects.requireNonNull(visitor).number(this);
        }
    }

    public record Div(Num left, Num right) implements Expression {
        public Div {
            Objects.requireNonNull(left);
            Objects.requireNonNull(right);
        }

        @Override
        public int accept(Visitor visitor) {
            return Objects.requireNonNull(visitor).quotient(this);
        }
    }

    private static class Evaluator implements Visitor {
        @Override
        public int number(Num num) {
            return num.value();
        }

        @Override
        public int quotient(Div div) {
            return div.left().accept(this) / div.right().accept(this);
        }
    }

    private static final class CarefulEvaluator extends Evaluator {
        @Override
        public int quotient(Div div) {
            return div.right().value() == 0 ? 0 : super.quotient(div);
        }
    }

    public static int evaluateBad(Expression expression) {
        return expression == null ? 0 : expression.accept(new Evaluator());
    }

    public static int evaluateOk(Expression expression) {
        return expression == null ? 0 : expression.accept(new CarefulEvaluator());
    }
}
