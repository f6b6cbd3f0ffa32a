// The value of a line `name=value`.
package check;

public class KeyValue {
    public static String valueBad(String line) {
        if (line == null) {
            return "";
        }
        return line.split("=")[1];
    }

    public static String valueOk(String line) {
        if (line == null) {
            return "";
        }
        String[] parts = line.split("=");
        return parts.length < 2 ? "" : parts[1];
    }
}
