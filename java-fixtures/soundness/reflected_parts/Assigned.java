package reflected_parts;

import java.lang.reflect.Field;

/** A final field that its class assigns by its name. */
public final class Assigned {
    private final String assigned;

    public Assigned(String text) {
        assigned = text == null ? "" : text;
    }

    public void clear() throws ReflectiveOperationException {
        Field field = Assigned.class.getDeclaredField("assigned");
        field.setAccessible(true);
        field.set(this, null);
    }

    public int assignedBad() {
        return assigned.length();
    }
}
