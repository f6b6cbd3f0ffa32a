// Interfaces with default methods.
package check;

public class Scored {
    public interface Score {
        int total();

        int games();

        default int meanBad() {
            return total() / games();
        }

        default int meanOk() {
            return games() == 0 ? 0 : total() / games();
        }
    }

    public static final class Season implements Score {
        private final int wins;
        private final int losses;

        public Season(int wins, int losses) {
            this.wins = wins;
            this.losses = losses;
        }

        @Override
        public int total() {
            return 3 * wins;
        }

        @Override
        public int games() {
            return wins + losses;
        }
    }

    public static int seasonBad(int wins, int losses) {
        return new Season(wins, losses).meanBad();
    }

    public static int seasonOk(int wins, int losses) {
        return new Season(wins, losses).meanOk();
    }
}
