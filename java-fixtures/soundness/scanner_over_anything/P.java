package scanner_over_anything;

import java.util.Scanner;

/** A `Scanner` of the caller's reads from what the caller likes. */
public class P {
    private int count;

    public void touch() {
        count++;
    }

    public void hasNextBad(Scanner scanner) {
        if (scanner != null) {
            int before = count;
            boolean more = scanner.hasNext();
            assert count == before;
        }
    }

    public void closeBad(Scanner scanner) {
        if (scanner != null) {
            int before = count;
            scanner.close();
            assert count == before;
        }
    }
}
