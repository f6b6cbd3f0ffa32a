package jdk_statics;

import java.net.CookieHandler;
import java.net.CookieManager;
import java.net.HttpURLConnection;
import java.nio.charset.Charset;
import java.util.logging.Level;

/** Static state of the JDK: what an initialiser fills before a method of its class runs, and what this class sets. */
public class P {
    public static void parsedBad() {
        Level level;
        try {
            level = Level.parse("INFO");
        } catch (IllegalArgumentException exception) {
            return;
        }
        assert level == null;
    }

    public static void knownBad() {
        assert Level.parse("800") != Level.INFO;
    }

    public static Level parsedOk() {
        return Level.parse("INFO");
    }

    public static void doNotFollow() {
        HttpURLConnection.setFollowRedirects(false);
    }

    public static void followsBad() {
        assert HttpURLConnection.getFollowRedirects();
    }

    public static void install() {
        CookieHandler.setDefault(new CookieManager());
    }

    public static void cookiesBad() {
        assert CookieHandler.getDefault() == null;
    }

    public static void namedOk() {
        assert Charset.forName("UTF-8").name().equals("UTF-8");
    }
}
