package inv;

/** Hours and minutes. */
public class Clock {
    private int hours;
    private int minutes;

    public void tick() {
        minutes++;
        if (minutes == 60) {
            minutes = 0;
            hours++;
            if (hours == 24) {
                hours = 0;
            }
        }
    }

    public void withinOk() {
        assert minutes >= 0 && minutes < 60 && hours >= 0 && hours < 24;
    }

    public void earlyBad() {
        assert minutes < 2;
    }
}
