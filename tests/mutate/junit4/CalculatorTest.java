package subject;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertTrue;

import java.util.List;
import org.junit.Ignore;
import org.junit.Test;

public class CalculatorTest {
    @Test
    public void abs() {
        assertEquals(3, Calculator.abs(-3));
        assertEquals(3, Calculator.abs(3));
    }

    @Test
    public void value() {
        assertEquals(1, Calculator.value("one"));
        assertEquals(-1, Calculator.value("none"));
    }

    @Test
    public void below() {
        assertEquals(List.of(0, 1), Calculator.below(2));
    }

    @Test
    public void small() {
        assertTrue(Calculator.isSmall(3));
        assertFalse(Calculator.isSmall(30));
    }

    @Test
    @Ignore
    public void ignored() {
        throw new AssertionError();
    }
}
