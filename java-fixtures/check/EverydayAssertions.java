// Assertions as they stand in everyday code: about money, dates, ranges, texts, sorted arrays.
package check;

import java.util.ArrayList;
import java.util.List;

public class EverydayAssertions {
    public static int centsOk(int euros) {
        if (euros < 0 || euros > 20000000) {
            return 0;
        }
        int cents = euros * 100;
        assert cents / 100 == euros;
        return cents;
    }

    public static int centsBad(int euros) {
        int cents = euros * 100;
        assert cents / 100 == euros;
        return cents;
    }

    public static int discountOk(int price, int percent) {
        if (price < 0 || percent < 0 || percent > 100) {
            return 0;
        }
        int reduced = (int) (price - (long) price * percent / 100);
        assert reduced <= price && reduced >= 0;
        return reduced;
    }

    public static int discountBad(int price, int percent) {
        if (price < 0 || percent < 0 || percent > 100) {
            return 0;
        }
        int reduced = price - price * percent / 100;
        assert reduced <= price;
        return reduced;
    }

    public static boolean leapYearOk(int year) {
        boolean leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
        if (leap) {
            assert (year & 3) == 0;
        }
        if (year % 400 == 0) {
            assert leap;
        }
        return leap;
    }

    public static boolean leapYearBad(int year) {
        boolean leap = year % 4 == 0 && year % 100 != 0;
        if (year % 16 == 0 && year % 25 == 0) {
            assert leap;
        }
        return leap;
    }

    public static int[] sortedOk(int a, int b, int c, int d) {
        int[] values = {a, b, c, d};
        for (int i = 1; i < values.length; i++) {
            for (int j = i; j > 0 && values[j - 1] > values[j]; j--) {
                int other = values[j];
                values[j] = values[j - 1];
                values[j - 1] = other;
            }
        }
        for (int i = 1; i < values.length; i++) {
            assert values[i - 1] <= values[i];
        }
        return values;
    }

    public static int[] sortedBad(int a, int b, int c, int d) {
        int[] values = {a, b, c, d};
        for (int pass = 0; pass < 2; pass++) {
            for (int i = 1; i < values.length; i++) {
                if (values[i - 1] > values[i]) {
                    int other = values[i];
                    values[i] = values[i - 1];
                    values[i - 1] = other;
                }
            }
        }
        assert values[0] <= values[1];
        return values;
    }

    public static String keyOk(String line) {
        if (line == null) {
            return "";
        }
        int equals = line.indexOf('=');
        if (equals < 0) {
            return "";
        }
        String key = line.substring(0, equals);
        assert key.indexOf('=') < 0;
        assert key.length() < line.length();
        return key;
    }

    public static String keyBad(String line) {
        if (line == null) {
            return "";
        }
        int equals = line.indexOf('=');
        if (equals < 0) {
            return "";
        }
        String key = line.substring(0, equals);
        assert !key.isEmpty();
        return key;
    }

    public static int roundedUpOk(int size) {
        if (size < 0 || size > Integer.MAX_VALUE - 7) {
            return 0;
        }
        int rounded = (size + 7) / 8 * 8;
        assert rounded >= size && rounded - size < 8 && rounded % 8 == 0;
        return rounded;
    }

    public static int roundedUpBad(int size) {
        if (size < 0) {
            return 0;
        }
        int rounded = (size + 7) / 8 * 8;
        assert rounded >= size;
        return rounded;
    }

    public static int pagesOk(int items, int perPage) {
        if (items < 0 || perPage <= 0 || items > 1000000 || perPage > 1000) {
            return 0;
        }
        int pages = (items + perPage - 1) / perPage;
        assert pages * perPage >= items;
        assert items == 0 || (pages - 1) * perPage < items;
        return pages;
    }

    public static int pagesBad(int items, int perPage) {
        if (items < 0 || perPage <= 0 || items > 1000000 || perPage > 1000) {
            return 0;
        }
        int pages = items / perPage + 1;
        assert (pages - 1) * perPage < items;
        return pages;
    }

    public static int clockOk(int seconds) {
        if (seconds < 0) {
            return 0;
        }
        int hours = seconds / 3600;
        int minutes = seconds / 60 % 60;
        int rest = seconds % 60;
        assert hours * 3600 + minutes * 60 + rest == seconds;
        return hours;
    }

    public static int clockBad(int seconds) {
        int hours = seconds / 3600;
        int minutes = seconds / 60 % 60;
        assert minutes >= 0;
        return hours;
    }

    public static int averageOk(int a, int b) {
        int average = (int) (((long) a + b) / 2);
        assert average >= Math.min(a, b) && average <= Math.max(a, b);
        return average;
    }

    public static int averageBad(int a, int b) {
        int average = (a + b) / 2;
        assert average >= Math.min(a, b);
        return average;
    }

    public static int digitSumOk(int number) {
        if (number < 0 || number > 9999) {
            return 0;
        }
        int sum = number / 1000 + number / 100 % 10 + number / 10 % 10 + number % 10;
        assert sum % 9 == number % 9;
        return sum;
    }

    public static int clampedOk(int value, int low, int high) {
        if (low > high) {
            return value;
        }
        int clamped = Math.max(low, Math.min(high, value));
        assert clamped >= low && clamped <= high;
        assert clamped == value || value < low || value > high;
        return clamped;
    }

    public static long interestOk(long balance, int days) {
        if (balance < 0 || balance > 1000000000000L || days < 0 || days > 366) {
            return 0;
        }
        long interest = balance * days / 36500;
        assert interest <= balance;
        return interest;
    }

    public static int taxOk(int income) {
        if (income < 0 || income > 10000000) {
            return 0;
        }
        int tax = income <= 10000 ? 0 : income <= 50000 ? (income - 10000) / 5 : 8000 + (income - 50000) * 2 / 5;
        assert tax >= 0 && tax <= income;
        return tax;
    }

    public static int colourOk(int red, int green, int blue) {
        if ((red | green | blue) >>> 8 != 0) {
            return 0;
        }
        int packed = red << 16 | green << 8 | blue;
        assert (packed >> 16 & 255) == red && (packed >> 8 & 255) == green && (packed & 255) == blue;
        return packed;
    }

    public static int colourBad(int red, int green, int blue) {
        if ((red | green) >>> 8 != 0 || blue >>> 9 != 0) {
            return 0;
        }
        int packed = red << 16 | green << 8 | blue;
        assert (packed >> 8 & 255) == green;
        return packed;
    }

    public static int largestOk(List<Integer> prices) {
        if (prices == null) {
            return 0;
        }
        int largest = Integer.MIN_VALUE;
        List<Integer> seen = new ArrayList<>();
        for (int i = 0; i < 4 && i < prices.size(); i++) {
            Integer price = prices.get(i);
            if (price != null) {
                seen.add(price);
                largest = Math.max(largest, price);
            }
        }
        for (int price : seen) {
            assert price <= largest;
        }
        return largest;
    }

    public static long secondsOk(int hours, int minutes) {
        if (hours < 0 || minutes < 0 || minutes > 59) {
            return 0;
        }
        long seconds = hours * 3600L + minutes * 60L;
        assert seconds / 3600 == hours && seconds % 3600 / 60 == minutes;
        return seconds;
    }
}
