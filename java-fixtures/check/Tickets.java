// A list of numbers has two methods that remove.
package check;

import java.util.ArrayList;
import java.util.List;

public class Tickets {
    public static int forgetBad(int ticket) {
        List<Integer> tickets = new ArrayList<>(List.of(7, 8, 9));
        tickets.remove(ticket);
        return tickets.size();
    }

    public static int forgetOk(int ticket) {
        List<Integer> tickets = new ArrayList<>(List.of(7, 8, 9));
        tickets.remove(Integer.valueOf(ticket));
        return tickets.size();
    }
}
