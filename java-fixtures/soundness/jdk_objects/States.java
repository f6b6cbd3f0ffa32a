package jdk_objects;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.StringReader;
import java.io.StringWriter;
import java.math.BigInteger;
import java.util.BitSet;
import java.util.Date;
import java.util.Iterator;
import java.util.Optional;
import java.util.StringJoiner;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.ReentrantLock;

/** Other objects of the JDK whose state is more than what a constructor leaves. */
public class States {
    public static void bitsBad(BitSet bits) {
        if (bits != null) {
            assert !bits.get(3);
        }
    }

    public static void joinerBad(StringJoiner joiner) {
        if (joiner != null) {
            assert joiner.length() < 3;
        }
    }

    public static void lockBad(ReentrantLock lock) {
        if (lock != null) {
            assert !lock.isHeldByCurrentThread();
        }
    }

    public static void dateBad(Date date) {
        if (date != null) {
            assert date.getTime() != 12_345_678L;
        }
    }

    public static void referenceBad(AtomicReference<Object> reference) {
        if (reference != null) {
            assert reference.get() == null;
        }
    }

    public static void readerBad(StringReader reader) {
        try {
            if (reader != null) {
                reader.ready();
            }
        } catch (java.io.IOException closed) {
            throw new IllegalStateException(closed);
        }
    }

    public static void writerBad(StringWriter writer) {
        if (writer != null) {
            assert writer.toString().isEmpty();
        }
    }

    public static void outputBad(ByteArrayOutputStream output) {
        if (output != null) {
            assert output.size() == 0;
        }
    }

    public static void integerBad(BigInteger number) {
        if (number != null) {
            assert number.bitLength() < 40;
        }
    }

    public static void iteratorBad(Iterator<String> texts) {
        if (texts != null) {
            assert texts.hasNext();
        }
    }

    public static void threadBad(Thread thread) {
        if (thread != null) {
            assert !thread.isInterrupted();
        }
    }

    public static void otherDateBad(Date date) {
        if (date != null) {
            assert date.equals(new Date(date.getTime()));
        }
    }

    public static void resetReaderBad(StringReader reader) {
        try {
            if (reader != null) {
                int first = reader.read();
                reader.reset();
                assert reader.read() == first;
            }
        } catch (java.io.IOException closed) {
            return;
        }
    }

    public static void resetStreamBad(ByteArrayInputStream stream) {
        if (stream != null) {
            int left = stream.available();
            stream.reset();
            assert stream.available() == left;
        }
    }

    public static int optionalBad(Optional<String> text) {
        return text == null || text.isEmpty() ? 0 : text.get().length();
    }

    public static int heldBad(AtomicReference<String> reference) {
        return reference == null || reference.get() == null ? 0 : reference.get().length();
    }

    public static boolean optionalOk(Optional<String> text) {
        return text != null && text.isPresent();
    }

    public static boolean dateOk(Date date) {
        return date == null;
    }
}
