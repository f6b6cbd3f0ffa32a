// Prices as floating-point numbers lose cents.
package check;

public class Cents {
    public static int toCentsBad(int euros, int cents) {
        if (euros < 0 || euros > 1000 || cents < 0 || cents > 99) {
            throw new IllegalArgumentException("price");
        }
        double price = euros + cents / 100.0;
        int total = (int) (price * 100);
        assert total == euros * 100 + cents;
        return total;
    }

    public static int toCentsOk(int euros, int cents) {
        if (euros < 0 || euros > 1000 || cents < 0 || cents > 99) {
            throw new IllegalArgumentException("price");
        }
        int total = euros * 100 + cents;
        assert total / 100 == euros && total % 100 == cents;
        return total;
    }
}
