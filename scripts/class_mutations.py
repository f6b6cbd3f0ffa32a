"""Ways to break a class file (JVMS 4), for scripts/fuzz: each kind is a function that takes a parsed class, a source of random
numbers and the other classes, and changes the class. What comes out need not be a class file.
"""

import struct

UTF8, INTEGER, FLOAT, LONG, DOUBLE, CLASS, STRING = 1, 3, 4, 5, 6, 7, 8
FIELD, METHOD, INTERFACE_METHOD, NAME_AND_TYPE, HANDLE, METHOD_TYPE, DYNAMIC, CALL_SITE = 9, 10, 11, 12, 15, 16, 17, 18
MODULE, PACKAGE = 19, 20
# How many bytes an entry of a constant pool has after its tag; of a text it is said by the text.
SIZES = {INTEGER: 4, FLOAT: 4, LONG: 8, DOUBLE: 8, CLASS: 2, STRING: 2, FIELD: 4, METHOD: 4, INTERFACE_METHOD: 4,
         NAME_AND_TYPE: 4, HANDLE: 3, METHOD_TYPE: 2, DYNAMIC: 4, CALL_SITE: 4, MODULE: 2, PACKAGE: 2}

JDK_NAMES = ["java/lang/Object", "java/lang/String", "java/lang/Throwable", "java/lang/Enum", "java/lang/Record", "java/lang/Integer",
             "java/lang/Class", "java/lang/Thread", "java/lang/AssertionError", "java/util/ArrayList", "java/util/Map",
             "java/lang/NullPointerException", "java/lang/Iterable", "java/lang/Cloneable", "java/io/Serializable",
             "jdk/internal/misc/Unsafe", "java/lang/invoke/MethodHandle", "java/lang/Mine"]
NAMES = ["", "/", "a//b", "a/", "[I", "[[", "L;", "a.b", "a;b", "<init>", "<clinit>", "<x>", "()V", "I", "\x01", "a\nb", "\u202ea",
         "x" * 65_535, "a/" * 20_000 + "b", "int", "*/", "CON", "..", "../../a", "this", "\ud83d\ude00"]
DESCRIPTORS = ["", "I", "V", "()V", "(", ")", "()", "(V)V", "L", "L;", "Ljava/lang/Object;", "[" * 255 + "I", "[" * 256 + "I",
               "[" * 60_000 + "I", "(" + "J" * 127 + ")V", "(" + "J" * 128 + ")V", "(" + "D" * 20_000 + ")V", "()[V", "LLL;", "[", "(I",
               "(Ljava/lang/String;)Ljava/lang/Object;", "()I", "(I)I", "(II)J", "([I)V"]
SIGNATURES = ["<T:" * 20_000, "L" + "a<L" * 15_000, "L" + "a<L" * 9_000 + "b;" + ">;" * 9_000, "<T:TT;>Ljava/lang/Object;", "TT;", "<",
              "[" * 60_000 + "I", "(" * 60_000, "<A:Ljava/lang/Object;:" + "Ljava/util/List<TA;>;:" * 2_000 + "TA;>V"]
# Values that counts, lengths and indices are rarely tried with.
EXTREMES = [0, 1, 2, 3, 0x7f, 0xff, 0x100, 0x7fff, 0x8000, 0xfffe, 0xffff]


def modified_utf8(text):
    """The bytes of a text in a class file; a character beyond the first 2^16 as two surrogates (JVMS 4.4.7)."""
    units = struct.unpack(f">{len(text.encode('utf-16-be', 'surrogatepass')) // 2}H", text.encode("utf-16-be", "surrogatepass"))
    return b"".join(bytes([unit]) if 0 < unit < 0x80 else chr(unit).encode("utf-8", "surrogatepass") if unit else b"\xc0\x80"
                    for unit in units)


class Attribute:
    """An attribute: the index of its name, and its content; a length that its content does not have, where one is said."""

    def __init__(self, name, content, length=None):
        self.name, self.content, self.length = name, content, length

    def written(self):
        """Its bytes."""
        length = len(self.content) if self.length is None else self.length
        return struct.pack(">HI", self.name, length) + self.content

    def copy(self):
        """One like it."""
        return Attribute(self.name, self.content, self.length)


class Member:
    """A field or method."""

    def __init__(self, flags, name, descriptor, attributes):
        self.flags, self.name, self.descriptor, self.attributes = flags, name, descriptor, attributes

    def written(self):
        """Its bytes."""
        return struct.pack(">HHHH", self.flags, self.name, self.descriptor, len(self.attributes)) + b"".join(
            attribute.written() for attribute in self.attributes)

    def copy(self):
        """One like it."""
        return Member(self.flags, self.name, self.descriptor, [attribute.copy() for attribute in self.attributes])


class ClassFile:
    """A class file in parts. Entries of the pool are (tag, content); the place after a long or double has None."""

    def __init__(self, data):
        self.at, self.data = 0, data
        self.magic, self.minor, self.major, count = self.take(">IHHH")
        self.pool, self.count = [None], None
        while len(self.pool) < count:
            (tag,) = self.take(">B")
            size = self.take(">H")[0] if tag == UTF8 else SIZES[tag]
            self.pool.append((tag, self.bytes(size)))
            if tag in (LONG, DOUBLE):
                self.pool.append(None)
        self.flags, self.this, self.super, interfaces = self.take(">HHHH")
        self.interfaces = [self.take(">H")[0] for _ in range(interfaces)]
        self.fields = [self.member() for _ in range(self.take(">H")[0])]
        self.methods = [self.member() for _ in range(self.take(">H")[0])]
        self.attributes = self.read_attributes()
        self.tail = b""

    def take(self, form):
        """Numbers that come next."""
        found = struct.unpack_from(form, self.data, self.at)
        self.at += struct.calcsize(form)
        return found

    def bytes(self, size):
        """Bytes that come next."""
        self.at += size
        return self.data[self.at - size:self.at]

    def member(self):
        """A field or method that comes next."""
        return Member(*self.take(">HHH"), self.read_attributes())

    def read_attributes(self):
        """Attributes that come next."""
        found = []
        for _ in range(self.take(">H")[0]):
            name, length = self.take(">HI")
            found.append(Attribute(name, self.bytes(length)))
        return found

    def written(self):
        """The bytes of the class file."""
        parts = [struct.pack(">IHHH", self.magic, self.minor, self.major, len(self.pool) if self.count is None else self.count)]
        for entry in self.pool:
            if entry:
                tag, content = entry
                parts.append(struct.pack(">BH", tag, len(content) & 0xffff) + content if tag == UTF8 else bytes([tag]) + content)
        parts.append(struct.pack(">HHHH", self.flags, self.this, self.super, len(self.interfaces)))
        parts += [struct.pack(">H", interface) for interface in self.interfaces]
        for members in (self.fields, self.methods):
            parts.append(struct.pack(">H", len(members)))
            parts += [member.written() for member in members]
        parts.append(struct.pack(">H", len(self.attributes)))
        parts += [attribute.written() for attribute in self.attributes]
        return b"".join(parts) + self.tail

    def text(self, index):
        """The bytes of a text of the pool; none where the entry is another one."""
        entry = self.pool[index] if 0 < index < len(self.pool) else None
        return entry[1] if entry and entry[0] == UTF8 else b""

    def name(self):
        """The class's own name."""
        entry = self.pool[self.this]
        return self.text(struct.unpack(">H", entry[1])[0])

    def add(self, tag, content):
        """A new entry of the pool: its index."""
        self.pool.append((tag, content))
        return len(self.pool) - 1

    def add_text(self, text):
        """A text in the pool: its index."""
        return self.add(UTF8, text if isinstance(text, bytes) else modified_utf8(text)[:65_535])

    def add_class(self, name):
        """A class in the pool: its index."""
        return self.add(CLASS, struct.pack(">H", self.add_text(name)))

    def of_tag(self, *tags):
        """The indices of entries of these tags."""
        return [index for index, entry in enumerate(self.pool) if entry and entry[0] in tags]

    def bodies(self):
        """The attributes that are methods' code."""
        return [attribute for method in self.methods for attribute in method.attributes if self.text(attribute.name) == b"Code"]

    def all_attributes(self):
        """The lists of attributes of the class and its members."""
        return [self.attributes] + [member.attributes for member in self.fields + self.methods]


class Code:
    """A method's code in parts: what is not its instructions is kept as bytes."""

    def __init__(self, content):
        self.stack, self.locals, length = struct.unpack_from(">HHI", content)
        self.code = bytearray(content[8:8 + length])
        rest = content[8 + length:]
        (count,) = struct.unpack_from(">H", rest)
        self.handlers = [struct.unpack_from(">HHHH", rest, 2 + 8 * number) for number in range(count)]
        self.attributes = rest[2 + 8 * count:]

    def written(self):
        """The content of the attribute."""
        handlers = b"".join(struct.pack(">HHHH", *handler) for handler in self.handlers)
        return struct.pack(">HHI", self.stack & 0xffff, self.locals & 0xffff, len(self.code)) + bytes(self.code) + struct.pack(
            ">H", len(self.handlers) & 0xffff) + handlers + self.attributes

    def without_tables(self):
        """The same, without line numbers and frames, which may not fit any more."""
        self.attributes = struct.pack(">H", 0)
        return self


# How many bytes instructions have, by opcode (JVMS 6.5); a switch and `wide` are not in it.
LENGTHS = {}
for _first, _last, _length in [(0, 15, 1), (16, 16, 2), (17, 17, 3), (18, 18, 2), (19, 20, 3), (21, 25, 2), (26, 53, 1), (54, 58, 2),
                               (59, 131, 1), (132, 132, 3), (133, 152, 1), (153, 168, 3), (169, 169, 2), (172, 177, 1), (178, 184, 3),
                               (185, 186, 5), (187, 187, 3), (188, 188, 2), (189, 189, 3), (190, 191, 1), (192, 193, 3), (194, 195, 1),
                               (197, 197, 4), (198, 199, 3), (200, 201, 5)]:
    LENGTHS.update(dict.fromkeys(range(_first, _last + 1), _length))


def instructions(code):
    """Where the instructions of code begin."""
    found, at = [], 0
    while at < len(code):
        found.append(at)
        opcode = code[at]
        if opcode in LENGTHS:
            at += LENGTHS[opcode]
        elif opcode == 196:
            at += 6 if code[at + 1] == 132 else 4
        elif opcode in (170, 171):
            start = (at + 4) & ~3
            if opcode == 170:
                low, high = struct.unpack_from(">ii", code, start + 4)
                at = start + 12 + 4 * (high - low + 1)
            else:
                (pairs,) = struct.unpack_from(">i", code, start + 4)
                at = start + 8 + 8 * pairs
        else:
            return found
    return found


class Unfit(Exception):
    """The class has nothing that this kind of mutation changes."""


def one_of(draw, items):
    """One of some things, where there are any."""
    if not items:
        raise Unfit
    return draw.choice(items)


# Each kind by its name.
KINDS = {}


def kind(function):
    """Makes a function a kind of mutation. It changes the class, or returns bytes to be taken in its place."""
    KINDS[function.__name__.replace("_", "-")] = function
    return function


def on_code(change):
    """A kind that changes the code of one method."""
    def changed(file, draw, others):
        attribute = one_of(draw, file.bodies())
        code = Code(attribute.content)
        change(file, code, draw, others)
        attribute.content = code.written()
    changed.__name__ = change.__name__
    return kind(changed)


# Bytes.


@kind
def bit_flips(file, draw, _):
    """One to eight bits are flipped."""
    data = bytearray(file.written())
    for _ in range(draw.randint(1, 8)):
        data[draw.randrange(len(data))] ^= 1 << draw.randrange(8)
    return bytes(data)


@kind
def other_bytes(file, draw, _):
    """A few bytes are any others."""
    data = bytearray(file.written())
    for _ in range(draw.randint(1, 4)):
        data[draw.randrange(len(data))] = draw.randrange(256)
    return bytes(data)


@kind
def truncated(file, draw, _):
    """The file ends too early."""
    data = file.written()
    return data[:draw.randrange(len(data))]


@kind
def inserted(file, draw, _):
    """Bytes are put in."""
    data = file.written()
    at = draw.randrange(len(data))
    return data[:at] + draw.randbytes(draw.randint(1, 8)) + data[at:]


@kind
def deleted(file, draw, _):
    """Bytes are taken out."""
    data = file.written()
    at = draw.randrange(len(data))
    return data[:at] + data[at + draw.randint(1, 8):]


@kind
def spliced(file, draw, others):
    """A part of another class file is put over a part."""
    data, donor = bytearray(file.written()), one_of(draw, others)
    at, start = draw.randrange(len(data)), draw.randrange(len(donor))
    part = donor[start:start + draw.randint(4, 60)]
    data[at:at + len(part)] = part
    return bytes(data)


@kind
def extreme_short(file, draw, _):
    """Two bytes are a number that counts and indices rarely are."""
    data = bytearray(file.written())
    struct.pack_into(">H", data, draw.randrange(len(data) - 2), draw.choice(EXTREMES))
    return bytes(data)


@kind
def extreme_int(file, draw, _):
    """Four bytes are a number that lengths rarely are."""
    data = bytearray(file.written())
    struct.pack_into(">I", data, draw.randrange(len(data) - 4), draw.choice([0, 1, 0xffff, 0x10000, 0x7fffffff, 0x80000000, 0xffffffff]))
    return bytes(data)


@kind
def more_at_the_end(file, draw, _):
    """Bytes follow the class file."""
    file.tail = draw.randbytes(draw.randint(1, 100))


@kind
def magic_or_version(file, draw, _):
    """Another magic number, or a version from 0 to the newest that can be said."""
    if draw.random() < 0.2:
        file.magic ^= 1 << draw.randrange(32)
    file.major = draw.choice([0, 44, 45, 46, 49, 50, 51, 52, 55, 61, 65, 69, 70, 80, 0x7fff, 0xffff])
    file.minor = draw.choice([0, 0, 0, 3, 0xffff])


# The constant pool.


@kind
def spliced_pool(file, draw, others):
    """Entries of the pool are those of another class."""
    donor = ClassFile(one_of(draw, others))
    for _ in range(draw.randint(1, 6)):
        index = draw.randrange(1, len(file.pool))
        taken = donor.pool[draw.randrange(1, len(donor.pool))]
        if file.pool[index] and taken and file.pool[index][0] not in (LONG, DOUBLE) and taken[0] not in (LONG, DOUBLE):
            file.pool[index] = taken


@kind
def wrong_index_in_pool(file, draw, _):
    """An entry refers to another entry."""
    index = one_of(draw, file.of_tag(*(set(SIZES) - {INTEGER, FLOAT, LONG, DOUBLE})))
    tag, content = file.pool[index]
    at = len(content) - 2 if len(content) == 3 else draw.choice(range(0, len(content), 2))
    target = draw.choice([0, index, draw.randrange(len(file.pool)), len(file.pool), 0xffff])
    file.pool[index] = (tag, content[:at] + struct.pack(">H", target) + content[at + 2:])


@kind
def wrong_index_of_same_kind(file, draw, _):
    """An entry refers to another one of the kind that it wants."""
    index = one_of(draw, file.of_tag(CLASS, STRING, FIELD, METHOD, INTERFACE_METHOD, NAME_AND_TYPE, METHOD_TYPE))
    tag, content = file.pool[index]
    at = draw.choice(range(0, len(content), 2))
    (before,) = struct.unpack_from(">H", content, at)
    same = file.of_tag(file.pool[before][0]) if 0 < before < len(file.pool) and file.pool[before] else []
    file.pool[index] = (tag, content[:at] + struct.pack(">H", one_of(draw, same)) + content[at + 2:])


@kind
def wrong_tag(file, draw, _):
    """An entry says that it is of another kind of the same size, or of none."""
    index = one_of(draw, file.of_tag(*SIZES))
    tag, content = file.pool[index]
    same = [other for other, size in SIZES.items() if size == len(content) and other != tag]
    file.pool[index] = (draw.choice(same + [0, 2, 13, 14, 21, 255]), content)


@kind
def wrong_pool_count(file, draw, _):
    """The pool says another number of entries."""
    file.count = max(0, min(0xffff, len(file.pool) + draw.choice([-len(file.pool), -2, -1, 1, 2, 0xffff])))


@kind
def swapped_entries(file, draw, _):
    """Two entries of the pool are exchanged."""
    places = file.of_tag(*(set(SIZES) | {UTF8}) - {LONG, DOUBLE})
    one, other = one_of(draw, places), one_of(draw, places)
    file.pool[one], file.pool[other] = file.pool[other], file.pool[one]


@kind
def hostile_text(file, draw, _):
    """A text of the pool, whatever it is for, is a name or descriptor that nobody expects."""
    index = one_of(draw, file.of_tag(UTF8))
    file.pool[index] = (UTF8, modified_utf8(draw.choice(NAMES + DESCRIPTORS + SIGNATURES + JDK_NAMES))[:65_535])


@kind
def invalid_utf8(file, draw, _):
    """A text of the pool is no modified UTF-8."""
    index = one_of(draw, file.of_tag(UTF8))
    file.pool[index] = (UTF8, file.pool[index][1] + draw.choice([b"\xff", b"\x00", b"\xf0\x9f\x98\x80", b"\xc3", b"\xe2\x82", b"\x80"]))


# Hierarchies and names of classes.


@kind
def own_superclass(file, draw, _):
    """The class is its own superclass, as an enum or not."""
    file.super = file.this
    if draw.random() < 0.5:
        file.flags |= 0x4000


@kind
def own_interface(file, draw, _):
    """The class or interface extends itself as an interface."""
    file.interfaces.append(file.this)
    if draw.random() < 0.5:
        file.flags |= 0x0600


@kind
def cyclic_hierarchy(file, draw, others):
    """The class extends another one of the folder, which may extend it in turn."""
    donor = ClassFile(one_of(draw, others))
    file.super = file.add_class(donor.name())
    if draw.random() < 0.5:
        file.flags |= draw.choice([0x4000, 0x0200, 0x0400])
    if draw.random() < 0.3:
        # The other way round, in a class of the other's name.
        back = ClassFile(file.written())
        back.super, back.this = back.this, back.super
        return back.written()
    return None


@kind
def redefined_jdk_class(file, draw, _):
    """The class has the name of one of the JDK's, as a class or an interface."""
    own = struct.unpack(">H", file.pool[file.this][1])[0]
    file.pool[own] = (UTF8, draw.choice(JDK_NAMES).encode())
    if draw.random() < 0.3:
        file.flags |= 0x0600
    if draw.random() < 0.3:
        file.super = 0


@kind
def other_supertype(file, draw, _):
    """Another class above it: final, an interface, an array, or none."""
    wanted = draw.choice(JDK_NAMES + ["[I", "[Ljava/lang/Object;", "not/There", "java/lang/annotation/Annotation"])
    if draw.random() < 0.5:
        file.super = draw.choice([0, file.add_class(wanted)])
    else:
        file.interfaces += [file.add_class(wanted)] * draw.choice([1, 1, 2])


@kind
def class_flags(file, draw, _):
    """Other flags of the class."""
    file.flags ^= 1 << draw.randrange(16)
    if draw.random() < 0.3:
        file.flags = draw.randrange(0x10000)


@kind
def class_name(file, draw, _):
    """The class has another name, which may be none."""
    own = struct.unpack(">H", file.pool[file.this][1])[0]
    file.pool[own] = (UTF8, modified_utf8(draw.choice(NAMES))[:65_535])


# Fields and methods.


@kind
def duplicate_member(file, draw, _):
    """A field or method is there twice."""
    members = draw.choice([file.fields, file.methods])
    members.append(one_of(draw, members).copy())


@kind
def member_flags(file, draw, _):
    """Other flags of a field or method."""
    member = one_of(draw, file.fields + file.methods)
    member.flags ^= 1 << draw.randrange(16)


@kind
def member_name_or_descriptor(file, draw, _):
    """A member has another name or descriptor."""
    member = one_of(draw, file.fields + file.methods)
    if draw.random() < 0.4:
        member.name = draw.choice([draw.randrange(len(file.pool)), file.add_text(draw.choice(NAMES))])
    else:
        member.descriptor = draw.choice([draw.randrange(len(file.pool)), file.add_text(draw.choice(DESCRIPTORS))])


@kind
def member_gone(file, draw, _):
    """A member that code refers to is not there."""
    members = draw.choice([file.fields, file.methods])
    members.remove(one_of(draw, members))


@kind
def many_members(file, draw, _):
    """Thousands of members."""
    members = draw.choice([file.fields, file.methods])
    model = one_of(draw, members)
    for number in range(draw.choice([100, 3_000])):
        member = model.copy()
        member.name = file.add_text(f"m{number}")
        members.append(member)


@kind
def body_and_flags(file, draw, _):
    """A method without a body that needs one, or with one that it must not have."""
    method = one_of(draw, file.methods)
    if draw.random() < 0.5:
        method.attributes = [attribute for attribute in method.attributes if file.text(attribute.name) != b"Code"]
    else:
        method.flags ^= draw.choice([0x0400, 0x0100])


# Code.


@on_code
def other_opcode(_, code, draw, __):
    """An instruction is another one of the same length."""
    for _ in range(draw.randint(1, 3)):
        at = one_of(draw, instructions(code.code))
        same = [opcode for opcode, length in LENGTHS.items() if length == LENGTHS.get(code.code[at])]
        code.code[at] = draw.choice(same) if same and draw.random() < 0.9 else draw.randrange(256)


@on_code
def subroutine(_, code, draw, __):
    """`jsr` and `ret`, well or badly nested."""
    at = one_of(draw, instructions(code.code))
    target = draw.choice(instructions(code.code)) - at
    code.code[at:at] = struct.pack(">BhBB", draw.choice([168, 168, 201]), target & 0x7fff, draw.choice([58, 87, 169]), 0)
    code.without_tables()


@on_code
def giant_switch(_, code, draw, __):
    """A switch of nearly the whole code, or one that says so."""
    pairs = draw.choice([1, 100, 7_000, 0x7fffffff, -1])
    written = max(0, min(pairs, 7_000))
    if draw.random() < 0.5:
        body = bytes([27 if code.locals > 1 else 3, 171]) + bytes(2) + struct.pack(">ii", 1, pairs) + b"".join(
            struct.pack(">ii", number, draw.choice([0, 1])) for number in range(written))
    else:
        body = bytes([3, 170]) + bytes(2) + struct.pack(">iii", 1, 0, pairs - 1 if pairs != 0x7fffffff else pairs) + struct.pack(
            ">i", 1) * written
    code.code[0:0] = body
    code.without_tables()


@on_code
def wrong_operand(file, code, draw, _):
    """An operand of an instruction is another index, constant or local variable."""
    places = [at for at in instructions(code.code) if LENGTHS.get(code.code[at], 1) > 1]
    at = one_of(draw, places)
    if LENGTHS[code.code[at]] == 2:
        code.code[at + 1] = draw.randrange(256)
    else:
        struct.pack_into(">H", code.code, at + 1, draw.choice([draw.randrange(len(file.pool)), draw.choice(EXTREMES)]))


@on_code
def wrong_reference(file, code, draw, _):
    """An instruction that uses a field, method or class uses another one of its kind."""
    tags = {178: FIELD, 179: FIELD, 180: FIELD, 181: FIELD, 182: METHOD, 183: METHOD, 184: METHOD, 185: INTERFACE_METHOD, 187: CLASS,
            189: CLASS, 192: CLASS, 193: CLASS, 186: CALL_SITE}
    at = one_of(draw, [at for at in instructions(code.code) if code.code[at] in tags])
    struct.pack_into(">H", code.code, at + 1, one_of(draw, file.of_tag(tags[code.code[at]])))


@on_code
def wrong_target(_, code, draw, __):
    """A branch goes elsewhere: backwards, into an instruction, out of the code."""
    at = one_of(draw, [at for at in instructions(code.code) if 153 <= code.code[at] <= 168 or 198 <= code.code[at] <= 199])
    inside = draw.choice(instructions(code.code)) - at
    struct.pack_into(">h", code.code, at + 1, draw.choice([inside, inside, inside + 1, 0, 1, -at, -32_768, 32_767]))
    code.without_tables()


@on_code
def endless_loop(_, code, draw, __):
    """Control goes round without an end."""
    code.code[0:0] = draw.choice([b"\xa7\x00\x00", b"\x00\xa7\xff\xff", b"\x01\x57\xa7\xff\xfe", b"\x03\x3c\x84\x01\x01\xa7\xff\xfd"])
    code.locals = max(code.locals, 2)
    code.stack = max(code.stack, 1)
    code.without_tables()


@on_code
def limits_of_frame(_, code, draw, __):
    """Another number of local variables or operands than the code needs."""
    if draw.random() < 0.5:
        code.stack = draw.choice(EXTREMES)
    else:
        code.locals = draw.choice(EXTREMES)


@on_code
def exception_table(file, code, draw, _):
    """Handlers that cover themselves, nothing, each other, or are many."""
    places = instructions(code.code) + [len(code.code)]
    for _ in range(draw.choice([1, 1, 3, 500])):
        pick = lambda: draw.choice([draw.choice(places), draw.choice(places), draw.choice(EXTREMES)])
        code.handlers.append((pick(), pick(), pick(), draw.choice([0, draw.randrange(len(file.pool))])))


@on_code
def broken_frames(file, code, draw, _):
    """The frames of the type checker are others (JVMS 4.7.4)."""
    at = code.attributes.find(struct.pack(">H", next((i for i in file.of_tag(UTF8) if file.text(i) == b"StackMapTable"), 0xffff)), 2)
    if at < 0 or at + 8 >= len(code.attributes):
        raise Unfit
    data = bytearray(code.attributes)
    for _ in range(draw.randint(1, 3)):
        data[draw.randrange(at + 6, len(data))] = draw.randrange(256)
    code.attributes = bytes(data)


@on_code
def dropped_instruction(_, code, draw, __):
    """An instruction does nothing, so that the stack is another one after it."""
    at = one_of(draw, [at for at in instructions(code.code) if code.code[at] in LENGTHS])
    for position in range(at, at + LENGTHS[code.code[at]]):
        code.code[position] = 0


@on_code
def doubled_instructions(_, code, draw, __):
    """A part of the code is there twice, or thousands of times."""
    places = [at for at in instructions(code.code) if code.code[at] in LENGTHS]
    at = one_of(draw, places)
    part = bytes(code.code[at:at + LENGTHS[code.code[at]]])
    code.code[at:at] = part * draw.choice([1, 1, 2, 60_000 // len(part)])
    code.without_tables()


@on_code
def end_of_code(_, code, draw, __):
    """Control runs off the end of the code, or there is none."""
    length = len(code.code)
    del code.code[draw.choice([0, draw.randrange(length), length - 1]):]
    code.without_tables()


@kind
def other_body(file, draw, _):
    """A method has the code of another one."""
    bodies = file.bodies()
    one_of(draw, bodies).content = one_of(draw, bodies).content


# Attributes.


@kind
def attribute_length(file, draw, _):
    """An attribute says another length than it has."""
    attribute = one_of(draw, one_of(draw, [each for each in file.all_attributes() if each]))
    attribute.length = max(0, draw.choice([0, len(attribute.content) - 1, len(attribute.content) + 1, 0x7fffffff, 0xffffffff]))


@kind
def attribute_content(file, draw, _):
    """The content of an attribute is another one."""
    attribute = one_of(draw, one_of(draw, [each for each in file.all_attributes() if each]))
    data = bytearray(attribute.content)
    for _ in range(draw.randint(1, 4)):
        if len(data) > 1:
            struct.pack_into(">H", data, draw.randrange(len(data) - 1), draw.choice(EXTREMES + [draw.randrange(len(file.pool))]))
    attribute.content = bytes(data)


@kind
def attribute_twice(file, draw, _):
    """An attribute is there twice, or a thousand times."""
    attributes = one_of(draw, [each for each in file.all_attributes() if each])
    attributes += [one_of(draw, attributes).copy() for _ in range(draw.choice([1, 1, 1_000]))]


@kind
def attribute_elsewhere(file, draw, _):
    """An attribute has the name of another one, or is where it has no place."""
    lists = file.all_attributes()
    attribute = one_of(draw, one_of(draw, [each for each in lists if each])).copy()
    if draw.random() < 0.5:
        attribute.name = file.add_text(draw.choice(["Code", "ConstantValue", "BootstrapMethods", "InnerClasses", "EnclosingMethod", "Record",
                                                    "NestHost", "NestMembers", "PermittedSubclasses", "Signature", "Exceptions", "Module",
                                                    "MethodParameters", "SourceFile", "RuntimeVisibleAnnotations", "AnnotationDefault",
                                                    "StackMapTable", "LineNumberTable", "LocalVariableTable"]))
    draw.choice(lists).append(attribute)


@kind
def nested_annotations(file, draw, _):
    """Annotations within annotations, or arrays of arrays, thousands deep."""
    kind_of = file.add_text("LA;")
    if draw.random() < 0.5:
        content = struct.pack(">H", 1) + (struct.pack(">HHHB", kind_of, 1, kind_of, 0x40)) * draw.choice([10, 20_000])
    else:
        content = struct.pack(">HHHH", 1, kind_of, 1, kind_of) + b"[\x00\x01" * draw.choice([10, 60_000])
    draw.choice(file.all_attributes()).append(
        Attribute(file.add_text(draw.choice(["RuntimeVisibleAnnotations", "AnnotationDefault", "RuntimeVisibleTypeAnnotations"])), content))


@kind
def deep_signature(file, draw, _):
    """A generic signature that nests deeply or refers to itself."""
    draw.choice(file.all_attributes()).append(
        Attribute(file.add_text("Signature"), struct.pack(">H", file.add_text(draw.choice(SIGNATURES)))))


@kind
def relations_of_classes(file, draw, others):
    """Nest hosts, inner classes, records and sealed classes that contradict themselves or are circular."""
    own = draw.choice([file.this, file.add_class(ClassFile(one_of(draw, others)).name())])
    name = draw.choice(["NestHost", "NestMembers", "PermittedSubclasses", "InnerClasses", "EnclosingMethod", "Record"])
    content = {
        "NestHost": struct.pack(">H", own),
        "NestMembers": struct.pack(">HH", 1, own),
        "PermittedSubclasses": struct.pack(">HH", 1, own),
        "InnerClasses": struct.pack(">HHHHH", 1, own, own, draw.choice([0, file.add_text("x")]), draw.randrange(0x10000)),
        "EnclosingMethod": struct.pack(">HH", own, draw.choice([0, one_of(draw, file.of_tag(NAME_AND_TYPE))])),
        "Record": struct.pack(">HHHH", 1, file.add_text("x"), file.add_text(draw.choice(DESCRIPTORS)), 0),
    }[name]
    file.attributes = [attribute for attribute in file.attributes if file.text(attribute.name) != name.encode()]
    file.attributes.append(Attribute(file.add_text(name), content))


@kind
def bootstrap_methods(file, draw, _):
    """Call sites and dynamic constants whose bootstrap methods are others, refer to themselves, or are not there."""
    found = [attribute for attribute in file.attributes if file.text(attribute.name) == b"BootstrapMethods"]
    if found and draw.random() < 0.7:
        data = bytearray(found[0].content)
        struct.pack_into(">H", data, draw.randrange(len(data) - 1), draw.choice(EXTREMES + [draw.randrange(len(file.pool))]))
        found[0].content = bytes(data)
    else:
        pair = file.add(NAME_AND_TYPE, struct.pack(">HH", file.add_text("d"), file.add_text(draw.choice(["I", "()V", "J"]))))
        handle = file.add(HANDLE, struct.pack(">BH", draw.randint(0, 10), one_of(draw, file.of_tag(METHOD, FIELD, INTERFACE_METHOD))))
        dynamic = file.add(draw.choice([DYNAMIC, CALL_SITE]), struct.pack(">HH", 0, pair))
        file.attributes = [attribute for attribute in file.attributes if attribute not in found]
        file.attributes.append(Attribute(file.add_text("BootstrapMethods"), struct.pack(">HHHH", 1, handle, 1, dynamic)))
        attribute = one_of(draw, file.bodies())
        code = Code(attribute.content).without_tables()
        code.code[0:0] = draw.choice([struct.pack(">BH", 19, dynamic) + b"\x57", struct.pack(">BHH", 186, dynamic, 0)])
        code.stack += 2
        attribute.content = code.written()


def mutant(seeds, draw):
    """A mutated class file of one or two kinds, and the names of the kinds."""
    while True:
        data, names = draw.choice(seeds), []
        for _ in range(draw.choice([1, 1, 1, 2])):
            name = draw.choice(list(KINDS))
            try:
                file = ClassFile(data)
                changed = KINDS[name](file, draw, seeds)
                data = changed if changed is not None else file.written()
            except (Unfit, struct.error, IndexError, KeyError, ValueError, TypeError):
                # A mutant of a mutant need not be a class file any more, and not each class has what a kind changes.
                continue
            names.append(name)
        if names:
            return data, names
