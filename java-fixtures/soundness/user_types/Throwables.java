package user_types;

/** Subclasses of the JDK's throwables. */
public class Throwables {
    public static class Coded extends RuntimeException {
        private final int code;

        public Coded(int code) {
            super("code " + code);
            this.code = code;
        }

        public int code() {
            return code;
        }
    }

    public static class Mute extends Exception {
        @Override
        public String getMessage() {
            throw new UnsupportedOperationException();
        }
    }

    public static class Fatal extends Error {
    }

    public static void catchBad(RuntimeException failure) {
        try {
            if (failure != null) {
                throw failure;
            }
        } catch (Coded coded) {
            assert coded.code() != 404;
        } catch (RuntimeException other) {
            return;
        }
    }

    public static void instanceBad(Throwable failure) {
        if (failure instanceof Coded coded && coded.code() == 3) {
            throw new IllegalStateException();
        }
    }

    public static int messageBad(Exception failure) {
        return failure == null || failure.getMessage() == null ? 0 : 1;
    }

    public static void errorBad(Throwable failure) {
        try {
            if (failure != null) {
                throw failure;
            }
        } catch (Fatal fatal) {
            assert false;
        } catch (Throwable other) {
            return;
        }
    }

    public static void castBad(Exception failure) {
        if (failure instanceof RuntimeException && !(failure instanceof IllegalArgumentException)) {
            try {
                Coded coded = (Coded) failure;
                assert coded.code() >= 0;
            } catch (ClassCastException refused) {
                return;
            }
        }
    }

    public static int catchOk(RuntimeException failure) {
        try {
            if (failure != null) {
                throw failure;
            }
            return 0;
        } catch (Coded coded) {
            return coded.code();
        } catch (RuntimeException other) {
            return 2;
        }
    }

    public static int instanceOk(Throwable failure) {
        return failure instanceof Coded ? 1 : failure instanceof Fatal ? 2 : 3;
    }
}
