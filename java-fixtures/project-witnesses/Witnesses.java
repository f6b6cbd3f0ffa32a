import bank.AuditLog;
import bank.Bank;
import bank.CheckingAccount;
import bank.Currency;
import bank.Entry;
import bank.ExchangeRates;
import bank.InterestRate;
import bank.Ledger;
import bank.SavingsAccount;
import calendar.Anniversary;
import calendar.Appointment;
import calendar.Diary;
import calendar.Priority;
import calendar.Reminder;
import calendar.Scheduler;
import calendar.Task;
import calendar.TimeSlot;
import calendar.WeekPlan;
import events.Connection;
import events.Event;
import events.EventBus;
import events.EventLog;
import events.Formats;
import events.Login;
import events.RingBuffer;
import events.Slots;
import events.Statistics;
import events.Throttle;
import events.Transfer;
import hotel.Booking;
import hotel.BookingNumbers;
import hotel.Guest;
import hotel.Housekeeping;
import hotel.Occupancy;
import hotel.Reception;
import hotel.Room;
import hotel.RoomType;
import hotel.SeasonTariff;
import hotel.Stay;
import hotel.Suite;
import hotel.Voucher;
import inventory.Bin;
import inventory.History;
import inventory.LineParser;
import inventory.Movement;
import inventory.Sku;
import inventory.Warehouse;
import java.math.BigDecimal;
import java.time.DayOfWeek;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import shop.Cart;
import shop.Invoice;
import shop.Money;
import shop.Order;
import shop.OrderBook;
import shop.PriceList;
import shop.Shop;

/** Shows each planted bug, and prints for each: its name, the exception, and the line of the projects that threw it. */
final class Witnesses {
    private static final UUID NUMBER = new UUID(1, 2);
    private static final LocalDate LEAP_DAY = LocalDate.of(2024, 2, 29);

    public static void main(String[] arguments) {
        Map<String, Runnable> witnesses = new LinkedHashMap<>();
        shop(witnesses);
        calendar(witnesses);
        bank(witnesses);
        inventory(witnesses);
        hotel(witnesses);
        events(witnesses);
        witnesses.forEach(Witnesses::show);
    }

    private static void shop(Map<String, Runnable> all) {
        all.put("nobody-visited", () -> new Shop(new PriceList()).buyersOfHundred());
        all.put("a-third", () -> Money.ofCents(1000).shareOf(new BigDecimal(3)));
        all.put("emptied-order", () -> {
            Order order = new Order(NUMBER);
            order.add("pen", 1, 100);
            order.removeFirst();
            order.last();
        });
        all.put("unknown-order", () -> new OrderBook().confirm(NUMBER));
        all.put("never-due", () -> Invoice.builder("1").total(Money.ofCents(5)).build().isOverdue(LEAP_DAY));
        all.put("took-too-many", () -> {
            Cart cart = new Cart();
            cart.put("pen", 1);
            cart.take("pen", 2);
            cart.pieces();
        });
        all.put("no-fallback", () -> new PriceList().isFree("pen", article -> null));
    }

    private static void calendar(Map<String, Runnable> all) {
        all.put("cancelled-day", () -> {
            Diary diary = new Diary();
            diary.book(new Appointment(LEAP_DAY, new TimeSlot(60, 120), "tea"));
            diary.cancelAll(LEAP_DAY);
            diary.firstOf(LEAP_DAY);
        });
        all.put("no-leap-year", () -> new Anniversary(LEAP_DAY).inYear(2025));
        all.put("kept-hours", () -> {
            int[] hours = {8, 0, 0, 0, 0, 0, 0};
            WeekPlan plan = new WeekPlan(hours);
            hours[0] = 0;
            plan.percentOn(DayOfWeek.MONDAY);
        });
        all.put("cancelled-task", () -> {
            Scheduler scheduler = new Scheduler();
            scheduler.add(new Task("wash", Priority.LOW));
            scheduler.cancel();
            scheduler.next();
        });
        all.put("none-matches", () -> {
            Scheduler scheduler = new Scheduler();
            scheduler.add(new Task("wash", Priority.LOW));
            scheduler.firstThat(task -> false);
        });
        all.put("rings-never", () -> Reminder.builder().build().rings());
    }

    private static void bank(Map<String, Runnable> all) {
        all.put("rich-saver", () -> {
            SavingsAccount account = new SavingsAccount(NUMBER, Currency.EUR, new InterestRate(5000));
            account.deposit(3_000_000_000_000_000L);
            account.interest();
        });
        all.put("to-itself", () -> {
            CheckingAccount account = new CheckingAccount(NUMBER, Currency.EUR, 0);
            account.deposit(10);
            new Bank().transfer(account, account, 10);
        });
        all.put("unknown-account", () -> new Bank().balanceOf(NUMBER));
        all.put("free-currency", () -> {
            ExchangeRates rates = new ExchangeRates();
            rates.set(Currency.JPY, BigDecimal.ZERO);
            rates.inEuros(BigDecimal.TEN, Currency.JPY);
        });
        all.put("undone-twice", () -> {
            Ledger ledger = new Ledger();
            ledger.add(new Entry(LEAP_DAY, 1, ""));
            ledger.undo();
            ledger.undo();
        });
        all.put("no-format", () -> new Ledger().width(new Entry(LEAP_DAY, 1, ""), entry -> null));
        all.put("remark-last", () -> {
            AuditLog log = new AuditLog();
            log.remark("audited");
            log.lastAmount();
        });
    }

    private static void inventory(Map<String, Runnable> all) {
        all.put("dash-at-end", () -> Sku.parse("A-"));
        all.put("skipped-too-far", () -> {
            LineParser parser = new LineParser("a");
            parser.skip(2);
            parser.rest();
        });
        all.put("took-reserved", () -> {
            Bin bin = new Bin(new Sku("A"), 10);
            bin.put(2);
            bin.reserve(2);
            bin.take(1);
            bin.available();
        });
        all.put("no-bin", () -> new Warehouse().binOf(new Sku("A")));
        all.put("negative-demand", () -> new Warehouse().plan(new Sku("A"), sku -> -1));
        all.put("shrunk", () -> {
            History history = new History(2);
            history.record(1);
            history.shrink();
            history.record(2);
        });
        all.put("expires-on-leap-day", () -> new Movement(NUMBER, LEAP_DAY, new Sku("A"), 1).expiryYear(1));
    }

    private static void hotel(Map<String, Runnable> all) {
        all.put("no-suite", () -> new Room(101, RoomType.SINGLE).minibarSlots());
        all.put("no-email", () -> new Guest("Anna", null).mailDomain());
        all.put("came-on-leap-day", () -> new Stay(LEAP_DAY, LEAP_DAY.plusDays(1)).invitationDay());
        all.put("unknown-voucher", () -> Voucher.percentOf("spring"));
        all.put("no-stay", () -> Booking.of(new Guest("Anna", "")).in(new Suite(301, 1)).build().cents());
        all.put("no-number", () -> BookingNumbers.parse("B-"));
        all.put("all-arrived", () -> {
            Reception reception = new Reception();
            Booking booking = Booking.of(new Guest("Anna", "")).in(new Suite(301, 1)).build();
            reception.announce(booking);
            reception.checkIn(booking);
            reception.nextArrival();
        });
        all.put("empty-room", () -> new Reception().titleIn(101));
        all.put("nothing-to-clean", () -> new Housekeeping().clean());
        all.put("no-cleaner", () -> new Housekeeping().plan(new Suite(301, 1), room -> null));
        all.put("blocked-for-ever", () -> new Occupancy(3).block(1, Integer.MAX_VALUE));
        all.put("no-nights", () -> new Occupancy(0).percent());
        all.put("seasons-cleared", () -> {
            List<Integer> percents = new ArrayList<>(List.of(80));
            SeasonTariff tariff = new SeasonTariff(percents, new int[] {365});
            percents.clear();
            tariff.firstPercent();
        });
    }

    private static void events(Map<String, Runnable> all) {
        Event login = new Login("anna", 1);
        all.put("no-attempts", () -> Login.parse("anna"));
        all.put("at-once", () -> new Transfer("anna", 10, 0).bytesPerSecond());
        all.put("login-last", () -> {
            EventLog log = new EventLog();
            log.add(login);
            log.lastTransferred();
        });
        all.put("no-events", () -> new RingBuffer(4).newestUser());
        all.put("nobody-left", () -> {
            EventBus bus = new EventBus();
            bus.subscribe("anna", event -> { });
            bus.unsubscribe("anna");
            bus.primary("anna");
        });
        all.put("none-wanted", () -> new EventBus().firstUser(new Event[] {login}, event -> false));
        all.put("sent-after-close", () -> {
            Connection connection = new Connection();
            connection.open();
            connection.close();
            connection.send(login);
        });
        all.put("fourth-call", () -> {
            for (int call = 0; call < 4; call++) {
                Slots.take();
            }
        });
        all.put("unknown-format", () -> Formats.write("long", login));
        all.put("no-text", () -> Formats.width(login, event -> null));
        all.put("mean-after-reset", () -> {
            Statistics statistics = new Statistics();
            statistics.add(1);
            statistics.reset();
            statistics.mean();
        });
        all.put("kept-limits", () -> {
            int[] limits = {4};
            Throttle throttle = new Throttle(limits);
            limits[0] = 0;
            throttle.percentOf(0);
        });
    }

    private static void show(String name, Runnable witness) {
        try {
            witness.run();
            System.out.println(name + "\treturns");
        } catch (RuntimeException | AssertionError failure) {
            System.out.println(name + "\t" + failure.getClass().getName() + "\t" + place(failure));
        }
    }

    /** Of the frames, the first one of the projects. */
    private static String place(Throwable failure) {
        for (StackTraceElement frame : failure.getStackTrace()) {
            if (frame.getClassName().matches("(shop|calendar|bank|inventory|hotel|events)\\..*")) {
                return frame.getClassName() + "." + frame.getMethodName() + ":" + frame.getLineNumber();
            }
        }
        return "elsewhere";
    }
}
