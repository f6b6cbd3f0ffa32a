package hotel;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.Function;

/** The rooms to clean, in their order. */
public class Housekeeping {
    private final Deque<Room> open = new ArrayDeque<>();
    private int cleaned;

    public void request(Room room) {
        if (room != null) {
            open.addLast(room);
        }
    }

    public Room clean() {
        Room room = open.removeFirst();
        cleaned++;
        return room;
    }

    public boolean isIdle() {
        return open.isEmpty();
    }

    public String plan(Room room, Function<Room, String> cleaner) {
        if (room == null || cleaner == null) {
            return "";
        }
        return cleaner.apply(room).trim() + ": " + room.number();
    }
}
