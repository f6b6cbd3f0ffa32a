// An inner class walks over what the outer object holds.
package check;

public class Playlist {
    private final int[] songs;

    public Playlist(int count) {
        if (count < 0 || count > 8) {
            throw new IllegalArgumentException("count");
        }
        songs = new int[count];
    }

    private final class Cursor {
        private int position;

        private int next() {
            return songs[position++];
        }

        private boolean hasNext() {
            return position < songs.length;
        }
    }

    public int secondBad() {
        Cursor cursor = new Cursor();
        cursor.next();
        return cursor.next();
    }

    public int sumOk() {
        int sum = 0;
        Cursor cursor = new Cursor();
        while (cursor.hasNext()) {
            sum += cursor.next();
        }
        return sum;
    }
}
