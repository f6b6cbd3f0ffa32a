// Counts the letters of a text.
package check;

public class LetterCount {
    private final int[] counts = new int[26];

    public void countBad(char letter) {
        counts[letter - 'a']++;
    }

    public void countOk(char letter) {
        if (letter >= 'a' && letter <= 'z') {
            counts[letter - 'a']++;
        }
    }

    public static int mostFrequentOk(String text) {
        if (text == null) {
            return 0;
        }
        int[] seen = new int[26];
        int most = 0;
        for (int i = 0; i < text.length(); i++) {
            char letter = text.charAt(i);
            if (letter >= 'a' && letter <= 'z') {
                most = Math.max(most, ++seen[letter - 'a']);
            }
        }
        return most;
    }
}
