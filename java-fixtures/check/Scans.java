// Loops over texts and arrays whose bound is an input.
package check;

import java.util.HashMap;
import java.util.Map;

public class Scans {
    public static int countOk(String text) {
        if (text == null) {
            return 0;
        }
        int count = 0;
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) == ',') {
                count++;
            }
        }
        assert count >= 0 && count <= text.length();
        return count;
    }

    public static int countBad(String text) {
        if (text == null) {
            return 0;
        }
        int count = 0;
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) == ',') {
                count++;
            }
        }
        assert count < 3;
        return count;
    }

    public static int maximumOk(int[] values) {
        if (values == null) {
            return 0;
        }
        if (values.length == 0) {
            return 0;
        }
        int maximum = values[0];
        for (int i = 1; i < values.length; i++) {
            if (values[i] > maximum) {
                maximum = values[i];
            }
        }
        assert maximum >= values[0];
        return maximum;
    }

    public static int maximumBad(int[] values) {
        if (values == null) {
            return 0;
        }
        int maximum = 0;
        for (int i = 0; i < values.length; i++) {
            if (values[i] > maximum) {
                maximum = values[i];
            }
        }
        assert values.length == 0 || maximum >= values[0] && maximum != 7;
        return maximum;
    }

    public static int indexOk(int[] values, int wanted) {
        if (values == null) {
            return 0;
        }
        int found = -1;
        for (int i = 0; i < values.length; i++) {
            if (values[i] == wanted) {
                found = i;
                break;
            }
        }
        assert found >= -1 && found < values.length;
        assert found == -1 || values[found] == wanted;
        return found;
    }

    public static int indexBad(int[] values, int wanted) {
        if (values == null) {
            return 0;
        }
        int found = -1;
        for (int i = 0; i <= values.length; i++) {
            if (values[i] == wanted) {
                found = i;
                break;
            }
        }
        return found;
    }

    public static int stepsOk(int n) {
        if (n < 0) {
            return 0;
        }
        int i = 0;
        int j = n;
        while (i < j) {
            i++;
            j--;
        }
        assert i + j == n;
        assert i >= j && i - j <= 1;
        return i;
    }

    public static int stepsBad(int n) {
        if (n < 0) {
            return 0;
        }
        int i = 0;
        int j = n;
        while (i < j) {
            i++;
            j--;
        }
        assert i == j;
        return i;
    }

    public static long sumOk(int n) {
        if (n < 0) {
            return 0;
        }
        long sum = 0;
        for (int i = 0; i < n; i++) {
            sum += 3;
        }
        assert sum == 3L * n;
        return sum;
    }

    public static int filledOk(int n, int value) {
        if (n <= 0 || n > 1000) {
            return 0;
        }
        int[] values = new int[n];
        for (int i = 0; i < n; i++) {
            values[i] = value;
        }
        assert values[0] == value && values[n - 1] == value;
        return values[n / 2];
    }

    public static String trimmedOk(String text) {
        if (text == null) {
            return "";
        }
        int start = 0;
        int end = text.length();
        while (start < end && text.charAt(start) == ' ') {
            start++;
        }
        while (end > start && text.charAt(end - 1) == ' ') {
            end--;
        }
        String trimmed = text.substring(start, end);
        assert trimmed.length() <= text.length();
        assert trimmed.isEmpty() || trimmed.charAt(0) != ' ';
        return trimmed;
    }

    public static int parsedOk(String text) {
        if (text == null) {
            return 0;
        }
        int value = 0;
        for (int i = 0; i < text.length() && i < 6; i++) {
            char c = text.charAt(i);
            if (c < '0' || c > '9') {
                return -1;
            }
            value = value * 10 + (c - '0');
        }
        assert value >= 0 && value <= 999999;
        return value;
    }

    public static int parsedBad(String text) {
        if (text == null) {
            return 0;
        }
        int value = 0;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c < '0' || c > '9') {
                return -1;
            }
            value = value * 10 + (c - '0');
        }
        assert value != 421;
        return value;
    }

    public static boolean balancedBad(String text) {
        if (text == null) {
            return false;
        }
        int depth = 0;
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) == '(') {
                depth++;
            } else if (text.charAt(i) == ')') {
                depth--;
            }
            assert depth >= 0;
        }
        return depth == 0;
    }

    public static int stockOk(int apples, int pears, int plums) {
        Map<String, Integer> stock = new HashMap<>();
        stock.put("apples", apples);
        stock.put("pears", pears);
        stock.put("plums", plums);
        stock.merge("pears", 1, Integer::sum);
        assert stock.get("pears") == pears + 1 && stock.get("apples") == apples;
        assert stock.size() == 3;
        return stock.get("plums");
    }

    public static int keysOk(int a, int b, int c) {
        Map<Integer, String> names = new HashMap<>();
        names.put(a, "a");
        names.put(b, "b");
        names.put(c, "c");
        assert "c".equals(names.get(c));
        assert names.containsKey(a);
        assert names.size() <= 3 && names.size() >= 1;
        return names.size();
    }

    public static int keysBad(int a, int b, int c) {
        Map<Integer, String> names = new HashMap<>();
        names.put(a, "a");
        names.put(b, "b");
        names.put(c, "c");
        assert names.size() == 3 || a == b;
        return names.size();
    }

    public static int wordsOk(String text) {
        if (text == null) {
            return 0;
        }
        String[] words = text.split(",");
        assert words.length <= text.length() + 1;
        return words.length;
    }

    public static int portBad(String address) {
        if (address == null) {
            return 0;
        }
        int colon = address.lastIndexOf(':');
        if (colon < 0) {
            return 80;
        }
        String port = address.substring(colon + 1);
        if (port.length() != 4 || !port.startsWith("80")) {
            return 0;
        }
        try {
            int number = Integer.parseInt(port);
            assert number != 8080;
            return number;
        } catch (NumberFormatException exception) {
            return -1;
        }
    }
}
