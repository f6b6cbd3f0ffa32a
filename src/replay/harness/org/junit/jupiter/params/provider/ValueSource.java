package org.junit.jupiter.params.provider;

import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;

/** Stands for JUnit's own annotation where tests are tried out. */
@Retention(RetentionPolicy.RUNTIME)
public @interface ValueSource {
    boolean[] booleans() default {};

    byte[] bytes() default {};

    char[] chars() default {};

    short[] shorts() default {};

    int[] ints() default {};

    long[] longs() default {};

    float[] floats() default {};

    double[] doubles() default {};

    String[] strings() default {};
}
