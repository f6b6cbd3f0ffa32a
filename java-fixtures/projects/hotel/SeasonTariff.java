package hotel;

import java.util.List;

/** What a night costs in each part of the year. */
public final class SeasonTariff {
    private final List<Integer> percents;
    private final int[] nights;

    public SeasonTariff(List<Integer> percents, int[] nights) {
        if (percents.isEmpty() || nights.length == 0) {
            throw new IllegalArgumentException("no season");
        }
        for (int count : nights) {
            if (count <= 0) {
                throw new IllegalArgumentException("an empty season");
            }
        }
        this.percents = percents;
        this.nights = nights.clone();
    }

    public int firstPercent() {
        return percents.get(0);
    }

    public int centsPerNight(int cents) {
        return cents / nights[0];
    }

    public int seasons() {
        return nights.length;
    }
}
