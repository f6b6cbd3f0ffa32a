package narrower_arrays;

import java.lang.reflect.Array;
import java.util.Arrays;

/** Arrays that are of a narrower type than they are declared as: so are their copies, and they do not take what the declared ones take. */
public class P {
    private static Number[] shared = new Number[4];

    private Object[] own = new Object[2];
    private Comparable<?>[] given = new Comparable<?>[1];
    private int size;

    public static void cloneBad(Object[] array) {
        if (array != null && array.length > 0) {
            Object[] copy = array.clone();
            copy[0] = new Object();
        }
    }

    public static void copyOfBad(Object[] array) {
        if (array != null && array.length > 0) {
            Object[] copy = Arrays.copyOf(array, 3);
            copy[0] = new Object();
        }
    }

    public static void copyOfRangeBad(Number[] array) {
        if (array != null && array.length > 0) {
            Number[] copy = Arrays.copyOfRange(array, 0, 1);
            copy[0] = 1.5;
        }
    }

    public static void copyOfCopyBad(Object[] array) {
        if (array != null && array.length > 0) {
            Object[] copy = Arrays.copyOf(array.clone(), 1);
            copy[0] = 1;
        }
    }

    public static void classBad(Object[] array) {
        if (array != null) {
            assert array.getClass() == Object[].class;
        }
    }

    public static void classOfCloneBad(Number[] array) {
        if (array != null) {
            assert array.clone().getClass() == Number[].class;
        }
    }

    public static void componentBad(Number[] array) {
        if (array != null) {
            assert array.getClass().getComponentType() == Number.class;
        }
    }

    public static void nameBad(Object[] array) {
        if (array != null) {
            assert array.getClass().getSimpleName().equals("Object[]");
        }
    }

    public static void instanceBad(Object[] array) {
        if (array != null) {
            assert !(array.clone() instanceof String[]);
        }
    }

    public static void castBad(Object[] array) {
        if (array != null) {
            boolean isCast;
            try {
                String[] texts = (String[]) array.clone();
                isCast = true;
            } catch (ClassCastException exception) {
                isCast = false;
            }
            assert !isCast;
        }
    }

    public static void arraycopyBad(Object[] from, Object[] to) {
        if (from != null && to != null && from.length > 0 && to.length > 0) {
            System.arraycopy(from, 0, to, 0, 1);
        }
    }

    public static void arraycopyIntoCloneBad(Object[] array) {
        if (array != null && array.length > 0) {
            Object[] one = { 1 };
            System.arraycopy(one, 0, array.clone(), 0, 1);
        }
    }

    public static void fillBad(Object[] array) {
        if (array != null && array.length > 0) {
            Arrays.fill(array.clone(), 1);
        }
    }

    public static void listBad(Object[] array) {
        if (array != null && array.length > 0) {
            Arrays.asList(array.clone()).set(0, 1);
        }
    }

    public static void newInstanceBad(Object[] array) {
        if (array != null) {
            Object[] made = (Object[]) Array.newInstance(array.getClass().getComponentType(), 1);
            made[0] = 1;
        }
    }

    public static void setBad(Object[] array) {
        if (array != null && array.length > 0) {
            Array.set(array.clone(), 0, 1);
        }
    }

    public static void rowBad(Object[][] rows) {
        if (rows != null && rows.length > 0) {
            Object[][] copy = rows.clone();
            copy[0] = new Object[1];
        }
    }

    /** The field is exactly what it is declared as until a caller's array is kept. */
    public void keep(Comparable<?>[] array) {
        if (array != null && array.length > 0) {
            given = array;
        }
    }

    public void putIntoGivenBad(int number) {
        given[0] = number;
    }

    public static void sameCloneOk(Object[] array) {
        if (array != null && array.length > 0) {
            Object[] copy = array.clone();
            assert copy[0] == array[0];
        }
    }

    public static void copyOfOk(Object[] array) {
        if (array != null && array.length > 0) {
            Object[] copy = Arrays.copyOf(array, array.length);
            assert copy.length == array.length && copy[0] == array[0];
        }
    }

    public static void finalOk(String[] array) {
        if (array != null && array.length > 0) {
            String[] copy = array.clone();
            copy[0] = "x";
            assert copy.getClass() == String[].class;
        }
    }

    public static void exactOk(Object[] array) {
        if (array != null && array.length > 0) {
            Object[] copy = Arrays.copyOf(array, array.length, Object[].class);
            copy[0] = 1;
        }
    }

    public static void putSharedOk(int number) {
        shared[1] = number;
    }

    public void putOk(Object value) {
        if (size < own.length) {
            own[size++] = value;
        }
    }

    public void growOk() {
        own = Arrays.copyOf(own, own.length + 1);
    }

    public Object[] sharedCloneOk() {
        Object[] copy = own.clone();
        if (copy.length > 0) {
            copy[0] = this;
        }
        return copy;
    }
}
