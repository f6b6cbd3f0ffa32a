//! What a module's description (`module-info.class`) says of services: which classes the module provides for which (JVMS 4.7.25).

/// The services of a module, each with the classes that it provides for it, in their order, as internal names; nothing for what is no
/// module's description.
pub(super) fn provided(bytes: &[u8]) -> Vec<(String, Vec<String>)> {
    services(bytes).unwrap_or_default()
}

/// A constant of which the attribute makes use.
enum Constant {
    Text(String),
    Class(usize),
    Other,
}

fn services(bytes: &[u8]) -> Option<Vec<(String, Vec<String>)>> {
    let mut reader = Cursor(bytes);
    reader.skip(8)?;
    let constants = constants(&mut reader)?;
    let text = |index: usize| match constants.get(index) {
        Some(Constant::Text(text)) => Some(text.clone()),
        _ => None,
    };
    let class = |index: usize| match constants.get(index) {
        Some(Constant::Class(name)) => text(*name),
        _ => None,
    };
    // Its flags, itself and its superclass; it has no interfaces, fields and methods.
    reader.skip(6 + 2 + 2 + 2)?;
    for _ in 0..reader.short()? {
        let (name, length) = (reader.short()?, reader.long()?);
        if text(name)? != "Module" {
            reader.skip(length)?;
            continue;
        }
        reader.skip(6)?;
        let requires = reader.short()?;
        reader.skip(6 * requires)?;
        for _ in 0..2 {
            // What it exports, and what it opens, each to other modules.
            for _ in 0..reader.short()? {
                reader.skip(4)?;
                let modules = reader.short()?;
                reader.skip(2 * modules)?;
            }
        }
        let uses = reader.short()?;
        reader.skip(2 * uses)?;
        let mut provided = Vec::new();
        for _ in 0..reader.short()? {
            let service = class(reader.short()?)?;
            let mut with = Vec::new();
            for _ in 0..reader.short()? {
                with.push(class(reader.short()?)?);
            }
            provided.push((service, with));
        }
        return Some(provided);
    }
    None
}

fn constants(reader: &mut Cursor<'_>) -> Option<Vec<Constant>> {
    let count = reader.short()?;
    let mut constants = vec![Constant::Other];
    while constants.len() < count {
        let constant = match reader.byte()? {
            1 => {
                let length = reader.short()?;
                Constant::Text(String::from_utf8_lossy(reader.take(length)?).into_owned())
            }
            7 => Constant::Class(reader.short()?),
            8 | 16 | 19 | 20 => {
                reader.skip(2)?;
                Constant::Other
            }
            15 => {
                reader.skip(3)?;
                Constant::Other
            }
            3 | 4 | 9..=12 | 17 | 18 => {
                reader.skip(4)?;
                Constant::Other
            }
            5 | 6 => {
                reader.skip(8)?;
                // A number of 64 bits takes two places.
                constants.push(Constant::Other);
                Constant::Other
            }
            _ => return None,
        };
        constants.push(constant);
    }
    Some(constants)
}

/// What is still to be read.
struct Cursor<'b>(&'b [u8]);

impl<'b> Cursor<'b> {
    fn take(&mut self, count: usize) -> Option<&'b [u8]> {
        let (taken, rest) = (self.0.get(..count)?, self.0.get(count..)?);
        self.0 = rest;
        Some(taken)
    }

    fn skip(&mut self, count: usize) -> Option<()> {
        self.take(count).map(|_| ())
    }

    fn byte(&mut self) -> Option<usize> {
        self.take(1)?.first().map(|byte| usize::from(*byte))
    }

    fn short(&mut self) -> Option<usize> {
        Some(self.byte()? << 8 | self.byte()?)
    }

    fn long(&mut self) -> Option<usize> {
        Some(self.short()? << 16 | self.short()?)
    }
}
