//! Runs generated methods in the JVM and in the interpreter.

use super::generate::Method;
use super::types::Type;
use crate::support::random::Random;
use casewise::exec::{ConcreteLimits, Event, Frame, Interrupt, Limits, Machine, State};
use casewise::heap::{ObjectId, Value};
use casewise::models::Models;
use casewise::program::{FieldKind, MethodId, Program};
use casewise::term::{Arithmetic, TermPool};
use std::path::Path;
use std::process::{Command, Stdio};
use std::rc::Rc;

/// A call of a generated method: arguments are numbers, or the bits of floating-point ones.
#[derive(Clone, Debug)]
pub struct Call {
    pub class: String,
    pub method: String,
    pub arguments: Vec<i64>,
}

impl Call {
    /// What the driver reads.
    pub fn line(&self) -> String {
        let arguments: Vec<String> = self.arguments.iter().map(|argument| format!(" {argument}")).collect();
        format!("{} {}{}", self.class, self.method, arguments.concat())
    }

    /// What the driver reads, read again.
    pub fn parsed(line: &str) -> Call {
        let mut words = line.split(' ').map(str::to_owned);
        let (class, method) = (words.next().unwrap(), words.next().unwrap());
        Call { class, method, arguments: words.map(|word| word.parse().unwrap()).collect() }
    }
}

const INTERESTING: [i64; 18] =
    [0, 1, -1, 2, 3, 5, 7, 8, 31, 32, 33, 127, 128, 255, -128, i32::MAX as i64, i32::MIN as i64, 65535];
const REALS: [f64; 14] = [
    0.0,
    -0.0,
    1.0,
    -1.5,
    0.1,
    3.0e9,
    -1.0e20,
    1.0e300,
    f64::NAN,
    f64::INFINITY,
    f64::NEG_INFINITY,
    f64::MIN_POSITIVE,
    2_147_483_647.5,
    16_777_217.0,
];

/// Arguments for a call.
pub fn arguments(random: &mut Random, method: &Method) -> Vec<i64> {
    method.parameters.iter().map(|kind| argument(random, *kind)).collect()
}

fn argument(random: &mut Random, kind: Type) -> i64 {
    let number = match random.below(4) {
        0 => random.next() as i64,
        1 => random.below(200) as i64 - 100,
        _ => INTERESTING[random.below(INTERESTING.len())],
    };
    let real = if random.below(3) == 0 { number as f64 } else { REALS[random.below(REALS.len())] };
    match kind {
        Type::Boolean => number & 1,
        Type::Byte => i64::from(number as i8),
        Type::Short => i64::from(number as i16),
        Type::Char => i64::from(number as u16),
        Type::Float => i64::from((real as f32).to_bits() as i32),
        Type::Double => real.to_bits() as i64,
        Type::Long if random.below(5) == 0 => number.wrapping_mul(0x1_0000_0001),
        Type::Long => number,
        _ => i64::from(number as i32),
    }
}

/// Compiles every Java file of a folder into its folder `classes`.
pub fn compile(folder: &Path) {
    let mut files: Vec<_> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "java"))
        .collect();
    files.sort();
    let output = Command::new("javac")
        .current_dir(folder)
        .args(["-g", "-nowarn", "-proc:none", "-encoding", "UTF-8", "-d"])
        .arg(folder.join("classes"))
        .args(files)
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

/// What the JVM makes of calls of the classes of a folder.
pub fn in_jvm(folder: &Path, calls: &[Call]) -> Vec<String> {
    let lines: Vec<String> = calls.iter().map(|call| call.line() + "\n").collect();
    let file = folder.join("calls");
    std::fs::write(&file, lines.concat()).unwrap();
    let output = Command::new("java")
        .args(["-ea", "-Xshare:auto", "-XX:+UseSerialGC", "-cp"])
        .arg(folder.join("classes"))
        .arg("generated.Driver")
        .arg(file)
        .stderr(Stdio::inherit())
        .output()
        .unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    text.lines().map(str::to_owned).collect()
}

const LIMITS: Limits = Limits { loop_bound: 1, depth: 1, array_length: 64, recursion: 64, path_steps: 2_000_000 };

const RUNS: ConcreteLimits = ConcreteLimits { steps: u64::MAX, writes: true };

/// An interpreter of constants.
pub struct Interpreter<'p> {
    machine: Machine<'p>,
}

impl<'p> Interpreter<'p> {
    pub fn new(program: &'p Program) -> Self {
        Interpreter { machine: Machine::new(program, Arithmetic::Java, LIMITS, &Models) }
    }

    /// What the interpreter makes of a call: a result as the driver prints it, or why it stopped. Instruction by instruction and in
    /// runs of concrete code it is the same.
    pub fn run(&mut self, call: &Call) -> Result<String, String> {
        let stepped = self.execute(call, false);
        assert_eq!(self.execute(call, true), stepped, "{call:?}");
        stepped
    }

    fn execute(&mut self, call: &Call, in_runs: bool) -> Result<String, String> {
        let class = self.machine.program.class_by_name(&format!("generated/{}", call.class)).unwrap();
        let found = |method: &&MethodId| *self.machine.program.method(**method).name == *call.method;
        let method = *self.machine.program.class(class).methods.iter().find(found).unwrap();
        let kinds = self.machine.program.method(method).parameters.clone();
        let arguments: Vec<Value> = kinds
            .iter()
            .zip(&call.arguments)
            .map(|(kind, bits)| constant(&mut self.machine.pool, *kind, *bits))
            .collect();
        let locals = self.machine.program.code(method).map_or(0, |code| usize::from(code.max_locals));
        let mut state = State::default();
        state.heap.statics_are_inputs = true;
        state.frames.push(Rc::new(Frame::new(method, locals, &arguments)));
        loop {
            let next = match self.machine.upcoming(&state) {
                Ok(next) => next,
                Err(other) => return Err(format!("{other:?}")),
            };
            match self.machine.step(&mut state, next) {
                Ok(Event::Executed | Event::Branched) if in_runs => {
                    self.machine.run_concrete(&mut state, next, RUNS, &|_| true);
                }
                Ok(Event::Call(call)) => self.machine.enter(&mut state, &call),
                Ok(Event::Finished(value)) => return self.printed(value),
                Ok(Event::Threw(exception) | Event::Raised(_, exception, None)) => {
                    return Ok(format!("throws {}", self.class_of(&state, exception)));
                }
                Ok(_) => {}
                Err(Interrupt::Stop(reason)) => return Err(reason.to_string()),
                Err(Interrupt::Choice(choice)) => return Ok(format!("asks for {choice:?}")),
                Err(Interrupt::Infeasible) => return Ok("finds the path infeasible".into()),
            }
        }
    }

    fn class_of(&self, state: &State, object: ObjectId) -> String {
        let types = &state.heap.instance(object).unwrap().types;
        assert_eq!(types.len(), 1);
        self.machine.program.class_name(types[0]).replace('/', ".")
    }

    fn printed(&self, value: Option<Value>) -> Result<String, String> {
        let number =
            |term| self.machine.pool.as_constant(term).ok_or_else(|| "a result that is no constant".to_owned());
        Ok(match value.unwrap() {
            Value::Int(term) | Value::Long(term) => number(term)?.to_string(),
            Value::Float(term) => {
                let value = f32::from_bits(number(term)? as u32);
                (if value.is_nan() { 0x7fc0_0000 } else { value.to_bits() as i32 }).to_string()
            }
            Value::Double(term) => {
                let value = f64::from_bits(number(term)? as u64);
                (if value.is_nan() { 0x7ff8_0000_0000_0000 } else { value.to_bits() as i64 }).to_string()
            }
            other => return Err(format!("a result {other:?}")),
        })
    }
}

fn constant(pool: &mut TermPool, kind: FieldKind, bits: i64) -> Value {
    use casewise::classfile::PrimitiveType;
    match kind {
        FieldKind::Primitive(PrimitiveType::Long) => Value::Long(pool.long(bits)),
        FieldKind::Primitive(PrimitiveType::Float) => Value::Float(pool.float(f32::from_bits(bits as u32))),
        FieldKind::Primitive(PrimitiveType::Double) => Value::Double(pool.double(f64::from_bits(bits as u64))),
        FieldKind::Primitive(_) => Value::Int(pool.int(bits as i32)),
        _ => panic!("a generated method that is run has primitive parameters"),
    }
}
