// A switch over a sealed interface, by patterns.
package check;

public class Payments {
    public sealed interface Payment permits Cash, Card {}

    public record Cash(int amount) implements Payment {}

    public record Card(int amount, int instalments) implements Payment {}

    public static int rateBad(Payment payment) {
        return switch (payment) {
            case null -> 0;
            case Cash cash -> cash.amount();
            case Card card -> card.amount() / card.instalments();
        };
    }

    public static int rateOk(Payment payment) {
        return switch (payment) {
            case null -> 0;
            case Cash cash -> cash.amount();
            case Card card when card.instalments() <= 1 -> card.amount();
            case Card card -> card.amount() / card.instalments();
        };
    }

    public static int kindOk(Payment payment) {
        return switch (payment) {
            case Cash cash -> 1;
            case Card card -> 2;
        };
    }
}
