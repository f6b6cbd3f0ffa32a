// A switch over objects of any type.
package check;

public class Describe {
    public static char firstBad(Object value) {
        return switch (value) {
            case null -> '?';
            case Integer number when number > 9 -> '9';
            case Integer number -> (char) ('0' + number);
            case String text -> text.charAt(0);
            default -> '!';
        };
    }

    public static char firstOk(Object value) {
        return switch (value) {
            case null -> '?';
            case Integer number when number > 9 -> '9';
            case Integer number -> (char) ('0' + number);
            case String text when !text.isEmpty() -> text.charAt(0);
            default -> '!';
        };
    }
}
