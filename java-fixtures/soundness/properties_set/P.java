package properties_set;

import java.util.Properties;

/** System properties that code sets, and an initialiser too. */
public class P {
    static class Sets {
        static {
            System.setProperty("casewise.fixture", "on");
        }

        static void touch() {}
    }

    public static void turnOn() {
        Sets.touch();
    }

    public static void turnOff() {
        System.clearProperty("casewise.fixture");
    }

    public static void turnedOnBad() {
        assert !"on".equals(System.getProperty("casewise.fixture"));
    }

    public static void turnedOffBad() {
        Sets.touch();
        assert "on".equals(System.getProperty("casewise.fixture"));
    }

    public static void changesBad() {
        boolean before = "on".equals(System.getProperty("casewise.fixture"));
        Sets.touch();
        assert before == "on".equals(System.getProperty("casewise.fixture"));
    }

    public static void againBad() {
        assert !"1".equals(System.setProperty("casewise.own", "1"));
    }

    public static void clearedBad() {
        assert !"1".equals(System.clearProperty("casewise.own"));
    }

    public static void nullBad(String text) {
        System.setProperty("casewise.own", text);
    }

    public static void noNameBad() {
        System.setProperty("", "a");
    }

    public static void separatorBad() {
        System.setProperty("line.separator", "-");
        assert System.getProperty("line.separator").equals("\n");
    }

    public static void containsBad() {
        assert !System.getProperties().containsKey("casewise.own");
    }

    public static void notContainedBad() {
        assert System.getProperties().containsKey("casewise.own");
    }

    public static void gotBad() {
        assert System.getProperties().get("casewise.own") == null;
    }

    public static void defaultsBad() {
        assert new Properties(System.getProperties()).getProperty("casewise.own") == null;
    }

    public static void setOk(String text) {
        if (text != null) {
            System.setProperty("casewise.own", text);
            assert System.getProperty("casewise.own").equals(text);
        }
    }

    public static void clearedOk() {
        System.clearProperty("casewise.own");
        assert System.getProperty("casewise.own", "none").equals("none");
    }

    public static void beforeOk() {
        System.setProperty("casewise.own", "1");
        assert System.setProperty("casewise.own", "2").equals("1");
        assert System.getProperties().getProperty("casewise.own").equals("2");
    }

    public static void numberOk() {
        System.setProperty("casewise.own", "7");
        assert Integer.getInteger("casewise.own") == 7;
    }

    public static void containedOk() {
        System.setProperty("casewise.own", "1");
        assert System.getProperties().containsKey("casewise.own");
    }

    public static void sameOk() {
        assert System.getProperties() == System.getProperties();
    }

    public static void ownOk() {
        Properties own = new Properties();
        own.setProperty("a", "1");
        assert own.containsKey("a") && own.get("a").equals("1") && own.getProperty("b") == null;
    }
}
