// A state machine that steps in both directions.
package check;

public class TrafficLight {
    public static String colourBad(int step) {
        switch (step % 3) {
            case 0:
                return "red";
            case 1:
                return "green";
            case 2:
                return "yellow";
            default:
                throw new IllegalStateException("no such colour");
        }
    }

    public static String colourOk(int step) {
        switch (Math.floorMod(step, 3)) {
            case 0:
                return "red";
            case 1:
                return "green";
            case 2:
                return "yellow";
            default:
                throw new IllegalStateException("no such colour");
        }
    }
}
