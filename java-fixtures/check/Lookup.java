// Takes the value of an Optional that may be empty.
package check;

import java.util.Optional;

public class Lookup {
    private static Optional<String> name(int code) {
        switch (code) {
            case 200:
                return Optional.of("OK");
            case 404:
                return Optional.of("Not Found");
            default:
                return Optional.empty();
        }
    }

    public static String reasonBad(int code) {
        return name(code).get();
    }

    public static String reasonOk(int code) {
        return name(code).orElse("Unknown");
    }
}
