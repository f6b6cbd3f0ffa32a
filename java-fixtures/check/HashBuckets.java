// Counts words in a fixed number of buckets.
package check;

public class HashBuckets {
    private final int[] counts = new int[16];

    public int addBad(String word) {
        if (word == null) {
            return 0;
        }
        return ++counts[word.hashCode() % 16];
    }

    public int addOk(String word) {
        if (word == null) {
            return 0;
        }
        return ++counts[word.hashCode() & 15];
    }
}
