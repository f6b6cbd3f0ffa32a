//! Decoding of broken class files: no panic, no hang, no memory out of proportion. Fixed seed, one test per process
//! so that the memory measured is this test's own.

use crate::classfile_support::{ClassWriter, SAMPLE, class_files, compile, java_base};
use casewise::classfile::*;
use std::collections::BTreeMap;
use std::fs;
use std::time::{Duration, Instant};

const MUTANTS: usize = 500_000;

/// SplitMix64.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut value = self.0;
        value = (value ^ (value >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        value = (value ^ (value >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        value ^ (value >> 31)
    }

    fn below(&mut self, bound: usize) -> usize {
        usize::try_from(self.next() % bound.max(1) as u64).unwrap()
    }
}

fn mutate(random: &mut Random, seeds: &[Vec<u8>]) -> Vec<u8> {
    let mut bytes = seeds[random.below(seeds.len())].clone();
    for _ in 0..=random.below(4) {
        let at = random.below(bytes.len());
        match random.below(10) {
            0 | 1 => bytes[at] ^= 1 << random.below(8),
            2 | 3 => bytes[at] = random.next() as u8,
            4 if random.below(4) == 0 => bytes.truncate(at.max(1)),
            // Counts, lengths and indices are 16 or 32 bits wide and rarely large.
            4 | 5 => {
                let values = [0, 1, 2, 0x7f, 0xff, 0x7fff, 0x8000, 0xfffe, 0xffff];
                let value: u16 = values[random.below(values.len())];
                bytes.iter_mut().skip(at).zip(value.to_be_bytes()).for_each(|(byte, new)| *byte = new);
            }
            6 => {
                let values = [0, 1, 0xffff, 0x0001_0000, 0x7fff_ffff, 0x8000_0000, 0xffff_fff0, 0xffff_ffff];
                let value: u32 = values[random.below(values.len())];
                bytes.iter_mut().skip(at).zip(value.to_be_bytes()).for_each(|(byte, new)| *byte = new);
            }
            7 => bytes[at] = bytes[at].wrapping_add(if random.below(2) == 0 { 1 } else { 0xff }),
            8 => {
                let donor = &seeds[random.below(seeds.len())];
                let from = random.below(donor.len());
                let length = random.below(40);
                for (byte, new) in bytes.iter_mut().skip(at).zip(donor.iter().skip(from).take(length)) {
                    *byte = *new;
                }
            }
            _ => {
                let donor = &seeds[random.below(seeds.len())];
                let from = random.below(donor.len());
                let to = (from + random.below(40)).min(donor.len());
                bytes.splice(at..at, donor[from..to].iter().copied());
            }
        }
    }
    bytes
}

fn seeds() -> Vec<Vec<u8>> {
    let folder = tempfile::tempdir().unwrap();
    compile(SAMPLE, folder.path());
    let mut seeds: Vec<Vec<u8>> = class_files(folder.path()).iter().map(|file| fs::read(file).unwrap()).collect();
    let small = class_files(&java_base()).into_iter().step_by(101).map(|file| fs::read(file).unwrap());
    seeds.extend(small.filter(|bytes| bytes.len() < 3_000));
    seeds.push(fs::read(java_base().join("java/lang/invoke/MethodHandleStatics.class")).unwrap());
    seeds.push(dynamic_constant());
    seeds
}

fn dynamic_constant() -> Vec<u8> {
    let mut writer = ClassWriter::default();
    let reference = writer.method_reference(11, "Hand", "bootstrap", "()I");
    let handle = writer.method_handle(6, reference);
    let pair = writer.name_and_type("c", "I");
    let inner = writer.pair(17, 0, pair);
    let outer = writer.pair(17, 1, pair);
    writer.bootstrap_methods(&[(handle, vec![handle]), (handle, vec![inner, inner])]);
    writer.method(&[18, u8::try_from(outer).unwrap(), 87, 168, 0, 3, 169, 0, 177], &[], &[]);
    writer.finish()
}

/// Decodes and looks at everything that was decoded.
fn exercise(bytes: &[u8]) -> Result<usize, ClassFileErrorKind> {
    match decode_class(bytes) {
        Ok(class) => {
            let codes = class.methods.iter().filter_map(|method| method.code.as_ref());
            let mut length = format!("{:?}", class.bootstrap_methods).len();
            for code in codes {
                let count = u32::try_from(code.instructions.len()).unwrap();
                for handler in &code.handlers {
                    assert!(handler.start < handler.end && handler.end <= count && handler.handler < count);
                }
                assert!(code.local_variables.iter().all(|variable| variable.end <= count));
                for decoded in &code.instructions {
                    length += render(&decoded.instruction).len();
                    match &decoded.instruction {
                        Instruction::Branch(_, target) | Instruction::Goto(target) => {
                            assert!(*target < count)
                        }
                        Instruction::JumpSubroutine(target) => assert!(*target < count),
                        Instruction::Switch(switch) => {
                            assert!(switch.default < count);
                            assert!(switch.cases.iter().all(|(_, target)| *target < count));
                            assert!(switch.cases.is_sorted_by(|one, next| one.0 < next.0));
                        }
                        _ => {}
                    }
                }
            }
            Ok(length)
        }
        Err(error) => {
            let message = error.to_string();
            assert!(!message.is_empty() && !message.contains(['\n', '\r']), "{message:?}");
            Err(error.kind())
        }
    }
}

fn peak_memory_in_kilobytes() -> Option<u64> {
    let status = fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|line| line.starts_with("VmHWM:"))?;
    line.split_whitespace().nth(1)?.parse().ok()
}

/// Class files that are small and ask for much.
fn greedy_files() -> Vec<(&'static str, Vec<u8>)> {
    let mut files = Vec::new();

    let mut writer = ClassWriter::default();
    let text = writer.text(&"x".repeat(65_535));
    let strings: Vec<u16> = (0..20_000).map(|_| writer.constant(8, &text.to_be_bytes())).collect();
    let mut code: Vec<u8> = strings.iter().flat_map(|index| [19, (index >> 8) as u8, *index as u8]).collect();
    code.push(177);
    writer.method(&code, &[], &[]);
    files.push(("many string constants share a long text", writer.finish()));

    let mut writer = ClassWriter::default();
    let reference = writer.method_reference(10, "Hand", "bootstrap", "()I");
    let handle = writer.method_handle(6, reference);
    let pair = writer.name_and_type("c", "()V");
    let call_sites: Vec<u16> = (0..20_000).map(|_| writer.pair(18, 0, pair)).collect();
    writer.bootstrap_methods(&[(handle, vec![handle; 60_000])]);
    let mut code: Vec<u8> =
        call_sites.iter().take(13_000).flat_map(|index| [186, (index >> 8) as u8, *index as u8, 0, 0]).collect();
    code.push(177);
    writer.method(&code, &[], &[]);
    files.push(("many call sites share a long argument list", writer.finish()));

    let mut writer = ClassWriter::default();
    let reference = writer.method_reference(10, "Hand", "bootstrap", "()I");
    let handle = writer.method_handle(6, reference);
    let pair = writer.name_and_type("c", "I");
    let first = writer.pair(17, 0, pair);
    for number in 1..30 {
        writer.pair(17, number, pair);
    }
    let doubled = (1..30).map(|number| (handle, vec![first + number - 1; 2]));
    let methods: Vec<_> = std::iter::once((handle, vec![handle])).chain(doubled).collect();
    writer.bootstrap_methods(&methods);
    files.push(("dynamic constants double at every level", writer.finish()));

    let mut writer = ClassWriter::default();
    let line_table = writer.text("LineNumberTable");
    // A switch of nearly the whole code, and line numbers in the middle of it.
    let mut code = vec![170, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x3f, 0x00];
    code.resize(16 + 0x3f01 * 4, 0);
    code.push(177);
    let table: Vec<u8> = [0xff, 0xff].into_iter().chain((0..65_535).flat_map(|_| [0, 20, 0, 1])).collect();
    writer.method(&code, &[], &vec![(line_table, table); 20]);
    files.push(("line numbers inside a large instruction", writer.finish()));

    let mut writer = ClassWriter::default();
    let long_name = writer.class(&format!("a{}", "/b".repeat(32_000)));
    let code_part = [192, (long_name >> 8) as u8, long_name as u8];
    let mut code = code_part.repeat(21_000);
    code.push(177);
    for _ in 0..20 {
        writer.method(&code, &[], &[]);
    }
    files.push(("many casts to a class with a long name", writer.finish()));

    let mut writer = ClassWriter::default();
    let name = writer.text("f");
    let descriptor = writer.text(&format!("(L{};)V", "b".repeat(65_000)));
    writer.methods = vec![(0x0100, name, descriptor, Vec::new()); 60_000];
    files.push(("many methods share a long descriptor", writer.finish()));
    files
}

#[test]
fn broken_class_files_are_refused_and_do_no_harm() {
    for (what, bytes) in greedy_files() {
        let started = Instant::now();
        // Not rendered: writing out a shared text thousands of times takes what it takes.
        let outcome = decode_class(&bytes).map(|class| class.methods.len()).map_err(|error| error.to_string());
        println!("{what}: {} bytes, {outcome:?} in {:?}", bytes.len(), started.elapsed());
        assert!(started.elapsed() < Duration::from_secs(3), "{what}");
    }

    let seeds = seeds();
    assert!(seeds.len() >= 20, "{} seeds", seeds.len());
    for seed in &seeds {
        assert!(exercise(seed).is_ok(), "{:?}", decode_class(seed).err());
    }
    let mut random = Random(20);
    let mut outcomes: BTreeMap<String, usize> = BTreeMap::new();
    let started = Instant::now();
    let mut slowest = Duration::ZERO;
    for _ in 0..MUTANTS {
        let mutant = mutate(&mut random, &seeds);
        let one = Instant::now();
        let outcome = exercise(&mutant).map_or_else(|kind| format!("{kind:?}"), |_| "decoded".to_owned());
        slowest = slowest.max(one.elapsed());
        *outcomes.entry(outcome).or_default() += 1;
    }
    let memory = peak_memory_in_kilobytes();
    println!(
        "{MUTANTS} mutants of {} classes in {:?}, the slowest {slowest:?}: {outcomes:?}; peak memory {memory:?} KiB",
        seeds.len(),
        started.elapsed()
    );
    assert!(outcomes.values().all(|count| *count > 100), "the mutants reach every kind of outcome: {outcomes:?}");
    assert!(slowest < Duration::from_secs(5));
    assert!(memory.is_none_or(|kilobytes| kilobytes < 1 << 20));
}
