// A command line that is put together option by option.
package io.github.casewise.maven;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/** The arguments of a run of casewise. What is not set is left out, so that casewise's own defaults hold. */
final class Arguments {
    private final List<String> words = new ArrayList<>();

    /** Adds a word as it is. */
    Arguments word(Object word) {
        words.add(word.toString());
        return this;
    }

    /** Adds an option with its value, unless that is null. The two are one word, so that no value is taken for an option. */
    Arguments option(String name, Object value) {
        return value == null ? this : word("--" + name + "=" + value);
    }

    /** Adds an option for each value. */
    Arguments options(String name, Collection<?> values) {
        values.forEach(value -> option(name, value));
        return this;
    }

    /** Adds an option without a value where it is wanted. */
    Arguments flag(String name, boolean wanted) {
        return wanted ? word("--" + name) : this;
    }

    /** All words, in order. */
    List<String> words() {
        return List.copyOf(words);
    }
}
