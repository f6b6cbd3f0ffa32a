package listener_in_list;

// A proxy, so that no class of the class path implements the interface.
public class Demo { public static void main(String[] a){ P p=new P(); p.on(listener()); p.fire(); p.chkBad(); }
 static P.L listener() { return (P.L) java.lang.reflect.Proxy.newProxyInstance(Demo.class.getClassLoader(), new Class<?>[] {P.L.class}, (o, m, b) -> null); } }
