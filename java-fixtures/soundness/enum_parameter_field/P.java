package enum_parameter_field;

public class P {
    public enum Door {
        FRONT, BACK;
        private boolean open;
        private final boolean locked = false;
        public void toggle() { open = !open; }
    }

    public static void closedBad(Door door) { if (door != null) assert !door.open; }

    public static void unlockedOk(Door door) { if (door != null) assert !door.locked; }
}
