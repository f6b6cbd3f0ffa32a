// Divisions, products, and numbers of two widths: each a question on which bit-vectors alone take long.
package check;

public class Arithmetic {
    public static int quotientOk(int a, int b) {
        if (b <= 0 || a < 0) {
            return 0;
        }
        int quotient = a / b;
        int rest = a % b;
        assert rest >= 0 && rest < b;
        assert quotient <= a;
        assert quotient * b + rest == a;
        return quotient;
    }

    public static int quotientBad(int a, int b) {
        if (b <= 0) {
            return 0;
        }
        int rest = a % b;
        assert rest >= 0;
        return rest;
    }

    public static long scaledOk(int amount, int numerator, int denominator) {
        if (amount < 0 || numerator < 0 || denominator <= 0 || numerator > denominator) {
            return 0;
        }
        long scaled = (long) amount * numerator / denominator;
        assert scaled >= 0 && scaled <= amount;
        return scaled;
    }

    public static int scaledBad(int amount, int numerator, int denominator) {
        if (amount < 0 || numerator < 0 || denominator <= 0 || numerator > denominator) {
            return 0;
        }
        int scaled = amount * numerator / denominator;
        assert scaled >= 0;
        return scaled;
    }

    public static int productOk(int width, int height) {
        if (width < 0 || height < 0 || width > 30000 || height > 30000) {
            return 0;
        }
        int area = width * height;
        assert area >= 0 && (width == 0 || height == 0 || area >= width);
        return area;
    }

    public static int productBad(int width, int height) {
        if (width <= 0 || height <= 0) {
            return 0;
        }
        int area = width * height;
        assert area > 0;
        return area;
    }

    public static int indexOk(int row, int column, int columns) {
        if (columns <= 0 || columns > 1000 || row < 0 || row > 1000 || column < 0 || column >= columns) {
            return 0;
        }
        int index = row * columns + column;
        assert index / columns == row;
        assert index % columns == column;
        return index;
    }

    public static int indexBad(int row, int column, int columns) {
        if (columns <= 0 || columns > 1000 || row < 0 || row > 1000 || column < 0 || column > columns) {
            return 0;
        }
        int index = row * columns + column;
        assert index / columns == row;
        return index;
    }

    public static int monthsOk(int months) {
        int year = Math.floorDiv(months, 12);
        int month = Math.floorMod(months, 12);
        assert month >= 0 && month < 12;
        assert year * 12 + month == months;
        return year;
    }

    public static int monthsBad(int months) {
        int month = months % 12;
        assert month >= 0;
        return month;
    }

    public static long nanosOk(long nanos) {
        long millis = nanos / 1000000;
        long rest = nanos % 1000000;
        assert millis * 1000000 + rest == nanos;
        return millis;
    }

    public static int celsiusOk(int fahrenheit) {
        if (fahrenheit < -459 || fahrenheit > 10000) {
            return 0;
        }
        int celsius = (fahrenheit - 32) * 5 / 9;
        int back = celsius * 9 / 5 + 32;
        assert Math.abs(back - fahrenheit) <= 2;
        return celsius;
    }

    public static int celsiusBad(int fahrenheit) {
        if (fahrenheit < -459 || fahrenheit > 10000) {
            return 0;
        }
        int celsius = (fahrenheit - 32) * 5 / 9;
        int back = celsius * 9 / 5 + 32;
        assert Math.abs(back - fahrenheit) <= 1;
        return celsius;
    }

    public static int bucketOk(int hash, int capacity) {
        if (capacity <= 0) {
            return 0;
        }
        int bucket = (hash & Integer.MAX_VALUE) % capacity;
        assert bucket >= 0 && bucket < capacity;
        return bucket;
    }

    public static int bucketBad(int hash, int capacity) {
        if (capacity <= 0) {
            return 0;
        }
        int bucket = Math.abs(hash) % capacity;
        assert bucket >= 0;
        return bucket;
    }

    public static long squareOk(int x) {
        long square = (long) x * x;
        assert square >= 0;
        assert square >= x;
        return square;
    }

    public static int squareBad(int x) {
        int square = x * x;
        assert square >= 0;
        return square;
    }

    public static int progressOk(long done, long total) {
        if (total <= 0 || done < 0 || done > total || total > Long.MAX_VALUE / 100) {
            return 0;
        }
        int percent = (int) (done * 100 / total);
        assert percent >= 0 && percent <= 100;
        return percent;
    }

    public static int progressBad(long done, long total) {
        if (total <= 0 || done < 0 || done > total) {
            return 0;
        }
        int percent = (int) (done * 100 / total);
        assert percent >= 0;
        return percent;
    }

    public static int growthOk(int capacity, int needed) {
        if (capacity < 0 || needed <= capacity) {
            return capacity;
        }
        int grown = capacity + (capacity >> 1);
        if (grown - needed < 0) {
            grown = needed;
        }
        assert grown >= needed || grown < 0;
        return grown;
    }

    public static int splitOk(int total, int parties) {
        if (total < 0 || parties <= 0 || parties > 100 || total > 1000000) {
            return 0;
        }
        int share = total / parties;
        int rest = total - share * parties;
        assert rest >= 0 && rest < parties;
        assert (share + 1) * rest + share * (parties - rest) == total;
        return share;
    }

    public static int checkDigitOk(int a, int b, int c) {
        if (a < 0 || a > 9 || b < 0 || b > 9 || c < 0 || c > 9) {
            return 0;
        }
        int digit = (10 - (3 * a + 7 * b + 3 * c) % 10) % 10;
        assert (3 * a + 7 * b + 3 * c + digit) % 10 == 0;
        return digit;
    }

    public static long mixedOk(int a, int b) {
        long sum = (long) a + b;
        int wrapped = (int) sum;
        assert wrapped == a + b;
        assert sum == wrapped || sum > Integer.MAX_VALUE || sum < Integer.MIN_VALUE;
        return sum;
    }

    public static long multiplierBad(long seed) {
        long next = seed * 6364136223846793005L + 1442695040888963407L;
        assert next != 42;
        return next;
    }

    public static int cubeBad(int x) {
        if (x < 0 || x > 1000) {
            return 0;
        }
        assert x * x * x - 3 * x != 970002;
        return x;
    }

    public static int pythagorasBad(int a, int b) {
        if (a <= 20 || b <= a || b > 100) {
            return 0;
        }
        assert a * a + b * b != 85 * 85;
        return a;
    }
}
