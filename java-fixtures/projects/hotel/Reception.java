package hotel;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The desk where guests arrive. */
public class Reception {
    private static Reception main;

    private final Map<Integer, Booking> byRoom = new HashMap<>();
    private final List<Booking> waiting = new ArrayList<>();
    private boolean opened;

    public static Reception main() {
        if (main == null) {
            main = new Reception();
        }
        return main;
    }

    public static int waitingAtMain() {
        return main().waiting.size();
    }

    public void announce(Booking booking) {
        if (booking != null) {
            waiting.add(booking);
            opened = true;
        }
    }

    public boolean checkIn(Booking booking) {
        if (!waiting.remove(booking)) {
            return false;
        }
        byRoom.put(booking.room().number(), booking);
        return true;
    }

    public Booking nextArrival() {
        if (!opened) {
            return null;
        }
        return waiting.get(0);
    }

    public String titleIn(int room) {
        return byRoom.get(room).title();
    }

    public int occupied() {
        return byRoom.size();
    }
}
