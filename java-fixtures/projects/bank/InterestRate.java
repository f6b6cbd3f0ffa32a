package bank;

/** A rate, in hundredths of a percent. */
public final class InterestRate {
    private final int basisPoints;

    public InterestRate(int basisPoints) {
        if (basisPoints < 1 || basisPoints > 10_000) {
            throw new IllegalArgumentException("rate " + basisPoints);
        }
        this.basisPoints = basisPoints;
    }

    public int basisPoints() {
        return basisPoints;
    }

    public int yearsToDouble() {
        return 7200 / basisPoints;
    }
}
