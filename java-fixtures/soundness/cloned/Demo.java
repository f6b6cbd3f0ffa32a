package cloned;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;

/** Shows that each method whose name ends in Bad fails. */
public class Demo {
    public static void main(String[] arguments) throws Exception {
        fails("selfBad", ((P.Day) new P.Day().clone())::selfBad);
        fails("ownerBad", ((P.Listed) new P.Listed().clone())::ownerBad);
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        new ObjectOutputStream(bytes).writeObject(new P.Single());
        Object read = new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray())).readObject();
        fails("runsBad", ((P.Single) read)::runsBad);
    }

    private static void fails(String name, Runnable call) {
        try {
            call.run();
        } catch (AssertionError failure) {
            return;
        }
        throw new IllegalStateException(name + " does not fail");
    }
}
