//! The command line program: see [`casewise::cli`].

fn main() -> std::process::ExitCode {
    casewise::cli::main()
}
