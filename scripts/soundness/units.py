"""Generated packages of a few classes each, with conditions asserted that may or may not always hold."""

import re

from . import pieces, shapes

IMPORTS = "import java.util.*;\nimport java.util.function.*;\nimport java.util.concurrent.atomic.*;\n\n"


class Writer:
    """Writes one class from its parts."""

    def __init__(self, chance, name, is_static=False, is_final=False):
        self.chance, self.name, self.is_static, self.is_final = chance, name, is_static, is_final
        self.checks = 0
        self.other_files = {}

    def fill(self, text, on=None):
        on = on or (self.name if self.is_static else "this")
        text = text.replace("THIS", "null" if self.is_static else "this")
        return text.replace("@C", self.name).replace("$", on).replace("ST ", "static " if self.is_static else "")

    def observers(self, facts, most):
        """Methods that assert conditions."""
        chance, made = self.chance, []
        for fact in chance.sample(facts, min(most, len(facts))):
            name = f"check{self.checks}"
            self.checks += 1
            kind = chance.random()
            if kind < 0.62:
                made.append(f"public {'static ' if self.is_static else ''}void {name}() {{ assert {self.fill(fact)}; }}")
            elif kind < 0.8 or self.is_static:
                made.append(f"public {'static ' if self.is_static else ''}int {name}() {{ if (!({self.fill(fact)})) throw new IllegalStateException(); return 1; }}")
            else:
                made.append(f"public static void {name}({self.name} o) {{ if (o != null) assert {self.fill(fact, 'o')}; }}")
        return made

    def write(self, parts, header="public class", more=(), extends=""):
        """The class: fields, ways to make objects, methods, observers."""
        chance, name = self.chance, self.name
        fields = [self.fill(field) for part in parts for field in part.fields]
        methods = [self.fill(method) for part in parts for method in part.methods]
        nested = [self.fill(text) for part in parts for text in part.nested]
        observers = [one for part in parts for one in self.observers(part.facts, chance.choice([2, 3, 3]))]
        if self.is_static:
            setters = "".join(self.static_setter(part) for part in parts)
            # What is final must be set for certain.
            body = fields + [f"static {{ {setters}}}"] + [f"private {name}() {{ }}"]
            body = [re.sub(r"\bfinal (?=\S+(<.*>)?(\[\])? \w+;$)", "", line) for line in body]
        else:
            body = fields + shapes.constructors(self, parts)
        body += methods + observers + nested + list(more)
        return f"{header} {name}{extends} {{\n" + "".join(f"    {re.sub(' +', ' ', line)}\n" for line in body) + "}\n"

    def static_setter(self, part):
        chance = self.chance
        lines = [f"{type_} {parameter} = {chance.choice(values)}; " for type_, parameter, values in part.parameters]
        return self.fill("{ " + "".join(lines) + " ".join(part.sets) + " } ")


def plain(chance, name):
    """A class of one to three parts."""
    is_final = chance.random() < 0.33
    writer = Writer(chance, "P", is_final=is_final)
    chosen = [chance.choice(pieces.PIECES)(chance, at) for at in range(chance.choice([1, 1, 2, 2, 3]))]
    more = shapes.more(writer, chosen)
    implements = " implements Cloneable" if any("super.clone" in text for text in more) else ""
    text = writer.write(chosen, "public final class" if is_final else "public class", more, implements)
    files = {"P": text, **writer.other_files}
    if not is_final and "private P(" not in text and chance.random() < 0.3:
        sub = shapes.subclass(writer, chosen)
        if sub:
            files["Q"] = sub
    return files


def statics(chance, name):
    """A class with static state."""
    writer = Writer(chance, "P", True)
    chosen = [chance.choice(pieces.PIECES)(chance, at) for at in range(chance.choice([1, 1, 2]))]
    return {"P": writer.write(chosen)}


KINDS = [(plain, 9), (statics, 2)] + shapes.KINDS


def unit(chance, name, names=()):
    """The sources of a package, by name of the class; of one of these kinds."""
    known = [(kind, weight) for kind, weight in KINDS if not names or kind.__name__ in names]
    kind = chance.choices([kind for kind, _ in known], [weight for _, weight in known])[0]
    return {file: f"package {name};\n\n{f'import {name}.P.*;{chr(10)}' if file == 'Makers' else ''}{IMPORTS}{text}" for file, text in kind(chance, name).items()}
