fn main() {
    let a: Vec<String> = std::env::args().collect();
    use casewise::session::suite::*;
    let mut job = SuiteJob::default();
    job.check.job.paths = vec![a[1].clone().into()];
    job.check.job.class = a.get(2).cloned();
    job.criteria = vec![Criterion::Boundary, Criterion::Mcdc, Criterion::Mutation, Criterion::Error];
    struct P;
    impl casewise::report::Progress for P {
        fn begin(&self, _: usize) {}
        fn done(&self, _: &str) {}
        fn end(&self) {}
    }
    std::thread::Builder::new()
        .stack_size(512 << 20)
        .spawn(move || suite(&job, &P).map_err(|_| ()).unwrap())
        .unwrap()
        .join()
        .unwrap();
}
