package hotel;

/** A room: the first digit of its number is its floor. */
public class Room {
    private static final String[] FLOORS = {"ground floor", "first floor", "second floor", "roof"};

    private final int number;
    private final RoomType type;

    public Room(int number, RoomType type) {
        if (number < 0 || number >= FLOORS.length * 100) {
            throw new IllegalArgumentException("no such room: " + number);
        }
        if (type == null) {
            throw new IllegalArgumentException("a room has a type");
        }
        this.number = number;
        this.type = type;
    }

    public int number() {
        return number;
    }

    public RoomType type() {
        return type;
    }

    public String floor() {
        return FLOORS[number / 100];
    }

    public int minibarSlots() {
        return ((Suite) this).lounges() * 4;
    }
}
