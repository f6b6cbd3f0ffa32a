// A class of java.net that nobody models: its bytecode runs.
package check;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;

public class TrackerUrl {
    public static int encodedBad(String text) {
        if (text == null) {
            return 0;
        }
        String encoded = URLEncoder.encode(text, StandardCharsets.UTF_8);
        if (encoded.length() > text.length()) {
            throw new IllegalStateException("longer");
        }
        return encoded.length();
    }

    public static int encodedOk(String text) {
        if (text == null) {
            return 0;
        }
        String encoded = URLEncoder.encode(text, StandardCharsets.UTF_8);
        if (encoded.length() < text.length() / 2) {
            throw new IllegalStateException("never");
        }
        return encoded.length();
    }
}
