import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.PrintStream;

/** Reads one operation on texts a line, and writes what the JDK computes. Texts are written as hexadecimal units. */
public class TextSemantics {
    static String text(String units) {
        StringBuilder text = new StringBuilder();
        for (int at = 1; at < units.length(); at += 4) {
            text.append((char) Integer.parseInt(units.substring(at, at + 4), 16));
        }
        return text.toString();
    }

    static String units(String text) {
        StringBuilder units = new StringBuilder("t");
        for (int at = 0; at < text.length(); at++) {
            units.append(String.format("%04x", (int) text.charAt(at)));
        }
        return units.toString();
    }

    static int clamp(int index, int low, int high) {
        return Math.max(low, Math.min(index, high));
    }

    static String ascii(String text, boolean upper) {
        StringBuilder result = new StringBuilder();
        for (char unit : text.toCharArray()) {
            result.append(unit >= 128 ? unit : upper ? Character.toUpperCase(unit) : Character.toLowerCase(unit));
        }
        return result.toString();
    }

    static Long parsed(String text, int radix, boolean wide) {
        try {
            return wide ? Long.parseLong(text, radix) : Integer.parseInt(text, radix);
        } catch (NumberFormatException e) {
            return null;
        }
    }

    static Object run(String operator, String a, String b, String c, int i, int j, long n) {
        switch (operator) {
            case "Concat": return units(a + b + c);
            case "Substring": {
                int from = clamp(i, 0, a.length());
                return units(a.substring(from, clamp(j, from, a.length())));
            }
            case "Length": return a.length();
            case "CharAt": return i < 0 || i >= a.length() ? 0 : (int) a.charAt(i);
            case "StartsWith": return a.startsWith(b, i);
            case "IndexOf": return a.indexOf(b, i);
            case "LastIndexOf": return a.lastIndexOf(b, i);
            case "Compare": return a.compareTo(b);
            case "Hash": return a.hashCode();
            case "ReplaceUnit": return units(a.replace((char) i, (char) j));
            case "Replace": return units(a.replace(b, c));
            case "Trim": return units(a.trim());
            case "StripLeading": return units(a.stripLeading());
            case "StripTrailing": return units(a.stripTrailing());
            case "ToLowerAscii": return units(ascii(a, false));
            case "ToUpperAscii": return units(ascii(a, true));
            case "AllBelow": return a.chars().allMatch(unit -> unit < i);
            case "OfNumber": return units(String.valueOf(n));
            case "OfUnit": return units(String.valueOf((char) i));
            case "OfContents": {
                char[] contents = new char[64];
                for (int at = 0; at < a.length(); at++) contents[at] = a.charAt(at);
                return units(String.valueOf(contents, clamp(i, 0, 20), clamp(j, 0, 20)));
            }
            case "ToContents": return i < 0 || i >= a.length() ? 0 : (int) a.toCharArray()[i];
            case "IsInt": return parsed(a, i, false) != null;
            case "IsLong": return parsed(a, i, true) != null;
            case "ParseInt": return parsed(a, i, false) == null ? 0 : parsed(a, i, false);
            case "ParseLong": return parsed(a, i, true) == null ? 0 : parsed(a, i, true);
            case "Equal": return a.equals(b);
            default: throw new IllegalArgumentException(operator);
        }
    }

    public static void main(String[] arguments) throws Exception {
        BufferedReader input = new BufferedReader(new InputStreamReader(System.in, "US-ASCII"));
        PrintStream output = new PrintStream(System.out, false, "US-ASCII");
        for (String line = input.readLine(); line != null; line = input.readLine()) {
            String[] parts = line.split(" ");
            output.println(run(parts[0], text(parts[1]), text(parts[2]), text(parts[3]), Integer.parseInt(parts[4]),
                    Integer.parseInt(parts[5]), Long.parseLong(parts[6])));
        }
        output.flush();
    }
}
