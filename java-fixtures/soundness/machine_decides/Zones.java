package machine_decides;

import java.util.Date;
import java.util.TimeZone;

// The default time zone, and the files of the machine.
public class Zones {
    static class Kept {
        static final String NAME = TimeZone.getDefault().getID();
    }

    public static void nameBad() { assert TimeZone.getDefault().getID().equals("UTC"); }

    public static void keptNameBad() { assert Kept.NAME.equals("UTC"); }

    public static void rawOffsetBad() { assert TimeZone.getDefault().getRawOffset() == 0; }

    public static void offsetBad(long time) { assert TimeZone.getDefault().getOffset(time) >= 0; }

    public static void summerBad(Date date) { assert date == null || !TimeZone.getDefault().inDaylightTime(date); }

    public static void noDateBad() { TimeZone.getDefault().inDaylightTime(null); }

    public static void sameNameOk() {
        assert TimeZone.getDefault().getID().equals(TimeZone.getDefault().getID());
    }

    public static void otherNameOk() {
        TimeZone zone = TimeZone.getDefault();
        zone.setID("A");
        assert zone.getID().equals("A");
    }

    public static void existsBad() { assert !new java.io.File("/a/b").exists(); }

    public static void folderBad() { assert !new java.io.File("/a/b").isDirectory(); }

    public static void regularBad() { assert new java.io.File("/a/b").isFile(); }

    public static void goneBad() {
        java.io.File file = new java.io.File("/a/b");
        if (file.exists()) {
            assert file.exists();
        }
    }
}
