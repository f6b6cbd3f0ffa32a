// The lengths of the fields of a line, at most three.
package check;

public class CsvLine {
    public static int[] lengthsBad(String line) {
        int[] lengths = new int[3];
        int field = 0;
        for (int i = 0; line != null && i < line.length(); i++) {
            if (line.charAt(i) == ',') {
                field++;
            } else {
                lengths[field]++;
            }
        }
        return lengths;
    }

    public static int[] lengthsOk(String line) {
        int[] lengths = new int[3];
        int field = 0;
        for (int i = 0; line != null && i < line.length(); i++) {
            if (line.charAt(i) == ',') {
                field++;
            } else if (field < lengths.length) {
                lengths[field]++;
            }
        }
        return lengths;
    }
}
