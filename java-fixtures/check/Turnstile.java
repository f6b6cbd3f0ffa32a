// A state machine by enum: the next state is the next constant.
package check;

public class Turnstile {
    public enum State { LOCKED, OPEN, BROKEN }

    public static State nextBad(State state) {
        if (state == null) {
            return State.LOCKED;
        }
        return State.values()[state.ordinal() + 1];
    }

    public static State nextOk(State state) {
        if (state == null) {
            return State.LOCKED;
        }
        return switch (state) {
            case LOCKED -> State.OPEN;
            case OPEN -> State.LOCKED;
            case BROKEN -> State.BROKEN;
        };
    }
}
