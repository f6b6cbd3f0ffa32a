package hotel;

/** Who stays. */
public record Guest(String name, String email) {
    public Guest {
        if (name == null || name.isEmpty()) {
            throw new IllegalArgumentException("a guest has a name");
        }
    }

    public char initial() {
        return Character.toUpperCase(name.charAt(0));
    }

    public String mailDomain() {
        return email.substring(email.indexOf('@') + 1);
    }
}
