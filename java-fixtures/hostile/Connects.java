package hostile;

import static hostile.Outside.attempt;

import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.SocketChannel;

/** Connects to a server of the machine. */
public final class Connects {
    static {
        attempt(() -> new Socket("127.0.0.1", Outside.port()).getOutputStream().write(1));
        attempt(() -> SocketChannel.open(new InetSocketAddress("127.0.0.1", Outside.port())));
        attempt(() -> SocketChannel.open(UnixDomainSocketAddress.of(Outside.path("socket"))));
    }

    private Connects() {}

    public static int quotient(int a, int b) {
        return a / b;
    }
}
