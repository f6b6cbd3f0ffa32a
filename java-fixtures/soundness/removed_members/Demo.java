package removed_members;

public class Demo {
    interface Call {
        void run();
    }

    static void fails(String what, Call call) {
        try {
            call.run();
        } catch (RuntimeException expected) {
            return;
        }
        throw new IllegalStateException(what + " should fail");
    }

    public static void main(String[] arguments) {
        P.Club club = new P.Club();
        for (int i = 0; i < 50; i++) {
            club.join("member" + i);
        }
        club.leaveOk("member5");
        fails("memberBad", () -> club.memberBad("member1"));
        fails("guestBad", () -> club.guestBad("member1"));
        fails("boardBad", () -> club.boardBad("member1"));
        club.leave("member2");
        fails("leftBad", club::leftBad);
        P.Rota rota = new P.Rota();
        for (int i = 0; i < 33; i++) {
            rota.join("member" + i);
            rota.put("member" + i);
        }
        fails("countBad", rota::countBad);
        fails("valuesBad", rota::valuesBad);
        fails("keysBad", rota::keysBad);
        fails("entriesBad", rota::entriesBad);
        fails("behindBad", rota::behindBad);
    }
}
