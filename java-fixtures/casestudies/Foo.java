// Case study 2: heap inputs with aliases, and heap updates between calls.
package casestudies;

class Foo {
    int f;
    Foo next;

    Foo(int f, Foo next) {
        this.f = f;
        this.next = next;
    }

    static int abs(int x) {
        if (x >= 0) {
            return x;
        } else {
            return -x;
        }
    }

    static int q(Foo x, Foo y) {
        if (x != null) {
            if ((x.next != null) && (x.next.next != null) && (x.next.next.f != 0)) {
                return abs(x.next.next.f);
            } else {
                return 1;
            }
        } else if ((y != null) && (y.next != null) && (y.next.f != 0)) {
            return abs(y.next.f);
        } else {
            return 2;
        }
    }

    static void m1(Foo x) {
        Foo[] arr = {x};
        for (int i = 0; i < arr.length; i++) {
            if (arr[i] != null) {
                arr[i].f = q(arr[i], x);
            } else {
                arr[i] = new Foo(0, null);
            }
        }
    }

    static void m2(Foo x, Foo y) {
        Foo[] arr = {x, y};
        for (int i = 0; i < arr.length; i++) {
            if (arr[i] != null) {
                arr[i].f = q(arr[i], y);
            } else {
                arr[i] = new Foo(0, null);
            }
        }
    }

    static void m(Foo x, Foo y, Foo z) {
        Foo[] arr = {x, y, z};
        for (int i = 0; i < arr.length; i++) {
            if (arr[i] != null) {
                arr[i].f = q(arr[i], y);
            } else {
                arr[i] = new Foo(0, null);
            }
        }
    }
}
