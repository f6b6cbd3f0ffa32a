// Sets of constants as bits.
package check;

public class Permissions {
    public enum Permission { READ, WRITE, EXECUTE }

    public static Permission lowestBad(int mask) {
        return Permission.values()[Integer.numberOfTrailingZeros(mask)];
    }

    public static Permission lowestOk(int mask) {
        int index = Integer.numberOfTrailingZeros(mask);
        Permission[] all = Permission.values();
        return index < all.length ? all[index] : null;
    }

    public static boolean allowsOk(int mask, Permission permission) {
        return permission != null && (mask & 1 << permission.ordinal()) != 0;
    }

    public static Permission namedBad(String name) {
        return name == null ? null : Permission.valueOf(name);
    }

    public static Permission namedOk(String name) {
        for (Permission permission : Permission.values()) {
            if (permission.name().equals(name)) {
                return permission;
            }
        }
        return null;
    }
}
