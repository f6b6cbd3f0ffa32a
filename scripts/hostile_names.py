"""Class files with hostile names: javac compiles ordinary ones, and the texts of their constant pools are replaced. Used by
measure-names."""

import subprocess
import zipfile

from class_mutations import UTF8, ClassFile, modified_utf8

SOURCE = """
package Qpackage;

@Qclass.Qmark("Qnote")
public class Qclass {
    public int Qfield;
    public static int Qstatic;

    public @interface Qmark { String value(); }

    public static class Qnested {
        public int held;
        public Qnested(int held) { this.held = held; }
    }

    public static class Qthrown extends RuntimeException {
        public Qthrown(String message) { super(message); }
    }

    public enum Qenum { Qconstant, OTHER }

    public int Qmethod(int Qparam, String other) {
        if (Qparam == 7) throw new Qthrown("Qmessage");
        if ("Qtext".equals(other)) { Qfield = Qparam; return 1; }
        Qstatic = Qparam + 1;
        return Qfield / 3;
    }

    public static String name(Qenum chosen) { return chosen == Qenum.Qconstant ? "Qtext" : null; }

    public static Qnested make(int Qparam) { return Qparam > 3 ? new Qnested(Qparam) : null; }

    public static int read(Qclass given) { assert given.Qfield != 9; return given.Qfield > 2 ? given.Qfield : -1; }

    public static <Qvariable> int same(Qvariable one, Qvariable other) { return one == other ? 1 : 0; }
}
"""
MODULE = "module Qmodule {}"

# No name of a class, field or method has `.`, `;`, `[` or `/`, and no method's `<` or `>` (JVMS 4.2.2).
FORBIDDEN = ".;[/"
CODE = "x){}static{System.exit(1);}void y(int z"
MARKUP = "</script><script>document.title='PWNED'</script><img id=pwned src=x onerror=\"document.title='PWNED'\">"
NAMES = [
    "class", "int", "null", "true", "_", "record", "var", "yield", "sealed", "permits", "when", "enum", "assert", "goto", "strictfp",
    "my method", "a-b", "1digit", "$", "a$b", "$1", "CON", "Object", "Integer", "String", "java", "org", "Test", "Failing", "Field",
    "*/ static int pwned = 1 /*", "\\u000a pwned()", "\\u002a\\u002f pwned", "\\", "\"", "'", "\"+pwned()+\"", "//", "a,b", "(", ")", "{}",
    "<script>document&title</script>", "</script><script>pwned()", "\"onmouseover=pwned()", "'onerror='pwned()", "&lt&amp", "<!--", "-->", "]]>",
    "\nINJECTED line", "\r\nINJECTED line", "\u2028INJECTED", "\u0085INJECTED", "a\tb", "\0", "\x07\x08", "\x1b[31mred\x1b[2J", "\x1b]0;title\x07",
    "\x7f", "\x9b31m", "".join(chr(unit) for unit in range(1, 32)), "\u202eesrever", "\u2066a\u2069", "\u200ea\u200f", "\u061c", "\u200b", "a\u200bb",
    "\u00ad", "\ufeff", "\U000e0041\U000e007f", "\ud800", "a\udc00b", "\udc00\ud800", "😀", "👩\u200d👩", "e\u0301", "é", "größe", "名前", "𝒳", "\ufffe",
    "€", "%s%n", "%2e%2e", "{0}", "[x](javascript:pwned())", "$(pwned)", "`pwned`", "~", "-rf", "--help", " ", "  a ", "ﬀ", "K", "ı", CODE, MARKUP, "..", ".",
    "a" * 300, "ä" * 127, "L" * 60000,
]
SOURCES = ["../../x", "/etc/passwd", "javascript:pwned()", "a b?#%.java", "..", "C:\\x.java", "file:///etc/passwd", "\nINJECTED", "x" * 5000, "\u202e.java"]
ILLEGAL = ["../../q", "..", "", "a.b", "a;b", "[x", "/tmp/q", "a//b", "C:\\q", "Q/../../../q"]

# What a class has hostile names of, by the token that is replaced. A test can be written of every class of those in WRITABLE.
KINDS = {
    "class": ["Qclass"], "package": ["Qpackage"], "nested": ["Qnested"], "thrown": ["Qthrown"], "enum": ["Qenum"],
    "method": ["Qmethod"], "field": ["Qfield"], "static": ["Qstatic"], "parameter": ["Qparam"], "constant": ["Qconstant"],
    "text": ["Qtext"], "message": ["Qmessage"], "annotation": ["Qmark", "Qnote"], "signature": ["Qvariable"], "source": ["Qsource"],
    "module": ["Qmodule"], "case": [], "illegal": [],
    "several": ["Qmethod", "Qfield", "Qstatic", "Qparam", "Qconstant", "Qthrown", "Qtext", "Qmessage", "Qnote"],
}
WRITABLE = set(KINDS) - {"class", "package", "illegal"}
TYPES = {"Qclass", "Qnested", "Qthrown", "Qenum", "Qmark"}
FREE = {"Qtext", "Qmessage", "Qnote", "Qparam", "Qsource"}


def patched(data, names):
    """A class file with the tokens in its texts replaced."""
    file = ClassFile(data)
    for index in file.of_tag(UTF8):
        text = file.text(index)
        if text == b"Qclass.java":
            text = names.get("Qsource", b"C.java")
        else:
            for token, name in names.items():
                text = text.replace(token.encode(), name)
        assert len(text) <= 0xFFFF, "a text that no class file has"
        file.pool[index] = (UTF8, text)
    return file.written()


def compiled(folder, options, text, file):
    folder.mkdir(parents=True)
    (folder / file).write_text(text)
    subprocess.run(["javac", "-nowarn", "-proc:none", *options, "-d", str(folder), str(folder / file)], check=True)
    return {path.name: path.read_bytes() for path in sorted(folder.rglob("*.class"))}


class Maker:
    """Makes jars of one class and its nested classes each."""

    def __init__(self, folder):
        self.folder = folder
        templates = folder / "templates"
        # Names in the table of local variables are looked at by a JVM, those of parameters are not.
        self.checked = compiled(templates / "variables", ["-g", "-parameters"], SOURCE, "Qclass.java")
        self.free = compiled(templates / "parameters", ["-g:source,lines", "-parameters"], SOURCE, "Qclass.java")
        self.module = compiled(templates / "module", [], MODULE, "module-info.java")

    def make(self, number):
        """The jar of a class, its kind, and its names by token."""
        kind = list(KINDS)[number % len(KINDS)]
        # Every kind meets other names, and each of these in time.
        turn = number // len(KINDS)
        name = NAMES[(turn * 7 + list(KINDS).index(kind) * 11) % len(NAMES)]
        names = {"Qpackage": f"n{number}", "Qclass": f"C{number}"}
        if kind == "source":
            names["Qsource"] = SOURCES[turn % len(SOURCES)]
        elif kind == "illegal":
            names["Qpackage"] = ILLEGAL[turn % len(ILLEGAL)]
        elif kind == "case":
            names["Qpackage"] = f"twins{turn // 4}"
            names["Qclass"] = ["Twin", "TWIN", "tWin", "Tw$in"][turn % 4]
        for token in KINDS[kind] if kind != "source" else []:
            own = name if kind != "several" else NAMES[(turn * 13 + len(names) * 5) % len(NAMES)]
            if token not in FREE:
                own = "".join(character for character in own if character not in FORBIDDEN)
            if token == "Qmethod":
                own = own.replace("<", "").replace(">", "")
            if token in TYPES | {"Qpackage", "Qvariable"}:
                own = own[:20000]
            if token in {"Qnested", "Qthrown", "Qenum", "Qmark"}:
                own += token[1:].upper()
            if token == "Qvariable":
                own = own.replace(":", "").replace(">", "").replace("<", "")
            names[token] = own or "empty "
        encoded = {token: modified_utf8(text)[:0xFFFF] for token, text in names.items()}
        shown = "Qparam" in names and any(character in FORBIDDEN for character in names["Qparam"])
        template = self.free if shown else self.checked
        jar = self.folder / f"c{number}.jar"
        with zipfile.ZipFile(jar, "w") as archive:
            for file, data in {**template, **(self.module if kind == "module" else {})}.items():
                path = file if file == "module-info.class" else f"{names['Qpackage']}/{file}"
                if kind == "illegal":
                    path = file
                for token, text in names.items():
                    path = path.replace(token, text)
                entry = zipfile.ZipInfo("x")
                entry.filename = path.encode("utf-8", "replace").decode("utf-8")[:60000]
                archive.writestr(entry, patched(data, encoded))
        return jar, kind, names
