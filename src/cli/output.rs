//! Writing results to stdout, and the width that there is for them.

use super::exit::Failure;
use crate::report::PrintableWriter;
use std::fs::File;
use std::io::{self, BufWriter, ErrorKind, Write};
use std::path::Path;
use terminal_size::{Width, terminal_size_of};

/// The width of a page that is no terminal.
const PAGE_WIDTH: usize = 120;

/// Writes a result to stdout, through what keeps a terminal from obeying texts of class files. A reader that went away has seen what it wanted.
pub(super) fn write_result(write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> Result<(), Failure> {
    let mut output = BufWriter::with_capacity(1 << 16, io::stdout().lock());
    let result = until_closed(&mut PrintableWriter::new(&mut output), write);
    // What could not be written must not be tried again when the buffer is dropped.
    let _ = output.into_parts();
    result.map_err(Failure::Output)
}

/// Writes a result to a file, as it would be written to stdout.
pub(super) fn write_file(path: &Path, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> Result<(), Failure> {
    let named =
        |error: io::Error| Failure::Output(io::Error::new(error.kind(), format!("{}: {error}", path.display())));
    let file = File::create(path).map_err(named)?;
    let mut output = PrintableWriter::new(BufWriter::new(file));
    write(&mut output).and_then(|()| output.flush()).map_err(named)
}

fn until_closed(output: &mut dyn Write, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
    match write(output).and_then(|()| output.flush()) {
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(()),
        result => result,
    }
}

/// The columns of the terminal that stdout is, or of a page.
pub(super) fn width() -> usize {
    terminal_size_of(io::stdout()).map_or(PAGE_WIDTH, |(Width(columns), _)| usize::from(columns).max(40))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;

    /// Fails with a kind of error once a few bytes are written.
    struct Failing(usize, ErrorKind);

    impl Write for Failing {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            if self.0 == 0 {
                return Err(self.1.into());
            }
            let taken = bytes.len().min(self.0);
            self.0 -= taken;
            Ok(taken)
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn a_closed_pipe_ends_quietly_and_a_full_disk_does_not() {
        let write = |output: &mut dyn Write| writeln!(output, "more than three bytes");
        assert!(until_closed(&mut Failing(3, ErrorKind::BrokenPipe), write).is_ok());
        let full = until_closed(&mut Failing(3, ErrorKind::StorageFull), write);
        assert_eq!(full.unwrap_err().kind(), ErrorKind::StorageFull);
    }
}
