package loops.paper;

/** The benchmarks of appendix A of "Abstracting Path Conditions". A text ends with the character 0. */
public final class Benchmarks {
    private Benchmarks() {}

    static void hello(char[] text) {
        char[] word = {'H', 'e', 'l', 'l', 'o', 0};
        int found = 0;
        for (int i = 0; text[i] != 0; ++i) {
            int j = i;
            int k = 0;
            while (word[k] != 0 && text[j] != 0 && text[j] == word[k]) {
                ++j;
                ++k;
            }
            if (word[k] == 0) {
                found = 1;
                break;
            }
            if (text[j] == 0) {
                break;
            }
        }
        if (found == 1) {
            throw new IllegalStateException("Hello - reached");
        }
    }

    static void hw(char[] text) {
        char[] hello = {'H', 'e', 'l', 'l', 'o', 0};
        int h = 0;
        for (int i = 0; text[i] != 0; ++i) {
            int j = i;
            int k = 0;
            while (hello[k] != 0 && text[j] != 0 && text[j] == hello[k]) {
                ++j;
                ++k;
            }
            if (hello[k] == 0) {
                h = 1;
                break;
            }
            if (text[j] == 0) {
                break;
            }
        }
        char[] world = {'W', 'o', 'r', 'l', 'd', 0};
        int w = 0;
        for (int i = 0; text[i] != 0; ++i) {
            int j = i;
            int k = 0;
            while (world[k] != 0 && text[j] != 0 && text[j] == world[k]) {
                ++j;
                ++k;
            }
            if (world[k] == 0) {
                w = 1;
                break;
            }
            if (text[j] == 0) {
                break;
            }
        }
        if (h == 1 && w == 1) {
            throw new IllegalStateException("HW - reached");
        }
    }

    static void hwm(char[] text) {
        char[] hello = {'H', 'e', 'l', 'l', 'o', 0};
        int h = 0;
        for (int i = 0; text[i] != 0; ++i) {
            int j = i;
            int k = 0;
            while (hello[k] != 0 && text[j] != 0 && text[j] == hello[k]) {
                ++j;
                ++k;
            }
            if (hello[k] == 0) {
                h = 1;
                break;
            }
            if (text[j] == 0) {
                break;
            }
        }
        char[] world = {'W', 'o', 'r', 'l', 'd', 0};
        int w = 0;
        for (int i = 0; text[i] != 0; ++i) {
            int j = i;
            int k = 0;
            while (world[k] != 0 && text[j] != 0 && text[j] == world[k]) {
                ++j;
                ++k;
            }
            if (world[k] == 0) {
                w = 1;
                break;
            }
            if (text[j] == 0) {
                break;
            }
        }
        char[] at = {'A', 't', 0};
        int t = 0;
        for (int i = 0; text[i] != 0; ++i) {
            int j = i;
            int k = 0;
            while (at[k] != 0 && text[j] != 0 && text[j] == at[k]) {
                ++j;
                ++k;
            }
            if (at[k] == 0) {
                t = 1;
                break;
            }
            if (text[j] == 0) {
                break;
            }
        }
        char[] microsoft = {'M', 'i', 'c', 'r', 'o', 's', 'o', 'f', 't', '!', 0};
        int m = 0;
        for (int i = 0; text[i] != 0; ++i) {
            int j = i;
            int k = 0;
            while (microsoft[k] != 0 && text[j] != 0 && text[j] == microsoft[k]) {
                ++j;
                ++k;
            }
            if (microsoft[k] == 0) {
                m = 1;
                break;
            }
            if (text[j] == 0) {
                break;
            }
        }
        if (h == 1 && w == 1 && t == 1 && m == 1) {
            throw new IllegalStateException("HWM - reached");
        }
    }

    static void matrIR(int[][] matrix, int m, int n) {
        int w = 0;
        for (int i = 0; i < m; ++i) {
            int k = 0;
            for (int j = i; j < n; ++j) {
                if (matrix[i][j] > 10 && matrix[i][j] < 100) {
                    ++k;
                }
            }
            if (k > 15) {
                w = 1;
                break;
            }
        }
        if (m > 20 && n > 20 && w == 1) {
            throw new IllegalStateException("MatrIR - reached");
        }
    }

    static void oneLoop(int n) {
        int i = 0;
        while (i < n) {
            i += 4;
        }
        if (i == 15) {
            throw new IllegalStateException("OneLoop - reached");
        }
    }

    static void twoLoops(int n) {
        int i = 0;
        int j = 0;
        while (i < n) {
            i += 4;
        }
        while (i != j + 7) {
            j += 2;
        }
        throw new IllegalStateException("TwoLoops - reached");
    }

    static void winDriver(int[][] packets, int[] buffer, int mostPackets, int packetSize) {
        for (int i = 0; i < mostPackets; ++i) {
            for (int j = 0; j < packetSize; j++) {
                packets[i][j] = 0;
            }
        }
        int count = buffer[0];
        if (count > mostPackets || count < 0) {
            return;
        }
        for (int i = 0; i < count; i++) {
            int packet = buffer[i * (packetSize + 1) + 1];
            if (packet >= mostPackets || packet < 0) {
                return;
            }
            for (int j = 0; j < packetSize; j++) {
                packets[packet][j] = buffer[i * (packetSize + 1) + j + 2];
            }
        }
        if (count < mostPackets && packets[count][0] != 0 && packetSize > 20) {
            throw new IllegalStateException("WinDriver - reached");
        }
    }
}
