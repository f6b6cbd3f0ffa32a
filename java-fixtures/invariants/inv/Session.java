package inv;

/** A user that is there while one is logged in. */
public class Session {
    private static final int OUT = 0;
    private static final int IN = 1;
    private int state;
    private String user;

    public void login(String name) {
        if (name == null) {
            throw new IllegalArgumentException();
        }
        user = name;
        state = IN;
    }

    public void logout() {
        state = OUT;
        user = null;
    }

    public int userOk() {
        return state == IN ? user.length() : 0;
    }

    public int userBad() {
        return user.length();
    }
}
