package read_back;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;

public class Demo {
    public static void main(String[] arguments) throws Exception {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        new ObjectOutputStream(bytes).writeObject(new P());
        P copy = (P) new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray())).readObject();
        copy.keptOk();
        copy.textBad();
    }
}
