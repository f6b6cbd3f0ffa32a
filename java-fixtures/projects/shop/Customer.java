package shop;

import java.util.Optional;

/** Who buys. */
public record Customer(String name, String email, Optional<String> phone) {
    public Customer {
        if (name == null || email == null || phone == null) {
            throw new IllegalArgumentException("a customer has a name and an address");
        }
        if (email.indexOf('@') < 0) {
            throw new IllegalArgumentException(email);
        }
    }

    public String domain() {
        int at = email.indexOf('@');
        assert at >= 0;
        return email.substring(at + 1);
    }

    public boolean hasPhone() {
        return phone.isPresent();
    }
}
