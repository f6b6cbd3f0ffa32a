package org.junit.jupiter.params.provider;

/** Stands for JUnit's own interface where tests are tried out. */
public interface Arguments {
    Object[] get();

    static Arguments of(Object... arguments) {
        return () -> arguments;
    }
}
