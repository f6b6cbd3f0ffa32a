//! Random Java classes whose methods terminate: calls go to methods written before, loops have constant bounds, and what a
//! method may cost is counted while it is written.

use super::types::{Features, Type};
use crate::support::random::Random;
use std::fmt::Write;

/// A method that a run can call: parameters and result are primitive.
#[derive(Clone, Debug)]
pub struct Method {
    pub name: String,
    pub parameters: Vec<Type>,
    pub result: Type,
    /// An estimate of the instructions that a call executes.
    pub cost: u64,
}

/// A generated class.
#[derive(Debug)]
pub struct Class {
    pub name: String,
    pub source: String,
    pub methods: Vec<Method>,
}

/// A local variable in scope.
#[derive(Clone, Debug)]
pub struct Local {
    pub name: String,
    pub kind: Type,
    /// Assigned once, so that lambdas can capture it.
    pub is_final: bool,
}

/// The most that a method may cost.
const MOST: u64 = 4_000;

/// Writes one class.
pub struct Generator {
    pub random: Random,
    pub features: Features,
    pub locals: Vec<Local>,
    /// Names of `IntUnaryOperator`s in scope.
    pub functions: Vec<String>,
    pub methods: Vec<Method>,
    pub helpers: Vec<Method>,
    pub source: String,
    indent: usize,
    next: usize,
    pub cost: u64,
    /// How often the code being written runs.
    pub repeats: u64,
    /// In the body of a lambda, where only final locals are known and nothing is assigned.
    pub in_lambda: bool,
    /// Loops around the code being written, and whether `break` and `continue` reach them.
    pub loops: Vec<String>,
    pub result: Type,
}

/// A class of so many methods.
pub fn class(seed: u64, number: usize, count: usize, features: Features) -> Class {
    let mut generator = Generator {
        random: Random(seed),
        features,
        locals: Vec::new(),
        functions: Vec::new(),
        methods: Vec::new(),
        helpers: Vec::new(),
        source: String::new(),
        indent: 0,
        next: 0,
        cost: 0,
        repeats: 1,
        in_lambda: false,
        loops: Vec::new(),
        result: Type::Int,
    };
    let name = format!("C{number}");
    generator.line("package generated;");
    generator.line("");
    generator.open(&format!("public class {name} {{"));
    generator.line("private static final int[] TABLE = {3, -1, 4, 1, -5, 9, 2, 6};");
    generator.line("private static final long WIDE = 0x123456789abcdefL;");
    for number in 0..count {
        if generator.random.below(3) == 0 {
            generator.helper(number);
        }
        generator.method(number);
    }
    generator.close("}");
    Class { name, source: generator.source, methods: generator.methods }
}

impl Generator {
    pub fn line(&mut self, text: &str) {
        // Writing to a string cannot fail.
        let _ = writeln!(self.source, "{:1$}{text}", "", 4 * self.indent);
    }

    pub fn open(&mut self, text: &str) {
        self.line(text);
        self.indent += 1;
    }

    pub fn close(&mut self, text: &str) {
        self.indent -= 1;
        self.line(text);
    }

    /// Ends a block and begins the next of the same statement.
    pub fn reopen(&mut self, text: &str) {
        self.close(text);
        self.indent += 1;
    }

    pub fn chance(&mut self, one_in: usize) -> bool {
        self.random.below(one_in) == 0
    }

    pub fn pick<T: Clone>(&mut self, from: &[T]) -> T {
        from[self.random.below(from.len())].clone()
    }

    pub fn fresh(&mut self, letter: char) -> String {
        self.next += 1;
        format!("{letter}{}", self.next)
    }

    /// Whether code of this cost can still be written here.
    pub fn affords(&mut self, cost: u64) -> bool {
        let total = self.cost + cost * self.repeats;
        if total > MOST {
            return false;
        }
        self.cost = total;
        true
    }

    fn signature(&mut self, kinds: &[Type]) -> Vec<Type> {
        let count = 1 + self.random.below(4);
        (0..count).map(|_| self.pick(kinds)).collect()
    }

    /// A method with parameters and a result of any type, which other methods call.
    fn helper(&mut self, number: usize) {
        let kinds = self.features.types();
        let parameters = self.signature(&kinds);
        let result = self.pick(&kinds);
        let helper = self.write(format!("h{number}"), parameters, result, Vec::new());
        self.helpers.push(helper);
    }

    fn method(&mut self, number: usize) {
        let kinds = self.features.primitives();
        let mut parameters = self.signature(&kinds);
        if self.chance(2) && !parameters.contains(&Type::Int) {
            parameters.push(Type::Int);
        }
        let result = self.pick(&kinds);
        let mut made = Vec::new();
        for _ in 0..self.random.below(3) {
            let kinds: Vec<Type> =
                self.features.types().into_iter().filter(|kind| !self.features.primitives().contains(kind)).collect();
            made.push(self.pick(&kinds));
        }
        let method = self.write(format!("m{number}"), parameters, result, made);
        self.helpers.push(method.clone());
        self.methods.push(method);
    }

    fn write(&mut self, name: String, parameters: Vec<Type>, result: Type, made: Vec<Type>) -> Method {
        self.locals.clear();
        self.functions.clear();
        self.cost = 10;
        self.repeats = 1;
        self.result = result;
        let mut declared = Vec::new();
        for kind in &parameters {
            let parameter = self.fresh('p');
            let is_final = self.chance(3);
            declared.push(format!("{}{} {parameter}", if is_final { "final " } else { "" }, kind.java()));
            self.locals.push(Local { name: parameter, kind: *kind, is_final });
        }
        let head = format!("static {} {name}({}) {{", result.java(), declared.join(", "));
        self.open(&head);
        for kind in made {
            let value = self.made(kind);
            self.declare(kind, value, false);
        }
        let statements = 2 + self.random.below(4);
        self.statements(statements, 2);
        let value = self.expression(result, 3);
        self.line(&format!("return {value};"));
        self.close("}");
        Method { name, parameters, result, cost: self.cost }
    }

    /// An object made from numbers in scope.
    fn made(&mut self, kind: Type) -> String {
        let (first, second) = (self.expression(Type::Int, 1), self.expression(Type::Int, 1));
        match kind {
            Type::Ints => format!("Support.ints({first}, {second})"),
            Type::Longs => format!("Support.longs({first}, {second})"),
            Type::Bytes => format!("Support.bytes({first}, {second})"),
            Type::Colour => format!("Support.colour({first})"),
            Type::Text => format!("Texts.text({first}, {second})"),
            _ => format!("Support.node({first}, {second})"),
        }
    }

    pub fn declare(&mut self, kind: Type, value: String, is_final: bool) {
        let name = self.fresh('v');
        self.line(&format!("{}{} {name} = {value};", if is_final { "final " } else { "" }, kind.java()));
        self.locals.push(Local { name, kind, is_final });
    }
}
