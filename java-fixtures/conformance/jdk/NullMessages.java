// What the JVM says of nulls.
package jdk;

import java.util.*;
import java.util.regex.*;
import java.util.stream.*;
import java.math.*;
import java.nio.charset.*;
import java.text.*;

public final class NullMessages {
    private NullMessages() { }

    static class Node { String name; Node next; int[] data; Node[] row; long size; static Node root; Node next() { return next; } Node at(int i, String s, Object o, int[] a) { return null; } }
    static Node none() { return null; }
    static String of(Node given, long wide, String text) { try { return text + given.name; } catch (NullPointerException e) { return e.getMessage(); } }

    public static void field() throws Exception {
        String r = "none"; try { Node n = new Node(); r = n.next.name; } catch (NullPointerException e) { r = e.getMessage(); }
        String result = String.valueOf(r);
        assert "Cannot read field \"name\" because \"n.next\" is null".equals(result);
    }

    public static void fieldOfLocal() throws Exception {
        String r = "none"; try { Node n = null; r = n.name; } catch (NullPointerException e) { r = e.getMessage(); }
        String result = String.valueOf(r);
        assert "Cannot read field \"name\" because \"n\" is null".equals(result);
    }

    public static void chain() throws Exception {
        String r = "none"; try { Node n = new Node(); n.next = new Node(); r = n.next.next.next.name; } catch (NullPointerException e) { r = e.getMessage(); }
        String result = String.valueOf(r);
        assert "Cannot read field \"next\" because \"n.next.next\" is null".equals(result);
    }

    public static void assign() throws Exception {
        String r = "none"; try { Node n = new Node(); n.next.size = 4; } catch (NullPointerException e) { r = e.getMessage(); }
        String result = String.valueOf(r);
        assert "Cannot assign field \"size\" because \"n.next\" is null".equals(result);
    }

    public static void call() throws Exception {
        String r = "none"; try { String s = null; r = "" + s.length(); } catch (NullPointerException e) { r = e.getMessage(); }
        String result = String.valueOf(r);
        assert "Cannot invoke \"String.length()\" because \"s\" is null".equals(result);
    }

    public static void callOfResult() throws Exception {
        String r = "none"; try { r = "" + none().next(); } catch (NullPointerException e) { r = e.getMessage(); }
        String result = String.valueOf(r);
        assert "Cannot invoke \"jdk.NullMessages$Node.next()\" because the return value of \"jdk.NullMessages.none()\" is null".equals(result);
    }

    public static void fieldOfResult() throws Exception {
        String r = "none"; try { r = none().name; } catch (NullPointerException e) { r = e.getMessage(); }
        String result = String.valueOf(r);
        assert "Cannot read field \"name\" because the return value of \"jdk.NullMessages.none()\" is null".equals(result);
    }

    public static void deepResult() throws Exception {
        String r = "none"; try { Node n = new Node(); r = n.at(1, "a", n, null).name; } catch (NullPointerException e) { r = e.getMessage(); }
        String result = String.valueOf(r);
        assert "Cannot read field \"name\" because the return value of \"jdk.NullMessages$Node.at(int, String, Object, int[])\" is null".equals(result);
    }

    public static void resultInside() throws Exception {
        String r = "none"; try { Node n = new Node(); n.next = new Node(); r = n.next().next.name; } catch (NullPointerException e) { r = e.getMessage(); }
        String result = String.valueOf(r);
        assert "Cannot read field \"name\" because \"jdk.NullMessages$Node.next().next\" is null".equals(result);
    }

    public static void load() throws Exception {
        String r = "none"; try { Node n = new Node(); r = "" + n.data[2]; } catch (NullPointerException e) { r = e.getMessage(); }
        String result = String.valueOf(r);
        assert "Cannot load from int array because \"n.data\" is null".equals(result);
    }

    public static void store() throws Exception {
        String r = "none"; try { int[] a = null; a[0] = 1; } catch (NullPointerException e) { r = e.getMessage(); }
        String result = String.valueOf(r);
        assert "Cannot store to int array because \"a\" is null".equals(result);
    }

    public static void element() throws Exception {
        String r = "none"; try { Node[] a = new Node[3]; int i = 2; r = a[i].name; } catch (NullPointerException e) { r = e.getMessage(); }
        String result = String.valueOf(r);
        assert "Cannot read field \"name\" because \"a[i]\" is null".equals(result);
    }

    public static void elementByConstant() throws Exception {
        String r = "none"; try { Node[] a = new Node[3]; r = a[1].name; } catch (NullPointerException e) { r = e.getMessage(); }
        String result = String.valueOf(r);
        assert "Cannot read field \"name\" because \"a[1]\" is null".equals(result);
    }

    public static void elementBySum() throws Exception {
        String r = "none"; try { Node[] a = new Node[3]; int i = 1; r = a[i + 1].name; } catch (NullPointerException e) { r = e.getMessage(); }
        String result = String.valueOf(r);
        assert "Cannot read field \"name\" because \"a[...]\" is null".equals(result);
    }

    public static void elementOfField() throws Exception {
        String r = "none"; try { Node n = new Node(); n.row = new Node[2]; r = n.row[0].row[1].name; } catch (NullPointerException e) { r = e.getMessage(); }
        String result = String.valueOf(r);
        assert "Cannot read field \"row\" because \"n.row[0]\" is null".equals(result);
    }

    public static void matrix() throws Exception {
        String r = "none"; try { int[][] a = new int[2][]; r = "" + a[1][0]; } catch (NullPointerException e) { r = e.getMessage(); }
        String result = String.valueOf(r);
        assert "Cannot load from int array because \"a[1]\" is null".equals(result);
    }

    public static void length() throws Exception {
        String r = "none"; try { int[] a = null; r = "" + a.length; } catch (NullPointerException e) { r = e.getMessage(); }
        String result = String.valueOf(r);
        assert "Cannot read the array length because \"a\" is null".equals(result);
    }

    public static void staticField() throws Exception {
        String r = "none"; try { r = Node.root.name; } catch (NullPointerException e) { r = e.getMessage(); }
        String result = String.valueOf(r);
        assert "Cannot read field \"name\" because \"jdk.NullMessages$Node.root\" is null".equals(result);
    }

    public static void lock() throws Exception {
        String r = "none"; try { Object o = null; synchronized (o) { r = "x"; } } catch (NullPointerException e) { r = e.getMessage(); }
        String result = String.valueOf(r);
        assert "Cannot enter synchronized block because \"o\" is null".equals(result);
    }

    public static void thrown() throws Exception {
        String r = "none"; try { RuntimeException o = null; throw o; } catch (NullPointerException e) { r = e.getMessage(); }
        String result = String.valueOf(r);
        assert "Cannot throw exception because \"o\" is null".equals(result);
    }

    public static void unboxed() throws Exception {
        String r = "none"; try { Integer i = null; int j = i; r = "" + j; } catch (NullPointerException e) { r = e.getMessage(); }
        String result = String.valueOf(r);
        assert "Cannot invoke \"java.lang.Integer.intValue()\" because \"i\" is null".equals(result);
    }

    public static void cast() throws Exception {
        String r = "none"; try { Object o = null; r = ((String) o).trim(); } catch (NullPointerException e) { r = e.getMessage(); }
        String result = String.valueOf(r);
        assert "Cannot invoke \"String.trim()\" because \"o\" is null".equals(result);
    }

    public static void parameter() throws Exception {
        String result = String.valueOf(of(null, 3L, "t"));
        assert "Cannot read field \"name\" because \"given\" is null".equals(result);
    }

    public static void requireNonNull() throws Exception {
        String r = "none"; try { Objects.requireNonNull(null);  } catch (NullPointerException e) { r = e.getMessage(); }
        String result = String.valueOf(r);
        assert "null".equals(result);
    }

    public static void requireNonNullText() throws Exception {
        String r = "none"; try { Objects.requireNonNull(null, "text");  } catch (NullPointerException e) { r = e.getMessage(); }
        String result = String.valueOf(r);
        assert "text".equals(result);
    }

    public static void own() throws Exception {
        String r = "none"; try { throw new NullPointerException("mine"); } catch (NullPointerException e) { r = e.getMessage(); }
        String result = String.valueOf(r);
        assert "mine".equals(result);
    }

    public static void asText() throws Exception {
        String r = "none"; try { String s = null; s.isEmpty(); } catch (NullPointerException e) { r = e.toString(); }
        String result = String.valueOf(r);
        assert "java.lang.NullPointerException: Cannot invoke \"String.isEmpty()\" because \"s\" is null".equals(result);
    }

    public static void compareTo() throws Exception {
        String r = "none"; try { "a".compareTo(null); } catch (NullPointerException e) { r = e.getMessage(); }
        String result = String.valueOf(r);
        assert "Cannot read field \"value\" because \"anotherString\" is null".equals(result);
    }

    public static void listCopy() throws Exception {
        String r = "none"; try { List.of("a", null); } catch (NullPointerException e) { r = e.getMessage(); }
        String result = String.valueOf(r);
        assert "null".equals(result);
    }
}
