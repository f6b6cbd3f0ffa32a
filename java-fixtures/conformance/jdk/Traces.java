package jdk;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.io.UnsupportedEncodingException;

/** Elements of stack traces, the texts of arrays, and streams that encode as a name says. */
public class Traces {
    public static void elementText() {
        StackTraceElement element = new StackTraceElement("shop.Till", "pay", "Till.java", 7);
        assert ("at " + element).equals("at shop.Till.pay(Till.java:7)");
    }

    public static void elementParts() {
        StackTraceElement element = new StackTraceElement("shop.Till", "pay", null, -2);
        assert element.isNativeMethod() && element.toString().equals("shop.Till.pay(Native Method)");
        assert element.equals(new StackTraceElement("shop.Till", "pay", null, -2));
        assert element.getModuleName() == null;
    }

    public static void ownTraceText() {
        StackTraceElement element = new IllegalStateException("closed").getStackTrace()[0];
        assert ("" + element).startsWith("jdk.Traces.ownTraceText(Traces.java:");
    }

    public static void arrayText() {
        Object numbers = new int[2];
        assert numbers.toString().startsWith("[I@");
    }

    public static void arrayTextJoined() {
        assert ("" + new String[0]).startsWith("[Ljava.lang.String;@");
        assert String.valueOf((Object) new long[1][1]).startsWith("[[J@");
    }

    public static void encodedByName() throws UnsupportedEncodingException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        PrintStream stream = new PrintStream(bytes, true, "UTF-8");
        stream.print("a\u00e9");
        assert bytes.size() == 3;
    }

    public static void noEncodingOfThatName() {
        try {
            new PrintStream(new ByteArrayOutputStream(), true, "no such");
            assert false;
        } catch (UnsupportedEncodingException expected) {
            assert "no such".equals(expected.getMessage());
        }
    }
}
