package org.junit.jupiter.api.function;

/** Stands for JUnit's own interface where tests are tried out. */
@FunctionalInterface
public interface Executable {
    void execute() throws Throwable;
}
