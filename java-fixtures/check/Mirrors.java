// Reflection, method handles and proxies on classes of its own: what is found, called and assigned by name.
package check;

import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.invoke.VarHandle;
import java.lang.invoke.WrongMethodTypeException;
import java.lang.reflect.Array;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Proxy;
import java.lang.reflect.RecordComponent;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

public class Mirrors {
    @Retention(RetentionPolicy.RUNTIME)
    @interface Unit {
        String name() default "euro";

        int digits() default 2;
    }

    interface Priced {
        int price(int amount);
    }

    record Point(int x, String label) {}

    @Unit(digits = 3)
    static class Account {
        private int balance = 1;
        public static int made = 7;
        private final String owner;

        Account() {
            this("nobody");
        }

        Account(String owner) {
            this.owner = owner;
        }

        public int deposit(int amount) {
            balance += amount;
            return balance;
        }

        private String owner() {
            return owner;
        }

        static void fail(int code) {
            if (code == 3) {
                throw new IllegalArgumentException("three");
            }
        }

        List<String> owners() {
            return List.of(owner);
        }
    }

    static class Savings extends Account {
        @Override
        public int deposit(int amount) {
            return super.deposit(2 * amount);
        }
    }

    private static final Map<Class<?>, String> NAMES = new HashMap<>();

    static {
        NAMES.put(Account.class, "account");
        NAMES.put(String.class, "text");
        NAMES.put(int.class, "number");
    }

    private static void require(boolean isSo) {
        if (!isSo) {
            throw new IllegalStateException();
        }
    }

    public static void callOk(int amount) throws ReflectiveOperationException {
        Method deposit = Account.class.getMethod("deposit", int.class);
        require((int) deposit.invoke(new Account(), amount) == 1 + amount);
        require((int) deposit.invoke(new Savings(), amount) == 1 + 2 * amount);
    }

    public static void callBad(int amount) throws ReflectiveOperationException {
        Method deposit = Account.class.getMethod("deposit", int.class);
        require(!deposit.invoke(new Account(), amount).equals(8));
    }

    public static void privateOk() throws ReflectiveOperationException {
        Method owner = Account.class.getDeclaredMethod("owner");
        owner.setAccessible(true);
        Constructor<Account> maker = Account.class.getDeclaredConstructor(String.class);
        require(owner.invoke(maker.newInstance("me")).equals("me"));
        require(owner.toString().equals("private java.lang.String check.Mirrors$Account.owner()"));
    }

    public static void thrownOk(int code) throws ReflectiveOperationException {
        Method fail = Account.class.getDeclaredMethod("fail", int.class);
        try {
            fail.invoke(null, code);
            require(code != 3);
        } catch (InvocationTargetException thrown) {
            require(code == 3 && thrown.getCause().getMessage().equals("three"));
        }
    }

    public static void refusedOk() throws ReflectiveOperationException {
        Method deposit = Account.class.getMethod("deposit", int.class);
        for (Object argument : new Object[] {"one", 1L, null}) {
            try {
                deposit.invoke(new Account(), argument);
                require(false);
            } catch (IllegalArgumentException refused) {
                require(!(refused instanceof NumberFormatException));
            }
        }
    }

    public static void missingOk() throws ReflectiveOperationException {
        try {
            Account.class.getMethod("withdraw", int.class);
            require(false);
        } catch (NoSuchMethodException missing) {
            require(missing.getMessage().equals("check.Mirrors$Account.withdraw(int)"));
        }
        try {
            Class.forName("check.Nowhere");
            require(false);
        } catch (ClassNotFoundException missing) {
            require(missing.getMessage().equals("check.Nowhere"));
        }
    }

    public static void fieldOk(int balance) throws ReflectiveOperationException {
        Account account = new Account();
        Field field = Account.class.getDeclaredField("balance");
        field.setAccessible(true);
        field.setInt(account, balance);
        require(account.deposit(1) == balance + 1 && field.get(account).equals(balance + 1));
        require(Modifier.isPrivate(field.getModifiers()) && field.getType() == int.class);
        require(Account.class.getField("made").getInt(null) == 7);
    }

    public static void fieldBad(int balance) throws ReflectiveOperationException {
        Account account = new Account();
        Field field = Account.class.getDeclaredField("balance");
        field.setAccessible(true);
        field.set(account, balance);
        require(account.deposit(1) != 5);
    }

    public static void recordOk() throws ReflectiveOperationException {
        StringBuilder text = new StringBuilder();
        for (RecordComponent component : Point.class.getRecordComponents()) {
            text.append(component.getName()).append(component.getAccessor().invoke(new Point(4, "p")));
        }
        require(text.toString().equals("x4labelp") && Point.class.isRecord());
    }

    public static void genericOk() throws ReflectiveOperationException {
        ParameterizedType names = (ParameterizedType) Account.class.getDeclaredMethod("owners").getGenericReturnType();
        require(names.getActualTypeArguments()[0] == String.class && names.getRawType() == List.class);
    }

    public static void annotationOk() {
        Unit unit = Account.class.getAnnotation(Unit.class);
        require(unit.digits() == 3 && unit.name().equals("euro"));
        require(!Savings.class.isAnnotationPresent(Unit.class));
    }

    public static void proxyOk(int amount) {
        Priced priced =
                (Priced) Proxy.newProxyInstance(
                        Mirrors.class.getClassLoader(),
                        new Class<?>[] {Priced.class},
                        (proxy, method, arguments) -> (int) arguments[0] + method.getName().length());
        require(priced.price(amount) == amount + 5);
    }

    public static void proxyBad(int amount) {
        Priced priced =
                (Priced) Proxy.newProxyInstance(
                        Mirrors.class.getClassLoader(), new Class<?>[] {Priced.class}, (proxy, method, given) -> given[0]);
        require(priced.price(amount) != 11);
    }

    private static int add(int left, int right) {
        return left + right;
    }

    public static void handleOk(int left, int right) throws Throwable {
        MethodHandles.Lookup lookup = MethodHandles.lookup();
        MethodType type = MethodType.methodType(int.class, int.class, int.class);
        MethodHandle add = lookup.findStatic(Mirrors.class, "add", type);
        require((int) add.invokeExact(left, right) == left + right);
        require((long) add.invoke(left, (short) right) == (long) (left + (short) right));
        require((int) MethodHandles.insertArguments(add, 0, 2).invokeExact(right) == 2 + right);
        require(add.type().toString().equals("(int,int)int") && add.type() == type);
        MethodHandle concat =
                lookup.findVirtual(String.class, "concat", MethodType.methodType(String.class, String.class));
        require(concat.bindTo("a").invoke("b").equals("ab"));
    }

    public static void handleBad(int left, int right) throws ReflectiveOperationException {
        MethodType type = MethodType.methodType(int.class, int.class, int.class);
        MethodHandle add = MethodHandles.lookup().findStatic(Mirrors.class, "add", type);
        int sum;
        try {
            sum = (int) add.invokeExact(left, right);
        } catch (Throwable thrown) {
            return;
        }
        require(sum != 12);
    }

    public static void exactOk() throws Throwable {
        MethodType type = MethodType.methodType(int.class, int.class, int.class);
        MethodHandle add = MethodHandles.lookup().findStatic(Mirrors.class, "add", type);
        try {
            Object sum = add.invokeExact(1, 2);
            require(sum == null);
        } catch (WrongMethodTypeException wrong) {
            return;
        }
        require(false);
    }

    public static void variableOk(int balance) throws ReflectiveOperationException {
        VarHandle handle = MethodHandles.lookup().findVarHandle(Account.class, "balance", int.class);
        Account account = new Account();
        handle.set(account, balance);
        require(handle.compareAndSet(account, balance, 3) && account.deposit(1) == 4);
        int[] numbers = new int[2];
        VarHandle element = MethodHandles.arrayElementVarHandle(int[].class);
        element.set(numbers, 1, balance);
        require(numbers[1] == balance);
    }

    public static void arrayOk(int number) {
        Object array = Array.newInstance(long.class, 2);
        Array.setInt(array, 1, number);
        require(Array.get(array, 1).equals((long) number) && ((long[]) array)[1] == number);
    }

    public static void traceOk() {
        StackTraceElement made = new Throwable().getStackTrace()[0];
        require(made.getMethodName().equals("traceOk") && made.getClassName().equals("check.Mirrors"));
    }

    public static void mapOk() {
        require(NAMES.get(String.class).equals("text") && NAMES.get(long.class) == null && NAMES.size() == 3);
    }

    public static void orderBad() {
        require(NAMES.values().iterator().next().equals("none"));
    }

    private static final ClassLoader OWN = Mirrors.class.getModule().getClassLoader();

    public static void loaderOk() {
        require(OWN == Mirrors.class.getClassLoader());
        require(String.class.getModule().getClassLoader() == null);
    }

    public static void loaderBad() {
        require(Mirrors.class.getModule().getClassLoader() == null);
    }

    public static void baseOk() {
        Module base = Object.class.getModule();
        require(Class.forName(base, "java.util.List") == List.class && Class.forName(base, "java.util.Nothing") == null);
        require(Class.forName(base, "check.Mirrors") == null && Class.forName(base, "[I") == null);
    }

    public static void baseBad() {
        require(Class.forName(Object.class.getModule(), "java.util.List") == null);
    }

    public static void refusedMessageOk() throws ReflectiveOperationException {
        Method fail = Account.class.getDeclaredMethod("fail", int.class);
        try {
            fail.invoke(null, "three");
            require(false);
        } catch (IllegalArgumentException refused) {
            String message = refused.getMessage();
            require(message == null || message.equals("argument type mismatch"));
        }
    }
}
