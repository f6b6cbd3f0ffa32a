//! Random expressions of a type.

use super::generate::{Generator, Local};
use super::types::Type;

const INTS: [&str; 16] = [
    "0",
    "1",
    "2",
    "3",
    "(-1)",
    "7",
    "10",
    "31",
    "32",
    "33",
    "100",
    "(-128)",
    "65535",
    "Integer.MAX_VALUE",
    "Integer.MIN_VALUE",
    "0x55aa55aa",
];
const LONGS: [&str; 10] =
    ["0L", "1L", "(-1L)", "2L", "63L", "64L", "Long.MAX_VALUE", "Long.MIN_VALUE", "4294967296L", "WIDE"];
const FLOATS: [&str; 12] = [
    "0f",
    "(-0f)",
    "1f",
    "0.1f",
    "(-2.5f)",
    "16777217f",
    "1e30f",
    "Float.NaN",
    "Float.POSITIVE_INFINITY",
    "Float.MIN_VALUE",
    "Float.MAX_VALUE",
    "3f",
];
const DOUBLES: [&str; 13] = [
    "0.0",
    "(-0.0)",
    "1.0",
    "0.1",
    "(-2.5)",
    "1e300",
    "9007199254740993.0",
    "Double.NaN",
    "Double.NEGATIVE_INFINITY",
    "Double.MIN_VALUE",
    "Double.MAX_VALUE",
    "2147483648.0",
    "3.0",
];
const TEXTS: [&str; 8] = ["\"\"", "\"a\"", "\"ab\"", "\"b,\"", "\"X\"", "\"-1\"", "\"\\u00e9\"", "\"hello\""];

impl Generator {
    /// The locals of a type that code may read here.
    pub fn readable(&self, kind: Type) -> Vec<Local> {
        self.locals.iter().filter(|local| local.kind == kind && (local.is_final || !self.in_lambda)).cloned().collect()
    }

    /// A local of a type that code may assign here.
    pub fn assignable(&mut self, kind: Type) -> Option<String> {
        if self.in_lambda {
            return None;
        }
        let found: Vec<Local> =
            self.locals.iter().filter(|local| local.kind == kind && !local.is_final).cloned().collect();
        (!found.is_empty()).then(|| self.pick(&found).name)
    }

    fn leaf(&mut self, kind: Type) -> String {
        let locals = self.readable(kind);
        if !locals.is_empty() && !self.chance(4) {
            return self.pick(&locals).name;
        }
        match kind {
            Type::Int if self.chance(3) => self.random.next().to_string().chars().take(4).collect::<String>(),
            Type::Int => self.pick(&INTS).into(),
            Type::Long => self.pick(&LONGS).into(),
            Type::Float => self.pick(&FLOATS).into(),
            Type::Double => self.pick(&DOUBLES).into(),
            Type::Char | Type::Byte | Type::Short => format!("(({}) {})", kind.java(), self.pick(&INTS)),
            Type::Boolean => self.pick(&["true", "false"]).into(),
            Type::Ints => self.pick(&["TABLE.clone()", "new int[] {1, 2, 3}", "new int[2]"]).into(),
            Type::Longs => self.pick(&["new long[] {5L, WIDE}", "new long[3]"]).into(),
            Type::Bytes => self.pick(&["new byte[] {1, -1, 127}", "new byte[4]"]).into(),
            Type::Node => self
                .pick(&["new Support.Node(1, 2L)", "new Support.SubNode(3, -4L, 5)", "((Support.Node) null)"])
                .into(),
            Type::Colour => self.pick(&["Support.Colour.RED", "Support.Colour.BLUE", "Support.Colour.GREEN"]).into(),
            Type::Object if self.features.texts && self.chance(3) => "((Object) \"object\")".into(),
            Type::Object => {
                self.pick(&["((Object) new int[1])", "((Object) new Support.Node(6, 7))", "((Object) null)"]).into()
            }
            Type::Text => self.pick(&TEXTS).into(),
        }
    }

    /// An expression of exactly this type.
    pub fn expression(&mut self, kind: Type, depth: usize) -> String {
        if depth == 0 || self.chance(6) || !self.affords(4) {
            return self.leaf(kind);
        }
        if self.chance(9)
            && let Some(call) = self.call(kind, depth - 1)
        {
            return call;
        }
        if self.chance(10) {
            let condition = self.expression(Type::Boolean, depth - 1);
            let (yes, no) = (self.expression(kind, depth - 1), self.expression(kind, depth - 1));
            return format!("({condition} ? {} : {})", exact(kind, &yes), exact(kind, &no));
        }
        if self.chance(14)
            && let Some(name) = self.assignable(kind)
        {
            let value = self.expression(kind, depth - 1);
            return format!("({name} = {})", self.stored(kind, value));
        }
        match kind {
            Type::Int => self.int(depth - 1),
            Type::Long => self.long(depth - 1),
            Type::Float | Type::Double => self.floating(kind, depth - 1),
            Type::Char | Type::Byte | Type::Short => self.small(kind, depth - 1),
            Type::Boolean => self.boolean(depth - 1),
            Type::Ints | Type::Longs | Type::Bytes => self.array(kind, depth - 1),
            Type::Node => self.node(depth - 1),
            Type::Colour => self.colour(depth - 1),
            Type::Object => self.object(depth - 1),
            Type::Text => self.text(depth - 1),
        }
    }

    /// What is stored in a local: texts do not grow without end.
    pub fn stored(&mut self, kind: Type, value: String) -> String {
        if kind == Type::Text { format!("Texts.cut({value})") } else { value }
    }

    fn call(&mut self, kind: Type, depth: usize) -> Option<String> {
        let callees: Vec<_> = self.helpers.iter().filter(|method| method.result == kind).cloned().collect();
        if callees.is_empty() {
            return None;
        }
        let callee = self.pick(&callees);
        if !self.affords(callee.cost) {
            return None;
        }
        let arguments: Vec<String> =
            callee.parameters.iter().map(|kind| self.expression(*kind, depth.min(1))).collect();
        Some(format!("{}({})", callee.name, arguments.join(", ")))
    }

    /// Something that computes as an int.
    fn intlike(&mut self, depth: usize) -> String {
        let kind = self.pick(&[Type::Int, Type::Int, Type::Int, Type::Char, Type::Byte, Type::Short]);
        self.expression(kind, depth)
    }

    fn number(&mut self, depth: usize) -> (Type, String) {
        let numbers = self.features.numbers();
        let kind = self.pick(&numbers);
        (kind, self.expression(kind, depth))
    }

    fn index(&mut self, array: &str, depth: usize) -> String {
        let index = self.intlike(depth);
        match self.random.below(8) {
            0 if self.chance(3) => index,
            0 | 1 => format!("{index} & 3"),
            _ => format!("({index} & 0x7fffffff) % {array}.length"),
        }
    }

    /// An array that can be named twice.
    fn named(&mut self, kind: Type) -> String {
        let locals = self.readable(kind);
        if locals.is_empty() {
            return if kind == Type::Ints { "TABLE".into() } else { self.leaf_array(kind) };
        }
        self.pick(&locals).name
    }

    fn leaf_array(&mut self, kind: Type) -> String {
        match kind {
            Type::Longs => "(new long[] {5L, WIDE})".into(),
            _ => "(new byte[] {1, -1, 127})".into(),
        }
    }

    fn int(&mut self, depth: usize) -> String {
        match self.random.below(26) {
            0..=6 => {
                let operator = self.pick(&["+", "-", "*", "&", "|", "^", "+", "*"]);
                format!("({} {operator} {})", self.intlike(depth), self.intlike(depth))
            }
            7 => {
                let operator = self.pick(&["/", "%"]);
                let divisor = self.intlike(depth);
                let divisor = if self.chance(3) { divisor } else { format!("({divisor} | 1)") };
                format!("({} {operator} {divisor})", self.intlike(depth))
            }
            8 | 9 => {
                let operator = self.pick(&["<<", ">>", ">>>"]);
                let kind = self.pick(&[Type::Int, Type::Int, Type::Long, Type::Char]);
                format!("({} {operator} {})", self.intlike(depth), self.expression(kind, depth))
            }
            10 => format!("({}{})", self.pick(&["-", "~", "+"]), self.intlike(depth)),
            11 | 12 => format!("((int) {})", self.number(depth).1),
            13 | 14 => {
                let array = self.named(Type::Ints);
                format!("{array}[{}]", self.index(&array, depth))
            }
            15 => {
                let kind = self.pick(&[Type::Ints, Type::Bytes, Type::Longs]);
                format!("{}.length", self.named(kind))
            }
            16 => match self.assignable(Type::Int) {
                Some(name) => match self.random.below(4) {
                    0 => format!("{name}++"),
                    1 => format!("(--{name})"),
                    2 => format!("({name} += {})", self.number(depth).1),
                    _ => format!("({name} >>>= {})", self.intlike(depth)),
                },
                None => self.leaf(Type::Int),
            },
            17 | 18 => self.of_node(depth),
            19 => format!("Support.power({}, {})", self.intlike(0), self.intlike(depth)),
            20 if self.features.library => match self.random.below(7) {
                0 => format!("Math.abs({})", self.intlike(depth)),
                1 => format!("Math.max({}, {})", self.intlike(depth), self.intlike(depth)),
                2 => format!("Integer.compare({}, {})", self.intlike(depth), self.intlike(depth)),
                3 => format!("Integer.bitCount({})", self.intlike(depth)),
                4 => format!("Math.floorMod({}, {})", self.intlike(depth), self.intlike(depth)),
                5 => format!("(0 + Integer.valueOf({}))", self.intlike(depth)),
                _ => format!("Long.hashCode({})", self.expression(Type::Long, depth)),
            },
            21 if self.features.lambdas && !self.functions.is_empty() && !self.in_lambda && self.affords(40) => {
                let functions = self.functions.clone();
                let function = self.pick(&functions);
                if self.chance(2) {
                    format!("{function}.applyAsInt({})", self.intlike(depth))
                } else {
                    format!("Support.apply({function}, {})", self.intlike(depth))
                }
            }
            22 if self.features.enums => {
                let colour = self.target(Type::Colour, depth);
                if self.chance(2) {
                    format!("{colour}.ordinal()")
                } else {
                    format!("{colour}.weight({})", self.intlike(depth))
                }
            }
            23 | 24 if self.features.texts => self.int_of_text(depth),
            25 => {
                let (selector, one, two) = (self.intlike(depth), self.intlike(depth), self.intlike(depth));
                let (other, local) = (self.intlike(0), self.fresh('y'));
                format!(
                    "(switch ({selector} & 3) {{ case 0 -> (int) {one}; \
                     case 1, 2 -> {{ int {local} = {two}; yield {local} * 3; }} default -> (int) {other}; }})"
                )
            }
            _ => format!("Support.mix({})", self.named(Type::Ints)),
        }
    }

    /// An object to call a method on, mostly not null.
    pub fn target(&mut self, kind: Type, depth: usize) -> String {
        let value = self.expression(kind, depth);
        match kind {
            _ if self.chance(8) => receiver(&value),
            Type::Text => format!("Texts.sure({value})"),
            Type::Node | Type::Colour => format!("Support.sure({value})"),
            _ => receiver(&value),
        }
    }

    /// A node of the subclass, mostly without a cast that fails.
    fn sub_node(&mut self, depth: usize) -> String {
        let node = self.expression(Type::Node, depth);
        if self.chance(8) { format!("((Support.SubNode) {node})") } else { format!("Support.sub({node})") }
    }

    fn of_node(&mut self, depth: usize) -> String {
        let node = self.target(Type::Node, depth.min(1));
        match self.random.below(7) {
            0 | 1 => format!("{node}.a"),
            2 => format!("{node}.small"),
            3 => format!("{node}.area({})", self.intlike(depth)),
            4 => format!("{node}.twice({})", self.intlike(depth)),
            5 => format!("{}.new Inner().total({})", self.sub_node(depth.min(1)), self.intlike(depth)),
            _ => format!("{}.c", self.sub_node(depth.min(1))),
        }
    }

    fn int_of_text(&mut self, depth: usize) -> String {
        let text = self.target(Type::Text, depth);
        match self.random.below(9) {
            0 | 1 => format!("{text}.length()"),
            2 => format!("{text}.indexOf({})", self.expression(Type::Char, depth)),
            3 => format!("{text}.indexOf({})", self.target(Type::Text, depth)),
            4 => format!("{text}.compareTo({})", self.target(Type::Text, depth)),
            5 => format!("{text}.hashCode()"),
            6 => format!("{text}.lastIndexOf('a')"),
            7 if self.chance(6) => format!("Integer.parseInt({text})"),
            7 => format!("Texts.number({text})"),
            _ => format!("Texts.mix({text})"),
        }
    }

    fn long(&mut self, depth: usize) -> String {
        let other = self.pick(&[Type::Long, Type::Long, Type::Int, Type::Byte]);
        let right = self.expression(other, depth);
        let left = self.expression(Type::Long, depth);
        match self.random.below(16) {
            0..=5 => format!("({left} {} {right})", self.pick(&["+", "-", "*", "&", "|", "^"])),
            6 => {
                let divisor = if self.chance(3) { right } else { format!("({right} | 1)") };
                format!("({left} {} {divisor})", self.pick(&["/", "%"]))
            }
            7 | 8 => format!("({left} {} {right})", self.pick(&["<<", ">>", ">>>"])),
            9 => format!("({}{left})", self.pick(&["-", "~", "+"])),
            10 | 11 => format!("((long) {})", self.number(depth).1),
            12 => {
                let array = self.named(Type::Longs);
                format!("{array}[{}]", self.index(&array, depth))
            }
            13 => {
                let node = self.target(Type::Node, depth.min(1));
                format!("{node}.{}", self.pick(&["b", "sum()"]))
            }
            14 => match self.assignable(Type::Long) {
                Some(name) if self.chance(2) => format!("{name}--"),
                Some(name) => format!("({name} ^= {right})"),
                None => left,
            },
            _ if self.features.library => match self.random.below(4) {
                0 => format!("Math.abs({left})"),
                1 => format!("Long.rotateLeft({left}, 5)"),
                2 => format!("Math.min({left}, {right})"),
                _ => format!("(0L + Long.valueOf({left}))"),
            },
            _ => left,
        }
    }

    fn floating(&mut self, kind: Type, depth: usize) -> String {
        let left = self.expression(kind, depth);
        match self.random.below(12) {
            0..=6 => {
                let mut operands = vec![kind, kind, Type::Int, Type::Long, Type::Byte];
                if kind == Type::Double {
                    operands.push(Type::Float);
                }
                let operand = self.pick(&operands);
                let right = self.expression(operand, depth);
                format!("({left} {} {right})", self.pick(&["+", "-", "*", "/", "%", "+", "*"]))
            }
            7 => format!("(-{left})"),
            8 | 9 => format!("(({}) {})", kind.java(), self.number(depth).1),
            10 => match self.assignable(kind) {
                Some(name) => format!("({name} {} {})", self.pick(&["+=", "-=", "*=", "/="]), self.number(depth).1),
                None => left,
            },
            _ if self.features.library => match self.random.below(3) {
                0 => format!("Math.abs({left})"),
                1 => format!("Math.max({left}, {})", self.expression(kind, depth)),
                _ => format!("Math.min({left}, {})", self.expression(kind, depth)),
            },
            _ => left,
        }
    }

    fn small(&mut self, kind: Type, depth: usize) -> String {
        match self.random.below(8) {
            0 if kind == Type::Byte => {
                let array = self.named(Type::Bytes);
                format!("{array}[{}]", self.index(&array, depth))
            }
            0 | 1 if kind == Type::Char && self.features.texts => {
                let text = self.target(Type::Text, depth);
                let index = self.intlike(depth.min(1));
                if self.chance(6) { format!("{text}.charAt({index})") } else { format!("Texts.at({text}, {index})") }
            }
            2 => match self.assignable(kind) {
                Some(name) => match self.random.below(3) {
                    0 => format!("{name}++"),
                    1 => format!("({name} += {})", self.number(depth).1),
                    _ => format!("({name} >>= {})", self.intlike(depth)),
                },
                None => self.leaf(kind),
            },
            3 => format!("(({}) {})", kind.java(), self.number(depth).1),
            _ => format!("(({}) {})", kind.java(), self.int(depth)),
        }
    }

    fn boolean(&mut self, depth: usize) -> String {
        match self.random.below(16) {
            0..=6 => {
                let operator = self.pick(&["<", "<=", ">", ">=", "==", "!="]);
                let (left, right) = (self.number(depth).1, self.number(depth).1);
                format!("({left} {operator} {right})")
            }
            7 | 8 => {
                let operator = self.pick(&["&&", "||", "&", "|", "^", "=="]);
                let (left, right) = (self.expression(Type::Boolean, depth), self.expression(Type::Boolean, depth));
                format!("({left} {operator} {right})")
            }
            9 => format!("(!{})", self.expression(Type::Boolean, depth)),
            10 => {
                let object = self.expression(Type::Object, depth);
                let class = self.pick(&["Support.Node", "Support.SubNode", "int[]", "Support.Shape"]);
                format!("({object} instanceof {class})")
            }
            11 => {
                let kind = self.pick(&[Type::Node, Type::Object, Type::Ints]);
                let (left, right) = (self.expression(kind, depth), self.expression(kind, depth));
                format!("({left} == {right})")
            }
            12 => {
                format!("{}.flag", self.target(Type::Node, depth))
            }
            13 if self.features.texts => {
                let (left, right) = (self.target(Type::Text, depth), self.target(Type::Text, depth));
                let method = self.pick(&["equals", "contains", "startsWith", "endsWith", "equals"]);
                format!("{left}.{method}({right})")
            }
            14 if self.features.library => {
                let (left, right) = (self.intlike(depth), self.intlike(depth));
                match self.random.below(2) {
                    0 => format!("(Integer.valueOf({left}) == Integer.valueOf({right}))"),
                    _ => format!("Integer.valueOf({left}).equals({right})"),
                }
            }
            15 if self.features.enums => {
                let (left, right) = (self.expression(Type::Colour, depth), self.expression(Type::Colour, depth));
                format!("({left} != {right})")
            }
            _ => match self.assignable(Type::Boolean) {
                Some(name) => {
                    format!("({name} {} {})", self.pick(&["&=", "|=", "^="]), self.expression(Type::Boolean, depth))
                }
                None => self.leaf(Type::Boolean),
            },
        }
    }

    fn array(&mut self, kind: Type, depth: usize) -> String {
        let element = match kind {
            Type::Ints => Type::Int,
            Type::Longs => Type::Long,
            _ => Type::Byte,
        };
        let name = element.java();
        match self.random.below(6) {
            0 | 1 => {
                let size = self.intlike(depth);
                let size = if self.chance(8) { format!("{size} >> 28") } else { format!("{size} & 7") };
                format!("(new {name}[{size}])")
            }
            2 | 3 => {
                let count = self.random.below(4);
                let elements: Vec<String> = (0..count).map(|_| self.expression(element, depth)).collect();
                format!("(new {name}[] {{{}}})", elements.join(", "))
            }
            4 => {
                let array = self.expression(kind, depth);
                format!("{}.clone()", receiver(&array))
            }
            _ if self.chance(12) => format!("(({name}[]) {})", self.expression(Type::Object, depth)),
            _ => self.leaf(kind),
        }
    }

    fn node(&mut self, depth: usize) -> String {
        match self.random.below(8) {
            0 | 1 => {
                format!("new Support.Node({}, {})", self.intlike(depth), self.expression(Type::Long, depth))
            }
            2 | 3 => format!(
                "new Support.SubNode({}, {}, {})",
                self.intlike(depth),
                self.expression(Type::Long, depth),
                self.intlike(depth)
            ),
            4 => {
                format!("{}.next", self.target(Type::Node, depth))
            }
            5 => {
                let (node, next) = (self.target(Type::Node, depth), self.expression(Type::Node, depth));
                format!("{node}.with({next})")
            }
            6 if self.chance(8) => format!("((Support.Node) {})", self.expression(Type::Object, depth)),
            6 => self.sub_node(depth),
            _ => self.leaf(Type::Node),
        }
    }

    fn colour(&mut self, depth: usize) -> String {
        match self.random.below(3) {
            0 => format!("Support.colour({})", self.intlike(depth)),
            1 => {
                format!("{}.after()", self.target(Type::Colour, depth))
            }
            _ => self.leaf(Type::Colour),
        }
    }

    fn object(&mut self, depth: usize) -> String {
        let mut kinds = vec![Type::Node, Type::Node, Type::Ints];
        if self.features.texts {
            kinds.push(Type::Text);
        }
        if self.features.enums {
            kinds.push(Type::Colour);
        }
        let kind = self.pick(&kinds);
        format!("((Object) {})", self.expression(kind, depth))
    }

    fn text(&mut self, depth: usize) -> String {
        if !self.affords(60) {
            return self.leaf(Type::Text);
        }
        let text = self.target(Type::Text, depth);
        match self.random.below(12) {
            0..=3 => {
                let kind = self.pick(&[Type::Int, Type::Text, Type::Char, Type::Boolean, Type::Long, Type::Byte]);
                let other = self.expression(kind, depth);
                if self.chance(2) { format!("({text} + {other})") } else { format!("({text} + '-' + {other} + \"!\")") }
            }
            4 if self.chance(3) => format!("{text}.substring({})", self.intlike(depth.min(1))),
            5 if self.chance(3) => format!("{text}.substring({}, {})", self.intlike(0), self.intlike(depth.min(1))),
            4 | 5 => format!("Texts.part({text}, {} & 3, {} & 7)", self.intlike(0), self.intlike(depth.min(1))),
            6 => {
                let kind = self.pick(&[Type::Int, Type::Char, Type::Boolean, Type::Long]);
                format!("String.valueOf({})", self.expression(kind, depth))
            }
            7 => format!("{text}.trim()"),
            8 => format!("{text}.replace('a', 'X')"),
            9 => {
                let (letter, number) = (self.expression(Type::Char, depth), self.intlike(depth));
                format!("new StringBuilder({text}).append({letter}).append({number}).reverse().toString()")
            }
            10 => format!("{text}.concat({})", self.target(Type::Text, depth)),
            _ => self.leaf(Type::Text),
        }
    }
}

/// An operand of a conditional whose type is exactly this one: javac would take the type of both.
fn exact(kind: Type, value: &str) -> String {
    if kind.is_small() { format!("({}) {value}", kind.java()) } else { value.into() }
}

/// A primary expression, to call a method on.
fn receiver(value: &str) -> String {
    format!("({value})")
}
