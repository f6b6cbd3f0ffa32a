use casewise::*;
use std::collections::HashMap;
use std::sync::{Arc, Mutex};
struct Src(Mutex<HashMap<(program::MethodId, u32), Arc<summary::Summary>>>);
impl summary::SummarySource for Src {
    fn summary(&self, m: program::MethodId, l: u32) -> Option<Arc<summary::Summary>> {
        self.0.lock().unwrap().get(&(m, l)).cloned()
    }
}
fn main() {
    let a: Vec<String> = std::env::args().collect();
    let arith = if a[2] == "math" { term::Arithmetic::Math } else { term::Arithmetic::Java };
    let inline = a.get(3).map(|s| s == "inline").unwrap_or(false);
    let l = classfile::load_class_path(&[a[1].clone().into()]);
    let p = program::Program::link(l.classes.into_iter().map(|c| c.class));
    let g = graph::CallGraph::of(&p);
    let src = Src(Default::default());
    let job = session::Job::default();
    let only = a.get(4);
    for c in g.components() {
        let levels: Vec<u32> = if c.recursive { (1..=job.limits.recursion).collect() } else { vec![0] };
        for lv in levels {
            for &m in &c.methods {
                if p.code(m).is_none() || &*p.method(m).name == "<clinit>" {
                    continue;
                }
                if inline && lv != 0 && lv != job.limits.recursion {
                    continue;
                }
                if let Some(o) = only {
                    if inline && !p.method_label(m).contains(o.as_str()) {
                        continue;
                    }
                }
                let t = std::time::Instant::now();
                let o = summary::AnalysisOptions {
                    arithmetic: arith,
                    limits: job.limits,
                    budget: explore::Budget {
                        cases: 50000,
                        ends: 100000,
                        instructions: 20_000_000,
                        solver_calls: 20000,
                        deadline: None,
                    },
                    solver_resources: 2_000_000,
                    inline,
                };
                let an = summary::analyse(&p, &g, &models::Models, &src, (m, lv), &o, &mut |_, _| {});
                println!(
                    "{}{} L{lv} cases {} states {} instr {} {:?} {:?} caveats {}",
                    p.method_label(m),
                    p.method(m).descriptor,
                    an.summary.case_count(),
                    an.costs.states,
                    an.costs.instructions,
                    an.solver,
                    t.elapsed(),
                    an.summary.caveats.iter().map(|c| c.to_string()).collect::<Vec<_>>().join("; ")
                );
                src.0.lock().unwrap().insert((m, lv), Arc::new(an.summary));
            }
        }
    }
}
