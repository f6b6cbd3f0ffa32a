package hostile;

import static hostile.Outside.attempt;

import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;

/** Sends to a port that listens without connections. */
public final class SendsDatagrams {
    static {
        attempt(() -> new DatagramSocket().send(new DatagramPacket(new byte[1], 1, InetAddress.getByName("127.0.0.1"), Outside.port())));
    }

    private SendsDatagrams() {}

    public static int quotient(int a, int b) {
        return a / b;
    }
}
