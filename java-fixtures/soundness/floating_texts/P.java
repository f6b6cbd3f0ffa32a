package floating_texts;

/** The texts of floats and doubles that the caller decides, and the messages of exceptions that the JVM makes of what it decides. */
public final class P {
    private P() { }

    public static void partOfMessageOk(double number) {
        String text = "value " + number + ".";
        assert text.startsWith("value ") && text.endsWith(".");
    }

    public static void lengthOk(float number) {
        assert String.valueOf(number).length() >= 3 && Float.toString(number).length() <= 26;
    }

    public static void sameTwiceOk(double number) {
        assert Double.toString(number).equals(String.valueOf(number));
    }

    public static void builderOk(double number) {
        assert new StringBuilder("n=").append(number).insert(0, 'x').indexOf("n=") == 1;
    }

    public static void printedOk(double number, int count) {
        System.out.printf("%.2f of %d, %s%n", number, count, "all");
    }

    public static void formattedOk(double number) {
        String text = String.format("<%.2f>", number);
        assert text.charAt(0) == '<' && text.equals(String.format("<%.2f>", number));
    }

    public static void otherFormatBad(double number) {
        assert String.format("%.1f", number).equals(String.format("%.2f", number));
    }

    public static void neverIntegralBad(double number) {
        assert !Double.toString(number).endsWith(".0");
    }

    public static void shortBad(double number) {
        assert ("" + number).length() < 10;
    }

    public static void indexOk(int index) {
        int[] array = new int[4];
        if (index > 10) {
            try {
                array[index] = 1;
            } catch (ArrayIndexOutOfBoundsException thrown) {
                assert thrown.getMessage().endsWith(" out of bounds for length 4");
            }
        }
    }

    public static void indexBad(int index) {
        int[] array = new int[4];
        try {
            array[index] = 1;
        } catch (ArrayIndexOutOfBoundsException thrown) {
            assert !thrown.getMessage().startsWith("Index -7 ");
        }
    }

    public static void nullBad(String text) {
        try {
            text.length();
        } catch (NullPointerException thrown) {
            assert !thrown.getMessage().contains("\"text\"");
        }
    }

    public static void logarithmOk(int number) {
        assert Tables.LIMIT == 6 && Tables.LOGARITHMS[1] > 0.69 && Tables.LOGARITHMS[1] < 0.7;
    }

    public static void logarithmBad(int number) {
        assert Tables.LOGARITHMS[1] < 0.69;
    }
}
