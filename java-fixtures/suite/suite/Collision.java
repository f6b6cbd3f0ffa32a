package suite;

/** Whether an aircraft must climb or descend: after the collision avoidance example of the Siemens programs. */
public class Collision {
    private static final int MAXIMAL_DIFFERENCE = 600;
    private static final int MINIMAL_SEPARATION = 300;

    private final int ownAltitude;
    private final int otherAltitude;
    private boolean isHighConfidence;

    public Collision(int ownAltitude, int otherAltitude) {
        this.ownAltitude = ownAltitude;
        this.otherAltitude = otherAltitude;
    }

    public void setHighConfidence(boolean isHighConfidence) {
        this.isHighConfidence = isHighConfidence;
    }

    public boolean isHighConfidence() {
        return isHighConfidence;
    }

    private boolean isBelow() {
        return ownAltitude < otherAltitude;
    }

    public int advise(int upSeparation, int downSeparation, int rate) {
        boolean isEnabled = isHighConfidence && rate <= MAXIMAL_DIFFERENCE;
        if (!isEnabled) {
            return 0;
        }
        boolean climbs = isBelow() ? downSeparation < MINIMAL_SEPARATION : upSeparation >= MINIMAL_SEPARATION;
        if (climbs && upSeparation > downSeparation) {
            return 1;
        }
        return isBelow() ? -1 : 0;
    }
}
