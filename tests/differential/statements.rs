//! Random statements. Whatever ends a block early stands behind a condition, so that javac finds nothing unreachable.

use super::generate::{Generator, Local};
use super::types::Type;

const EXCEPTIONS: [&str; 7] = [
    "ArithmeticException",
    "ArrayIndexOutOfBoundsException",
    "NullPointerException",
    "ClassCastException",
    "Support.Fault",
    "RuntimeException",
    "Support.SubFault",
];

impl Generator {
    /// Some statements, with whatever they declare in scope for those after them.
    pub fn statements(&mut self, count: usize, depth: usize) {
        for _ in 0..count {
            if self.affords(8) {
                self.statement(depth);
            }
        }
    }

    fn block(&mut self, count: usize, depth: usize) {
        let (locals, functions) = (self.locals.len(), self.functions.len());
        self.statements(count, depth);
        self.locals.truncate(locals);
        self.functions.truncate(functions);
    }

    fn statement(&mut self, depth: usize) {
        let nested = if depth > 0 { 30 } else { 14 };
        match self.random.below(nested) {
            0..=3 => self.local(),
            4..=7 => self.assignment(),
            8 | 9 => self.array_store(),
            10 => self.field_store(),
            11 => self.early_end(),
            12 if self.features.lambdas => self.lambda(),
            12 | 13 => self.assertion_or_call(),
            14..=17 => self.conditional(depth - 1),
            18..=21 => self.repetition(depth - 1),
            22..=25 => self.attempt(depth - 1),
            26 | 27 => self.selection(depth - 1),
            28 if self.features.texts => self.text_selection(depth - 1),
            28 => self.guarded(depth - 1),
            _ if self.features.enums => self.enum_selection(depth - 1),
            _ => self.guarded(depth - 1),
        }
    }

    fn local(&mut self) {
        let kinds = self.features.types();
        let kind = self.pick(&kinds);
        let value = self.expression(kind, 3);
        let value = self.stored(kind, value);
        let is_final = self.chance(3);
        self.declare(kind, value, is_final);
    }

    fn assignment(&mut self) {
        let kinds = self.features.types();
        let kind = self.pick(&kinds);
        let Some(name) = self.assignable(kind) else { return self.local() };
        let value = self.expression(kind, 3);
        match kind {
            Type::Int | Type::Long | Type::Char | Type::Byte | Type::Short if self.chance(2) => {
                let operator = self.pick(&["+=", "-=", "*=", "&=", "|=", "^=", "<<=", ">>=", ">>>=", "/=", "%="]);
                self.line(&format!("{name} {operator} {value};"));
            }
            _ => {
                let value = self.stored(kind, value);
                self.line(&format!("{name} = {value};"));
            }
        }
    }

    fn array_store(&mut self) {
        let kind = self.pick(&[Type::Ints, Type::Ints, Type::Longs, Type::Bytes]);
        let arrays: Vec<Local> = self.readable(kind);
        if arrays.is_empty() {
            return self.local();
        }
        let array = self.pick(&arrays).name;
        let index = self.expression(Type::Int, 2);
        let index = if self.chance(12) { index } else { format!("{index} & 1") };
        let element = match kind {
            Type::Ints => Type::Int,
            Type::Longs => Type::Long,
            _ => Type::Byte,
        };
        let value = self.expression(element, 2);
        let operator = self.pick(&["=", "=", "+=", "^="]);
        self.line(&format!("{array}[{index}] {operator} {value};"));
    }

    fn field_store(&mut self) {
        let nodes = self.readable(Type::Node);
        if nodes.is_empty() {
            return self.local();
        }
        let node = self.pick(&nodes).name;
        let (field, kind) = self.pick(&[
            ("a", Type::Int),
            ("b", Type::Long),
            ("small", Type::Byte),
            ("flag", Type::Boolean),
            ("next", Type::Node),
        ]);
        let value = self.expression(kind, 2);
        let target = match self.random.below(10) {
            0 => node,
            1 if field == "a" => format!("((Support.SubNode) {node})"),
            _ => format!("Support.sure({node})"),
        };
        self.line(&format!("{target}.{field} = {value};"));
    }

    fn early_end(&mut self) {
        let (condition, other) = (self.expression(Type::Boolean, 2), self.expression(Type::Boolean, 2));
        let end = match self.random.below(7) {
            0 => format!("throw new Support.Fault({})", self.expression(Type::Int, 2)),
            1 => format!("throw new Support.SubFault({})", self.expression(Type::Int, 1)),
            2..=4 if !self.loops.is_empty() => {
                let loops = self.loops.clone();
                let label = self.pick(&loops);
                format!("{} {label}", self.pick(&["break", "continue"]))
            }
            5 => "throw new IllegalStateException()".to_owned(),
            _ => format!("return {}", self.expression(self.result, 2)),
        };
        self.line(&format!("if ({condition} & {other}) {{ {end}; }}"));
    }

    fn lambda(&mut self) {
        let name = self.fresh('f');
        let parameter = self.fresh('x');
        let (scope, was) = (self.locals.len(), std::mem::replace(&mut self.in_lambda, true));
        self.locals.push(Local { name: parameter.clone(), kind: Type::Int, is_final: true });
        let body = self.expression(Type::Int, 3);
        self.locals.truncate(scope);
        self.in_lambda = was;
        let nodes = self.readable(Type::Node);
        let function = match self.random.below(6) {
            0 if !nodes.is_empty() => format!("{}::area", self.pick(&nodes).name),
            1 if self.features.library => "Math::abs".to_owned(),
            2 => {
                let local = self.fresh('y');
                format!("{parameter} -> {{ int {local} = {body}; return {local} + 1; }}")
            }
            _ => format!("{parameter} -> {body}"),
        };
        self.line(&format!("java.util.function.IntUnaryOperator {name} = {function};"));
        self.functions.push(name);
    }

    fn assertion_or_call(&mut self) {
        if self.chance(5) {
            let (condition, other) = (self.expression(Type::Boolean, 2), self.expression(Type::Boolean, 2));
            return self.line(&format!("assert {condition} | {other};"));
        }
        let kind = self.pick(&[Type::Int, Type::Long, Type::Boolean]);
        let value = self.expression(kind, 3);
        self.declare(kind, value, false);
    }

    fn conditional(&mut self, depth: usize) {
        let condition = self.expression(Type::Boolean, 3);
        self.open(&format!("if ({condition}) {{"));
        self.block(2, depth);
        if self.chance(2) {
            self.reopen("} else {");
            self.block(2, depth);
        }
        self.close("}");
    }

    fn repetition(&mut self, depth: usize) {
        let bound = 1 + self.random.below(5) as u64;
        let counter = self.fresh('i');
        let label = self.fresh('L');
        let before = self.repeats;
        self.repeats *= bound;
        let scope = self.locals.len();
        let form = self.random.below(4);
        let more = self.expression(Type::Boolean, 2);
        match form {
            0 => {
                self.line(&format!("int {counter} = 0;"));
                self.open(&format!("{label}: while ({counter}++ < {bound} && ({more} | true)) {{"));
            }
            1 => {
                self.line(&format!("int {counter} = {bound};"));
                self.open(&format!("{label}: do {{"));
            }
            2 => self.open(&format!("{label}: for (int {counter} = 0; {counter} < {bound} && {more}; {counter}++) {{")),
            _ => self.open(&format!("{label}: for (int {counter} = {bound}; {counter} > 0; {counter}--) {{")),
        }
        // Read only, so that the loop ends.
        self.locals.push(Local { name: counter.clone(), kind: Type::Int, is_final: false });
        let hidden = self.locals.len() - 1;
        self.locals[hidden].is_final = true;
        let constant = self.fresh('k');
        self.line(&format!("final int {constant} = {counter};"));
        self.locals[hidden].name = constant;
        self.loops.push(label);
        self.block(2, depth);
        self.loops.pop();
        self.locals.truncate(scope);
        if form == 1 {
            self.close(&format!("}} while (--{counter} > 0);"));
        } else {
            self.close("}");
        }
        self.repeats = before;
    }

    fn attempt(&mut self, depth: usize) {
        self.open("try {");
        self.block(3, depth);
        let catches = self.random.below(3);
        let mut caught: Vec<&str> = Vec::new();
        for _ in 0..catches {
            let exception = self.pick(&EXCEPTIONS);
            let hidden = caught.iter().any(|earlier| {
                *earlier == exception
                    || *earlier == "RuntimeException"
                    || *earlier == "Support.Fault" && exception == "Support.SubFault"
            });
            if hidden {
                continue;
            }
            caught.push(exception);
            let name = self.fresh('e');
            self.reopen(&format!("}} catch ({exception} {name}) {{"));
            if exception.starts_with("Support.")
                && let Some(local) = self.assignable(Type::Int)
            {
                self.line(&format!("{local} += {name}.code;"));
            }
            self.block(2, depth);
            if self.chance(5) {
                let condition = self.expression(Type::Boolean, 1);
                self.line(&format!("if ({condition}) {{ throw {name}; }}"));
            }
        }
        if caught.is_empty() || self.chance(2) {
            self.reopen("} finally {");
            self.block(2, depth);
        }
        self.close("}");
    }

    fn selection(&mut self, depth: usize) {
        let selector = self.expression(Type::Int, 2);
        let selector = if self.chance(3) { format!("0 + {selector}") } else { format!("{selector} & 7") };
        self.open(&format!("switch ({selector}) {{"));
        let is_sparse = self.chance(3);
        for case in 0..3 + self.random.below(3) {
            let label = case as i64 * if is_sparse { 1000 } else { 1 };
            self.open(&format!("case {}: {{", label - i64::from(is_sparse)));
            self.block(1, depth);
            self.close("}");
            if !self.chance(3) {
                self.line("break;");
            }
        }
        if self.chance(2) {
            self.open("default: {");
            self.block(1, depth);
            self.close("}");
        }
        self.close("}");
    }

    fn text_selection(&mut self, depth: usize) {
        let selector = self.target(Type::Text, 2);
        self.open(&format!("switch ({selector}) {{"));
        // Two with the same hash.
        for text in ["a", "Aa", "BB", ""] {
            self.open(&format!("case \"{text}\": {{"));
            self.block(1, depth);
            self.close("}");
            if !self.chance(3) {
                self.line("break;");
            }
        }
        self.open("default: {");
        self.block(1, depth);
        self.close("}");
        self.close("}");
    }

    fn enum_selection(&mut self, depth: usize) {
        let selector = self.target(Type::Colour, 2);
        self.open(&format!("switch ({selector}) {{"));
        for constant in ["GREEN", "RED"] {
            self.open(&format!("case {constant}: {{"));
            self.block(1, depth);
            self.close("}");
            if self.chance(2) {
                self.line("break;");
            }
        }
        self.open("default: {");
        self.block(1, depth);
        self.close("}");
        self.close("}");
    }

    fn guarded(&mut self, depth: usize) {
        let node = self.target(Type::Node, 1);
        self.open(&format!("synchronized ({node}) {{"));
        self.block(2, depth);
        self.close("}");
    }
}
