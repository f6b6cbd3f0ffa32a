//! The command line program: see [`casewise::cli`].

/// Exploring forks states, which allocates: this allocator halves what the system's costs (see benches/).
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> std::process::ExitCode {
    casewise::cli::main()
}
