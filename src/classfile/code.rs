//! The `Code` attribute: a method's instructions with everything that is said in byte offsets said in indices.

use super::class::{Code, ExceptionHandler, LocalVariable};
use super::constant_pool::ConstantPool;
use super::error::{ClassFileError, Decoded};
use super::layout::Layout;
use super::operands::InstructionDecoder;
use super::reader::Reader;
use classfile_parser::attribute_info::{CodeAttribute, ExceptionEntry, code_attribute_parser};

/// JVMS 4.7.3: branch offsets and tables cannot reach further.
const LONGEST_CODE: usize = 65_535;

/// Decodes the content of a `Code` attribute.
pub(super) fn decode_code(content: &[u8], pool: &ConstantPool) -> Decoded<Code> {
    let attribute = match code_attribute_parser(content) {
        Ok(([], attribute)) => attribute,
        Ok((rest, _)) => {
            let count = rest.len();
            return Err(ClassFileError::malformed(format!(
                "{count} bytes are left over at the end of the Code attribute"
            )));
        }
        Err(_) => {
            return Err(ClassFileError::truncated("the Code attribute ends too early"));
        }
    };
    let code = &attribute.code;
    if code.is_empty() || code.len() > LONGEST_CODE {
        return Err(ClassFileError::malformed(format!(
            "the code has {} bytes; 1 to {LONGEST_CODE} are allowed",
            code.len()
        )));
    }
    let layout = Layout::new(code)?;
    let decoder = InstructionDecoder { pool, layout: &layout, max_locals: attribute.max_locals };
    let mut reader = Reader::new(code);
    let mut instructions = Vec::with_capacity(layout.count());
    while reader.remaining() > 0 {
        instructions.push(decoder.decode(&mut reader)?);
    }
    let mut handlers = Vec::with_capacity(attribute.exception_table.len());
    for (number, entry) in attribute.exception_table.iter().enumerate() {
        let handler = exception_handler(entry, &layout, pool);
        handlers.push(handler.map_err(|error| error.within(format!("exception table entry {number}")))?);
    }
    let (lines, local_variables) = decode_tables(&attribute, &layout, pool)?;
    Ok(Code {
        max_stack: attribute.max_stack,
        max_locals: attribute.max_locals,
        instructions,
        handlers,
        lines,
        local_variables,
    })
}

fn exception_handler(entry: &ExceptionEntry, layout: &Layout, pool: &ConstantPool) -> Decoded<ExceptionHandler> {
    let start = layout.instruction(i64::from(entry.start_pc)).map_err(|error| error.within("start"))?;
    let end = layout.boundary(i64::from(entry.end_pc)).map_err(|error| error.within("end"))?;
    let handler = layout.instruction(i64::from(entry.handler_pc)).map_err(|error| error.within("handler"))?;
    if start >= end {
        return Err(ClassFileError::malformed(format!(
            "the range from offset {} to {} is empty",
            entry.start_pc, entry.end_pc
        )));
    }
    Ok(ExceptionHandler { start, end, handler, catch_type: pool.optional_class_name(entry.catch_type)? })
}

type Tables = (Vec<(u32, u16)>, Vec<LocalVariable>);

/// Line numbers and local variable names; each may be spread over several attributes.
fn decode_tables(attribute: &CodeAttribute, layout: &Layout, pool: &ConstantPool) -> Decoded<Tables> {
    let mut lines = Vec::new();
    let mut local_variables = Vec::new();
    for table in &attribute.attributes {
        let name = pool.plain_text(table.attribute_name_index)?;
        let mut reader = Reader::new(&table.info);
        match name {
            "LineNumberTable" => read_lines(&mut reader, layout, &mut lines),
            "LocalVariableTable" => read_local_variables(&mut reader, layout, pool, &mut local_variables),
            _ => continue,
        }
        .and_then(|()| reader.finish())
        .map_err(|error| error.within(name))?;
    }
    // Stable: of several lines for one instruction the last of the file stays last.
    lines.sort_by_key(|(index, _)| *index);
    Ok((lines, local_variables))
}

fn read_lines(reader: &mut Reader<'_>, layout: &Layout, lines: &mut Vec<(u32, u16)>) -> Decoded<()> {
    for _ in 0..reader.u16()? {
        let start = layout.next_boundary(usize::from(reader.u16()?))?;
        let line = reader.u16()?;
        lines.push((start, line));
    }
    Ok(())
}

fn read_local_variables(
    reader: &mut Reader<'_>,
    layout: &Layout,
    pool: &ConstantPool,
    local_variables: &mut Vec<LocalVariable>,
) -> Decoded<()> {
    for _ in 0..reader.u16()? {
        let start = usize::from(reader.u16()?);
        let end = start + usize::from(reader.u16()?);
        let name = pool.text(reader.u16()?)?;
        let descriptor = pool.text(reader.u16()?)?;
        let index = reader.u16()?;
        local_variables.push(LocalVariable {
            start: layout.next_boundary(start)?,
            end: layout.next_boundary(end)?,
            name,
            descriptor,
            index,
        });
    }
    Ok(())
}
