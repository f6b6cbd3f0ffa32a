// Reads its standard input: there may be less than it asks for, or something else.
package check;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.util.InputMismatchException;
import java.util.NoSuchElementException;
import java.util.Scanner;

public class Prompts {
    public static int ratioBad(int total) {
        Scanner scanner = new Scanner(System.in);
        if (!scanner.hasNextInt()) {
            return 0;
        }
        int parts = scanner.nextInt();
        return total / parts;
    }

    public static int ratioOk(int total) {
        Scanner scanner = new Scanner(System.in);
        if (!scanner.hasNextInt()) {
            return 0;
        }
        int parts = scanner.nextInt();
        return parts == 0 ? 0 : total / parts;
    }

    public static int unguardedBad() {
        Scanner scanner = new Scanner(System.in);
        return scanner.nextInt();
    }

    public static int caughtOk() {
        Scanner scanner = new Scanner(System.in);
        try {
            return scanner.nextInt();
        } catch (InputMismatchException mismatch) {
            return 1;
        } catch (NoSuchElementException missing) {
            return 2;
        }
    }

    public static int orderBad() {
        Scanner scanner = new Scanner(System.in);
        if (!scanner.hasNextInt()) {
            return 0;
        }
        int first = scanner.nextInt();
        if (!scanner.hasNextLong()) {
            return 0;
        }
        long second = scanner.nextLong();
        if (first == 7 && second == 1L << 40) {
            throw new IllegalStateException("in this order");
        }
        return 1;
    }

    public static int restOfLineBad() {
        Scanner scanner = new Scanner(System.in);
        if (!scanner.hasNextInt()) {
            return 0;
        }
        int count = scanner.nextInt();
        if (!scanner.hasNextLine()) {
            return 0;
        }
        String name = scanner.nextLine();
        if (count == 3 && name.isEmpty()) {
            throw new IllegalStateException("the rest of the line");
        }
        return name.length();
    }

    public static int wordBad() {
        Scanner scanner = new Scanner(System.in);
        if (scanner.hasNext() && scanner.next().equals("quit")) {
            throw new IllegalStateException("quits");
        }
        return 0;
    }

    public static int lineBad() throws IOException {
        BufferedReader reader = new BufferedReader(new InputStreamReader(System.in));
        String line = reader.readLine();
        return line.length();
    }

    public static int lineOk() throws IOException {
        BufferedReader reader = new BufferedReader(new InputStreamReader(System.in));
        String line = reader.readLine();
        if (line != null && line.indexOf('\n') >= 0) {
            throw new IllegalStateException("two lines");
        }
        return line == null ? 0 : line.length();
    }

    public static int secondLineBad() throws IOException {
        BufferedReader reader = new BufferedReader(new InputStreamReader(System.in));
        String first = reader.readLine();
        String second = reader.readLine();
        if (first != null && second != null && first.equals("a") && second.equals("b c")) {
            throw new IllegalStateException("two lines");
        }
        return 0;
    }
}
