// Reads what the machine tells a program: some properties are always set, some are not.
package check;

import java.util.Locale;

public class MachineProperties {
    public static int unsetBad(boolean isLogged) {
        String port = System.getProperty("check.fixtures.port");
        if (isLogged) {
            return port.length();
        }
        return 0;
    }

    public static int unsetOk(boolean isLogged) {
        String port = System.getProperty("check.fixtures.port", "80");
        return isLogged ? port.length() : 0;
    }

    public static int alwaysSetOk() {
        return System.getProperty("java.version").length() + System.getProperty("user.dir").length();
    }

    public static boolean sameOk(String name) {
        String first = System.getProperty("check.fixtures.mode");
        String second = System.getProperty("check.fixtures.mode");
        if (first == null ? second != null : !first.equals(second)) {
            throw new IllegalStateException("changed by itself");
        }
        return Boolean.getBoolean("check.fixtures.flag");
    }

    public static void elsewhereOk() {
        if (System.getProperty("os.name").equals("no such system")) {
            throw new IllegalStateException("on no machine of ours");
        }
    }

    public static int variableBad(int add) {
        String home = System.getenv("CHECK_FIXTURES_NO_SUCH_VARIABLE");
        return home.length() + add;
    }

    public static char separatorOk() {
        if (System.getProperty("line.separator").isEmpty()) {
            throw new IllegalStateException("no separator");
        }
        return System.getProperty("file.separator").charAt(0);
    }

    public static int rootLocaleBad(String text) {
        if (text == null || text.length() > 3) {
            return 0;
        }
        if (text.toLowerCase(Locale.ROOT).equals("abc") && !text.equals("abc")) {
            throw new IllegalStateException("not lower case");
        }
        return 1;
    }
}
