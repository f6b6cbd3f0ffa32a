// Constructors that use static fields, and that look at what they are given.
package constructed;

public class Numbered {
    private static int nextNumber;
    private final int number;
    private int uses;

    public Numbered() {
        number = nextNumber++;
    }

    public Numbered(Numbered other) {
        number = other.number + 1;
        uses = other.uses;
    }

    public int number() {
        return number;
    }

    public static int numberOf(Numbered numbered) {
        return numbered.number;
    }

    public static boolean comesAfter(Numbered numbered) {
        return numbered.number >= nextNumber;
    }

    public static int copiedAfterUse(Numbered first, Numbered second) {
        first.uses = 1;
        return second == null ? 0 : second.uses;
    }
}
