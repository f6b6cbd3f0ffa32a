package org.junit.jupiter.params.provider;

import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;

/** Stands for JUnit's own annotation where tests are tried out. */
@Retention(RetentionPolicy.RUNTIME)
public @interface CsvSource {
    String[] value();
}
