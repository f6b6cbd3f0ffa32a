package hotel;

import java.util.Objects;

/** A guest in a room for a while. */
public final class Booking {
    private final int number;
    private final Guest guest;
    private final Room room;
    private final Stay stay;
    private final Voucher voucher;

    private Booking(Builder builder) {
        number = BookingNumbers.next();
        guest = Objects.requireNonNull(builder.guest, "guest");
        room = Objects.requireNonNull(builder.room, "room");
        stay = builder.stay;
        voucher = builder.voucher;
    }

    public static Builder of(Guest guest) {
        return new Builder(guest);
    }

    public int number() {
        return number;
    }

    public Room room() {
        return room;
    }

    public Stay stay() {
        return stay;
    }

    public String title() {
        return "Booking " + number + " of " + guest.name();
    }

    public long cents() {
        return room.type().cents() * stay.nights();
    }

    public long discount() {
        return voucher == null ? 0 : (long) room.type().cents() * voucher.percent() / 100;
    }

    public static final class Builder {
        private final Guest guest;
        private Room room;
        private Stay stay;
        private Voucher voucher;

        private Builder(Guest guest) {
            this.guest = guest;
        }

        public Builder in(Room room) {
            this.room = room;
            return this;
        }

        public Builder during(Stay stay) {
            this.stay = stay;
            return this;
        }

        public Builder with(Voucher voucher) {
            this.voucher = voucher;
            return this;
        }

        public Booking build() {
            return new Booking(this);
        }
    }
}
