//! Decoding of class files: all of `java.base`, agreement with another decoder, and hand-written files.

use crate::classfile_support::{ClassWriter, SAMPLE, class_files, compile, java_base};
use casewise::classfile::*;
use ristretto_classfile::attributes::{Attribute, Instruction as OtherInstruction};
use std::fs;
use std::time::Instant;

#[test]
fn every_class_of_java_base_decodes() {
    let files = class_files(&java_base());
    let started = Instant::now();
    let (mut methods, mut instructions, mut handlers, mut lines) = (0, 0, 0, 0);
    for file in &files {
        let class =
            decode_class(&fs::read(file).unwrap()).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
        assert!(!class.is_misread, "{}", file.display());
        methods += class.methods.len();
        for method in &class.methods {
            assert!(parse_method_descriptor(&method.descriptor).is_some());
            if let Some(code) = &method.code {
                instructions += code.instructions.len();
                handlers += code.handlers.len();
                lines += code.lines.len();
                code.instructions.iter().for_each(|decoded| assert!(!render(&decoded.instruction).is_empty()));
            }
        }
    }
    println!(
        "java.base: {} classes, {methods} methods, {instructions} instructions, {handlers} handlers, {lines} lines in {:?}",
        files.len(),
        started.elapsed()
    );
    assert!(files.len() > 5_000, "java.base has {} classes", files.len());
}

/// How many bytes an instruction of the other decoder takes at an offset, which only switches depend on.
fn other_length(instruction: &OtherInstruction, offset: usize) -> usize {
    let padding = 3 - offset % 4;
    match instruction {
        OtherInstruction::Tableswitch(switch) => 1 + padding + 12 + 4 * switch.offsets.len(),
        OtherInstruction::Lookupswitch(switch) => 1 + padding + 8 + 8 * switch.pairs.len(),
        _ => {
            let mut bytes = std::io::Cursor::new(Vec::new());
            instruction.to_bytes(&mut bytes).unwrap();
            bytes.into_inner().len()
        }
    }
}

/// The targets of a branch, default first.
fn targets(instruction: &Instruction) -> Vec<i64> {
    match instruction {
        Instruction::Branch(_, target) | Instruction::Goto(target) | Instruction::JumpSubroutine(target) => {
            vec![i64::from(*target)]
        }
        Instruction::Switch(switch) => {
            let cases = switch.cases.iter().flat_map(|(key, target)| [i64::from(*key), i64::from(*target)]);
            std::iter::once(i64::from(switch.default)).chain(cases).collect()
        }
        _ => Vec::new(),
    }
}

fn other_targets(instruction: &OtherInstruction, index: i64) -> Vec<i64> {
    use OtherInstruction as Other;
    match instruction {
        Other::Ifeq(to)
        | Other::Ifne(to)
        | Other::Iflt(to)
        | Other::Ifge(to)
        | Other::Ifgt(to)
        | Other::Ifle(to)
        | Other::If_icmpeq(to)
        | Other::If_icmpne(to)
        | Other::If_icmplt(to)
        | Other::If_icmpge(to)
        | Other::If_icmpgt(to)
        | Other::If_icmple(to)
        | Other::If_acmpeq(to)
        | Other::If_acmpne(to)
        | Other::Ifnull(to)
        | Other::Ifnonnull(to)
        | Other::Goto(to)
        | Other::Jsr(to) => vec![i64::from(*to)],
        Other::Goto_w(to) | Other::Jsr_w(to) => vec![i64::from(*to)],
        Other::Tableswitch(switch) => {
            let cases = (i64::from(switch.low)..).zip(&switch.offsets);
            let cases = cases.flat_map(|(key, offset)| [key, index + i64::from(*offset)]);
            std::iter::once(index + i64::from(switch.default)).chain(cases).collect()
        }
        Other::Lookupswitch(switch) => {
            let cases = switch.pairs.iter();
            let cases = cases.flat_map(|(key, offset)| [i64::from(*key), index + i64::from(*offset)]);
            std::iter::once(index + i64::from(switch.default)).chain(cases).collect()
        }
        _ => Vec::new(),
    }
}

#[test]
fn instructions_agree_with_another_decoder() {
    let (mut classes, mut methods, mut instructions, mut branches) = (0, 0, 0, 0);
    for file in class_files(&java_base()).iter().step_by(10) {
        let bytes = fs::read(file).unwrap();
        let class = decode_class(&bytes).unwrap();
        let other = ristretto_classfile::ClassFile::from_slice(&bytes).unwrap();
        assert_eq!(class.methods.len(), other.methods.len());
        classes += 1;
        for (method, other) in class.methods.iter().zip(&other.methods) {
            let place = format!("{}.{}{}", class.name, method.name, method.descriptor);
            let other = other.attributes.iter().find_map(|attribute| match attribute {
                Attribute::Code { code, exception_table, max_stack, max_locals, .. } => {
                    Some((code, exception_table, *max_stack, *max_locals))
                }
                _ => None,
            });
            let Some((other_code, other_handlers, max_stack, max_locals)) = other else {
                assert!(method.code.is_none(), "{place}");
                continue;
            };
            let code = method.code.as_ref().unwrap();
            assert_eq!((code.max_stack, code.max_locals), (max_stack, max_locals), "{place}");
            assert_eq!(code.instructions.len(), other_code.len(), "{place}");
            let mut offset = 0;
            for (index, (ours, theirs)) in (0..).zip(code.instructions.iter().zip(other_code)) {
                assert_eq!(ours.offset as usize, offset, "{place}");
                let length = other_length(theirs, offset);
                // A wide form has the opcode of the plain one here, and a name of its own there.
                let theirs_name = format!("{theirs:?}").to_lowercase();
                assert!(theirs_name.starts_with(mnemonic(ours.opcode)), "{place}: {ours:?} or {theirs_name}");
                let found = targets(&ours.instruction);
                assert_eq!(found, other_targets(theirs, index), "{place} at {offset}");
                branches += usize::from(!found.is_empty());
                offset += length;
                instructions += 1;
            }
            assert_eq!(code.handlers.len(), other_handlers.len(), "{place}");
            for (ours, theirs) in code.handlers.iter().zip(other_handlers) {
                assert_eq!(ours.start, u32::from(theirs.range_pc.start), "{place}");
                assert_eq!(ours.handler, u32::from(theirs.handler_pc), "{place}");
            }
            methods += 1;
        }
    }
    println!("agreed: {classes} classes, {methods} methods, {instructions} instructions, {branches} branches");
    assert!(methods > 4_000);
}

/// A class of the compiled sample.
fn sample(name: &str) -> ClassFile {
    let folder = tempfile::tempdir().unwrap();
    compile(SAMPLE, folder.path());
    decode_class(&fs::read(folder.path().join(format!("{name}.class"))).unwrap()).unwrap()
}

fn method<'a>(class: &'a ClassFile, name: &str) -> &'a Method {
    class.methods.iter().find(|method| &*method.name == name).unwrap()
}

fn rendered(method: &Method) -> Vec<String> {
    method.code.as_ref().unwrap().instructions.iter().map(|decoded| render(&decoded.instruction)).collect()
}

#[test]
fn a_compiled_class_decodes_as_it_was_written() {
    let class = sample("Sample");
    assert_eq!(&*class.name, "Sample");
    assert_eq!(class.superclass.as_deref(), Some("java/lang/Object"));
    assert_eq!(class.interfaces.iter().map(|name| &**name).collect::<Vec<_>>(), ["java/io/Serializable"]);
    assert_eq!(class.source_file.as_deref(), Some("Sample.java"));
    assert!(class.signature.as_deref().unwrap().contains("Comparable"));
    assert!(class.nest_members.iter().any(|member| &**member == "Sample$Point"));
    assert!(class.inner_classes.iter().any(|inner| inner.name.is_none() && inner.outer.is_none()));
    assert!(class.bootstrap_methods.len() >= 3);
    assert_eq!(class.version.1, 0);

    let constant = |name: &str| class.fields.iter().find(|field| &*field.name == name).unwrap().constant.clone();
    assert_eq!(constant("NUMBER"), Some(LoadableConstant::Int(7)));
    assert_eq!(constant("serialVersionUID"), Some(LoadableConstant::Long(5)));
    assert_eq!(constant("D"), Some(LoadableConstant::Double((-0.0f64).to_bits())));
    assert_eq!(constant("F"), Some(LoadableConstant::Float(1.5f32.to_bits())));
    let text: Vec<u16> = vec![u16::from(b't'), 0, 0xd800, u16::from(b'x')];
    assert_eq!(constant("TEXT"), Some(LoadableConstant::String(StringConstant(text.into()))));
    assert_eq!(constant("grid"), None);

    let abs = method(&class, "abs");
    assert_eq!(rendered(abs), ["iload 0", "ifgt 5", "iload 0", "ineg", "ireturn", "iload 0", "ireturn"]);
    assert_eq!(abs.parameter_names.iter().map(Option::as_deref).collect::<Vec<_>>(), [Some("a")]);
    let code = abs.code.as_ref().unwrap();
    assert_eq!(code.local_variables.len(), 1);
    assert_eq!((code.local_variables[0].start, code.local_variables[0].end), (0, 7));
    assert!(code.line(0).is_some() && code.line(6) == code.line(0));

    assert!(rendered(method(&class, "dense"))[1].starts_with("switch 1: "));
    assert!(rendered(method(&class, "sparse"))[1].starts_with("switch -70000: "));
    assert!(rendered(method(&class, "join")).iter().any(|text| text.contains("by StringConcatFactory.makeConcat")));
    assert!(
        rendered(method(&class, "lambda"))
            .iter()
            .any(|text| text == "invokedynamic get by LambdaMetafactory.metafactory")
    );
    let wide = method(&class, "wide");
    assert_eq!(wide.exceptions.len(), 2);
    assert!(rendered(wide).iter().any(|text| text == "iinc 8 by 1000"), "{:?}", rendered(wide));
    assert!(wide.code.as_ref().unwrap().handlers.iter().any(|handler| handler.catch_type.is_none()));
    let various = rendered(method(&class, "various"));
    for expected in ["getstatic Sample.$assertionsDisabled", "ldc String.class", "ldc int[].class", "checkcast String"]
    {
        assert!(various.iter().any(|text| text == expected), "{expected} in {various:?}");
    }
    assert!(various.iter().any(|text| text == "invokevirtual int[].clone"), "{various:?}");
    assert!(method(&class, "nothing").code.is_none());
    assert!(rendered(method(&class, "<init>")).iter().any(|text| text == "multianewarray int[][] 2"));
}

#[test]
fn records_nests_and_sealed_types_are_read() {
    let folder = tempfile::tempdir().unwrap();
    compile(SAMPLE, folder.path());
    let class = |name: &str| decode_class(&fs::read(folder.path().join(format!("{name}.class"))).unwrap()).unwrap();
    let record = class("Sample$Point").record.unwrap();
    let components: Vec<_> = record.iter().map(|component| (&*component.name, &*component.descriptor)).collect();
    assert_eq!(components, [("x", "I"), ("y", "D")]);
    assert_eq!(class("Sample$Point").nest_host.as_deref(), Some("Sample"));
    assert_eq!(class("Sample$Shape").permitted_subclasses.unwrap().len(), 2);
    assert!(class("Sample").permitted_subclasses.is_none() && class("Sample").record.is_none());
    let (enclosing, enclosing_method) = class("Sample$1Local").enclosing_method.unwrap();
    assert_eq!((&*enclosing, &*enclosing_method.unwrap().0), ("Sample", "various"));
}

#[test]
fn a_module_description_decodes() {
    let class = decode_class(&fs::read(java_base().join("module-info.class")).unwrap()).unwrap();
    assert_eq!(&*class.name, "module-info");
    assert!(class.superclass.is_none() && class.methods.is_empty());
}

/// The instructions of a hand-written method.
fn decoded(code: &[u8]) -> Vec<DecodedInstruction> {
    let mut writer = ClassWriter::default();
    writer.method(code, &[], &[]);
    let class = decode_class(&writer.finish()).unwrap();
    class.methods[0].code.as_ref().unwrap().instructions.clone()
}

/// What is said of a hand-written file that cannot be decoded.
fn refusal(bytes: &[u8]) -> String {
    let message = decode_class(bytes).unwrap_err().to_string();
    assert!(!message.contains('\n') && !message.is_empty());
    message
}

fn code_refusal(code: &[u8]) -> String {
    let mut writer = ClassWriter::default();
    writer.method(code, &[], &[]);
    refusal(&writer.finish())
}

#[test]
fn wide_forms_have_the_opcode_that_they_widen() {
    let instructions = decoded(&[196, 132, 0, 3, 0xfe, 0, 196, 21, 0, 4, 87, 196, 169, 0, 1]);
    let found: Vec<_> = instructions.iter().map(|one| (one.offset, one.opcode, render(&one.instruction))).collect();
    let expected = [(0, 132, "iinc 3 by -512"), (6, 21, "iload 4"), (10, 87, "pop"), (11, 169, "ret 1")];
    assert_eq!(found, expected.map(|(offset, opcode, text)| (offset, opcode, text.to_owned())));
}

#[test]
fn subroutines_and_long_jumps_decode() {
    let instructions = decoded(&[200, 0, 0, 0, 8, 168, 0, 3, 201, 0xff, 0xff, 0xff, 0xfd, 177]);
    let found: Vec<_> = instructions.iter().map(|one| render(&one.instruction)).collect();
    assert_eq!(found, ["goto 2", "jsr 2", "jsr 1", "return"]);
}

#[test]
fn conversions_and_arithmetic_have_the_names_of_their_opcodes() {
    let same: Vec<u8> =
        (87..=95).chain(96..=131).chain(133..=152).chain(46..=53).chain(79..=86).chain(172..=177).collect();
    for opcode in same.into_iter().chain([0, 1, 190, 191, 194, 195]) {
        assert_eq!(render(&decoded(&[opcode])[0].instruction), mnemonic(opcode));
    }
    for opcode in (153..=166).chain([198, 199]) {
        let text = render(&decoded(&[opcode, 0, 3, 177])[0].instruction);
        assert_eq!(text, format!("{} 1", mnemonic(opcode)));
    }
}

#[test]
fn versions_outside_the_range_are_refused_by_name() {
    let with_version = |version| {
        let mut writer = ClassWriter::default();
        writer.version = version;
        writer.finish()
    };
    assert!(decode_class(&with_version(45)).is_ok() && decode_class(&with_version(69)).is_ok());
    assert_eq!(
        refusal(&with_version(70)),
        "class-file version 70 is from Java 26; versions up to 69 (Java 25) can be read"
    );
    assert_eq!(refusal(&with_version(44)), "class-file version 44 is none: the oldest is 45, of Java 1.1");
    assert_eq!(decode_class(&with_version(70)).unwrap_err().kind(), ClassFileErrorKind::UnsupportedVersion);
}

#[test]
fn what_is_no_class_file_is_called_so() {
    for bytes in [&b""[..], b"\xca\xfe", b"PK\x03\x04 and so on"] {
        assert_eq!(decode_class(bytes).unwrap_err().kind(), ClassFileErrorKind::NotAClassFile);
    }
    let whole = ClassWriter::default().finish();
    for length in 4..whole.len() {
        assert_eq!(decode_class(&whole[..length]).unwrap_err().kind(), ClassFileErrorKind::Truncated, "{length}");
    }
    let longer = [&whole[..], &[0]].concat();
    assert!(refusal(&longer).contains("1 byte is left over"), "{}", refusal(&longer));
}

#[test]
fn broken_code_is_refused_with_its_place() {
    for (code, expected) in [
        (&[0xcb][..], "method m()V: offset 0: unknown opcode 203"),
        (&[], "method m()V: the code has 0 bytes; 1 to 65535 are allowed"),
        (&[0, 16], "method m()V: offset 1: ends at byte 2, but 1 more is needed from byte 2"),
        (&[167, 0, 1, 177], "method m()V: offset 0: goto: its target: offset 1 is inside an instruction"),
        (
            &[167, 0, 4, 177],
            "method m()V: offset 0: goto: its target: offset 4 is the end of the code, not an instruction",
        ),
        (
            &[167, 0x80, 0, 177],
            "method m()V: offset 0: goto: its target: offset -32768 is outside the code, which has 4 bytes",
        ),
        (&[196, 0, 177], "method m()V: offset 0: opcode 0 has no wide form"),
        (&[21, 10, 177], "method m()V: offset 0: iload: local variable 10 of a method with 10 local variable slots"),
        (&[22, 9, 177], "method m()V: offset 0: lload: local variable 9 of a method with 10 local variable slots"),
        (&[188, 3, 177], "method m()V: offset 0: newarray: newarray of the unknown element type 3"),
        (&[170, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 177], "method m()V: offset 0: tableswitch from 1 to 0"),
        (&[171, 0, 0, 0, 0, 0, 0, 0, 0xff, 0, 0, 0, 177], "method m()V: offset 0: lookupswitch with -16777216 cases"),
        (&[18, 200, 177], "method m()V: offset 0: ldc: constant 200 does not exist: the pool holds 1 to 7"),
        (&[18, 1, 177], "method m()V: offset 0: ldc: constant 1 is a text, not a constant that can be loaded"),
    ] {
        assert_eq!(code_refusal(code), expected);
    }
    let hostile_table = [170, 0, 0, 0, 0, 0, 0, 0, 0x80, 0, 0, 0, 0x7f, 0xff, 0xff, 0xff, 177];
    assert!(code_refusal(&hostile_table).contains("more are needed"), "{}", code_refusal(&hostile_table));
    let unsorted = [171, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 0, 0, 0, 5, 0, 0, 0, 0, 0, 0, 0, 5, 0, 0, 0, 0, 177];
    assert!(code_refusal(&unsorted).contains("the keys do not ascend at 5"));
}

#[test]
fn exception_ranges_are_in_instructions_and_may_end_with_the_code() {
    let file = |handler: [u16; 4]| {
        let mut writer = ClassWriter::default();
        writer.method(&[17, 0, 5, 87, 177], &[handler], &[]);
        decode_class(&writer.finish())
    };
    let class = file([0, 5, 4, 0]).unwrap();
    let expected = ExceptionHandler { start: 0, end: 3, handler: 2, catch_type: None };
    assert_eq!(class.methods[0].code.as_ref().unwrap().handlers, [expected]);
    for broken in [[1, 5, 4, 0], [0, 2, 4, 0], [0, 6, 4, 0], [0, 5, 5, 0], [3, 3, 4, 0], [4, 3, 4, 0], [0, 5, 4, 1]] {
        let message = file(broken).unwrap_err().to_string();
        assert!(message.starts_with("method m()V: exception table entry 0: "), "{message}");
    }
}

#[test]
fn line_tables_are_sorted_and_tolerate_offsets_inside_instructions() {
    let mut writer = ClassWriter::default();
    let name = writer.text("LineNumberTable");
    let table = [0, 3, 0, 4, 0, 9, 0, 0, 0, 7, 0, 1, 0, 8].to_vec();
    writer.method(&[17, 0, 5, 87, 177], &[], &[(name, table)]);
    let class = decode_class(&writer.finish()).unwrap();
    let code = class.methods[0].code.as_ref().unwrap();
    assert_eq!(code.lines, [(0, 7), (1, 8), (2, 9)]);
    assert_eq!((code.line(0), code.line(1), code.line(2)), (Some(7), Some(8), Some(9)));
}

/// A class whose method pushes a dynamic constant; `depth` of them are nested.
fn nested_dynamic_constants(depth: u16, in_order: bool) -> Vec<u8> {
    let mut writer = ClassWriter::default();
    let reference = writer.method_reference(10, "Hand", "bootstrap", "()I");
    let handle = writer.method_handle(6, reference);
    let pair = writer.name_and_type("c", "I");
    let number = writer.constant(3, &5i32.to_be_bytes());
    let first = writer.pair(17, 0, pair);
    let mut methods = vec![(handle, vec![number])];
    for index in 1..depth {
        let inner = first + index - 1;
        methods.push((handle, vec![inner]));
        assert_eq!(writer.pair(17, index, pair), inner + 1);
    }
    writer.bootstrap_methods(&methods);
    let indices: Vec<u16> = if in_order { (first..first + depth).collect() } else { vec![first + depth - 1] };
    let mut code: Vec<u8> =
        indices.iter().flat_map(|index| [[19], [index.to_be_bytes()[0]], [index.to_be_bytes()[1]]].concat()).collect();
    code.push(177);
    writer.method(&code, &[], &[]);
    writer.finish()
}

#[test]
fn dynamic_constants_are_resolved_and_their_nesting_is_bounded() {
    let class = decode_class(&nested_dynamic_constants(2, true)).unwrap();
    let instructions = &class.methods[0].code.as_ref().unwrap().instructions;
    let Instruction::Constant(LoadableConstant::Dynamic(outer)) = &instructions[1].instruction else { panic!() };
    let LoadableConstant::Dynamic(inner) = &outer.arguments[0] else { panic!() };
    assert_eq!((&*outer.descriptor, &*inner.bootstrap.name), ("I", "bootstrap"));
    assert_eq!(inner.arguments, [LoadableConstant::Int(5)]);
    for in_order in [true, false] {
        assert!(decode_class(&nested_dynamic_constants(10, in_order)).is_ok());
        let message = refusal(&nested_dynamic_constants(40, in_order));
        assert!(message.contains("more than 32 deep"), "{message}");
    }
}

#[test]
fn a_circle_of_dynamic_constants_is_refused() {
    let mut writer = ClassWriter::default();
    let reference = writer.method_reference(10, "Hand", "bootstrap", "()I");
    let handle = writer.method_handle(6, reference);
    let pair = writer.name_and_type("c", "I");
    let constant = writer.pair(17, 0, pair);
    writer.bootstrap_methods(&[(handle, vec![constant, constant])]);
    let message = refusal(&writer.finish());
    assert!(message.contains("arguments of each other"), "{message}");
}

#[test]
fn the_newer_constants_are_told_apart_from_those_of_their_shape() {
    let mut writer = ClassWriter::default();
    let name = writer.text("a/module");
    let module = writer.constant(19, &name.to_be_bytes());
    let package = writer.constant(20, &name.to_be_bytes());
    let pair = writer.name_and_type("c", "()V");
    let dynamic = writer.pair(17, 0, pair);
    let call_site = writer.pair(18, 0, pair);
    for (code, expected) in [
        (vec![187, 0, module as u8, 177], "is a module, not a class"),
        (vec![192, 0, package as u8, 177], "is a package, not a class"),
        (vec![186, 0, dynamic as u8, 0, 0, 177], "is a dynamic constant, not a call site"),
        (vec![18, call_site as u8, 177], "is a call site, not a constant that can be loaded"),
    ] {
        let mut writer = writer.clone();
        writer.method(&code, &[], &[]);
        let message = refusal(&writer.finish());
        assert!(message.ends_with(expected), "{message}");
    }
}

#[test]
fn messages_stay_on_one_short_line_whatever_a_name_holds() {
    let mut writer = ClassWriter::default();
    let name = writer.text(&format!("line\nbreak{}", "x".repeat(60_000)));
    let descriptor = writer.text("no descriptor");
    writer.methods.push((0x0100, name, descriptor, Vec::new()));
    let message = refusal(&writer.finish());
    assert!(message.starts_with("method line\\nbreakxxx") && message.len() < 1_000, "{message}");
    assert!(message.ends_with("\"no descriptor\" is no method descriptor"), "{message}");
}
