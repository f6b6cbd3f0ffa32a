package hostile;

import static hostile.Outside.attempt;

import java.net.ServerSocket;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;

/** Waits for connections. */
public final class Listens {
    static {
        attempt(() -> new ServerSocket(0));
        attempt(() -> ServerSocketChannel.open(StandardProtocolFamily.UNIX).bind(UnixDomainSocketAddress.of(Outside.path("made"))));
    }

    private Listens() {}

    public static int quotient(int a, int b) {
        return a / b;
    }
}
