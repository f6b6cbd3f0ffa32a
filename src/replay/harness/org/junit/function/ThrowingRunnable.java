package org.junit.function;

/** Stands for JUnit's own interface where tests are tried out. */
@FunctionalInterface
public interface ThrowingRunnable {
    void run() throws Throwable;
}
