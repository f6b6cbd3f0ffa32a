package lost_in_a_stream;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InvalidObjectException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serializable;

/** Shows that each method whose name ends in Bad fails. */
public class Demo {
    static final class Calls implements Serializable {
        private static final long serialVersionUID = 1;
        transient P.Busy busy;
        static boolean failed;

        private void writeObject(ObjectOutputStream stream) {
            try {
                busy.stateBad();
            } catch (AssertionError failure) {
                failed = true;
            }
        }
    }

    public static void main(String[] arguments) throws Exception {
        P.ReadsNothing read = copy(new P.ReadsNothing());
        fails("textBad", read::textBad);
        fails("madeBad", read::madeBad);
        fails("writtenBad", copy(new P.WritesNothing())::writtenBad);
        P.Holds holds = copy(new P.Holds());
        fails("partBad", holds::partBad);
        holds.heldOk();
        P.HoldsMany many = copy(new P.HoldsMany());
        fails("elementBad", many::elementBad);
        fails("listedBad", many::listedBad);
        many.manyOk();
        P.HoldsOthers others = copy(new P.HoldsOthers());
        fails("belowBad", others::belowBad);
        fails("stubBad", others::stubBad);
        P.HoldsShape shape = copy(new P.HoldsShape());
        fails("squareBad", shape::squareBad);
        fails("resolvedBad", shape::resolvedBad);
        shape.shapeOk();
        P.HoldsSingle single = copy(new P.HoldsSingle(P.Single.one()));
        single.heldSingleOk();
        P.Single.one().singleOk();
        P.HasPart hasPart = copy(new P.HasPart());
        fails("partTextBad", hasPart::partTextBad);
        fails("anyTextBad", hasPart::anyTextBad);
        fails("partAboveBad", copy(new P.HasPartAbove())::partAboveBad);
        fails("lessBad", copy(new P.HasRecord())::lessBad);
        fails("turnedBad", copy(new P.HasTurned())::turnedBad);
        copy(new P.HasChecked()).checkedOk();
        fails("outsideBad", copy(new P.HasOutside())::outsideBad);
        refused(new P.Refused());
        refused(new P.Shown());
        fails("shownWhileReadBad", P.Shown.last()::shownWhileReadBad);
        fails("refusedSometimesBad", copy(new P.RefusedSometimes())::refusedSometimesBad);
        refused(new P.RefusedLate());
        fails("refusedLateBad", P.RefusedLate.last()::refusedLateBad);
        Calls calls = new Calls();
        calls.busy = new P.Busy(calls);
        bytes(calls.busy);
        if (!Calls.failed) {
            throw new IllegalStateException("stateBad does not fail");
        }
    }

    private static byte[] bytes(Object object) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream stream = new ObjectOutputStream(bytes)) {
            stream.writeObject(object);
        }
        return bytes.toByteArray();
    }

    @SuppressWarnings("unchecked")
    private static <T> T copy(T object) throws IOException, ClassNotFoundException {
        return (T) new ObjectInputStream(new ByteArrayInputStream(bytes(object))).readObject();
    }

    private static void refused(Object object) throws IOException, ClassNotFoundException {
        try {
            copy(object);
        } catch (InvalidObjectException refusal) {
            return;
        }
        throw new IllegalStateException(object.getClass() + " is read");
    }

    private static void fails(String name, Runnable call) {
        try {
            call.run();
        } catch (AssertionError | ArithmeticException failure) {
            return;
        }
        throw new IllegalStateException(name + " does not fail");
    }
}
