package subject;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import java.util.List;
import org.junit.jupiter.api.Disabled;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CalculatorTest {
    @ParameterizedTest
    @ValueSource(ints = {-3, 3})
    void abs(int x) {
        assertEquals(3, Calculator.abs(x));
    }

    @Test
    void value() {
        assertEquals(1, Calculator.value("one"));
        assertEquals(-1, Calculator.value("none"));
    }

    @Test
    void below() {
        assertEquals(List.of(0, 1), Calculator.below(2));
    }

    @Nested
    class Small {
        @Test
        void numbers() {
            assertTrue(Calculator.isSmall(3));
            assertFalse(Calculator.isSmall(30));
        }
    }

    @Test
    @Disabled
    void disabled() {
        fail();
    }
}
