package jdk_objects;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.StringReader;
import java.io.StringWriter;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Date;
import java.util.Optional;
import java.util.StringJoiner;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.ReentrantLock;

/** Shows that each method whose name ends in Bad fails. */
public class Demo {
    private interface Call {
        void run() throws Throwable;
    }

    public static void main(String[] arguments) {
        fails("Causes.causeBad", () -> Causes.causeBad(new Exception(new java.io.IOException())));
        fails("Causes.rootBad", () -> Causes.rootBad(new Exception(new Exception())));
        fails("Causes.suppressedBad", () -> {
            Exception failure = new Exception();
            failure.addSuppressed(new Exception());
            Causes.suppressedBad(failure);
        });
        fails("Causes.messageBad", () -> Causes.messageBad(new IllegalArgumentException("limit")));
        fails("Causes.initialBad", () -> Causes.initialBad(new RuntimeException(new Exception())));
        fails("Causes.deepBad", () -> Causes.deepBad(new Causes.Deep(new Exception())));
        fails("Causes.subclassBad", () -> Causes.subclassBad(new NumberFormatException()));
        fails("Causes.stackBad", () -> {
            Exception failure = new Exception();
            failure.setStackTrace(new StackTraceElement[0]);
            Causes.stackBad(failure);
        });
        fails("States.bitsBad", () -> {
            BitSet bits = new BitSet();
            bits.set(3);
            States.bitsBad(bits);
        });
        fails("States.joinerBad", () -> States.joinerBad(new StringJoiner("-").add("text")));
        fails("States.lockBad", () -> {
            ReentrantLock lock = new ReentrantLock();
            lock.lock();
            States.lockBad(lock);
        });
        fails("States.dateBad", () -> States.dateBad(new Date(12_345_678L)));
        fails("States.referenceBad", () -> States.referenceBad(new AtomicReference<>("text")));
        fails("States.readerBad", () -> {
            StringReader reader = new StringReader("text");
            reader.close();
            States.readerBad(reader);
        });
        fails("States.writerBad", () -> {
            StringWriter writer = new StringWriter();
            writer.write("text");
            States.writerBad(writer);
        });
        fails("States.outputBad", () -> {
            ByteArrayOutputStream output = new ByteArrayOutputStream();
            output.write(1);
            States.outputBad(output);
        });
        fails("States.integerBad", () -> States.integerBad(BigInteger.ONE.shiftLeft(50)));
        fails("States.iteratorBad", () -> States.iteratorBad(new ArrayList<String>().iterator()));
        fails("States.otherDateBad", () -> States.otherDateBad(new java.sql.Timestamp(0)));
        fails("States.resetReaderBad", () -> {
            StringReader reader = new StringReader("text");
            reader.read();
            States.resetReaderBad(reader);
        });
        fails("States.resetStreamBad", () -> {
            ByteArrayInputStream stream = new ByteArrayInputStream(new byte[] {1});
            stream.read();
            States.resetStreamBad(stream);
        });
        fails("States.optionalBad", () -> States.optionalBad(unchecked(Optional.of(1))));
        fails("States.heldBad", () -> States.heldBad(unchecked(new AtomicReference<>(1))));
        fails("States.threadBad", () -> {
            Thread thread = Thread.currentThread();
            thread.interrupt();
            States.threadBad(thread);
        });
    }

    @SuppressWarnings("unchecked")
    private static <T> T unchecked(Object value) {
        return (T) value;
    }

    private static void fails(String name, Call call) {
        try {
            call.run();
        } catch (Throwable failure) {
            return;
        }
        System.out.println(name + " does not fail");
    }
}
