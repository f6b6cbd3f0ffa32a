//! All tests as one program: it is linked once, and on several cores all of them are busy to the end, however the tests are divided
//! into files. `cargo test reach::` runs those of one file.
#![allow(
    missing_docs,
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::unreachable,
    clippy::indexing_slicing
)]

mod architecture;
mod backward;
mod cache_entries;
mod cache_law;
mod case_studies;
mod check_baseline;
mod check_expectations;
mod check_fixtures;
mod check_ranking;
mod check_reports;
mod check_suppression;
mod check_verdicts;
mod class_path;
mod classfile_decoding;
mod classfile_robustness;
mod classfile_support;
mod closed_types;
mod command_line;
mod command_line_errors;
mod completions;
mod composition_equals_inlining;
mod config;
mod constructed_inputs;
mod demand;
mod diff;
mod diff_mutants;
mod diff_same;
mod differential;
mod documentation;
mod equivalence;
mod equivalence_of_mutants;
mod everyday;
mod floating_point_agreement;
mod folder_rules;
mod formulas;
mod github_action;
mod gradle_task;
mod guide;
mod hostile_input;
mod hostile_names;
mod hostile_programs;
mod html_report;
mod import_circles;
mod interop;
mod invariants;
mod jdk;
mod json_schema;
mod junit_writer;
mod kept_answers;
mod kept_initialisers;
mod kept_proofs;
mod known_invariants;
mod limits;
mod loop_summary;
mod machine_values;
mod maven_plugin;
mod mutate;
mod mutation;
mod natives;
mod opcodes;
mod open_calls;
mod parameterized;
mod premises;
mod printing;
mod program_inputs;
mod projects;
mod prove;
mod random_terms;
mod random_texts;
mod reach;
mod reach_kept;
mod release;
mod remote_cache;
mod replay_harness;
mod replay_laws;
mod rewrite_rules;
mod scripted_inputs;
mod selection;
mod setup;
mod shards;
mod show;
mod simplifier_rules;
mod solver_agreement;
mod solver_seam;
mod soundness;
mod soundness_generated;
mod soundness_mutants;
mod store;
mod store_trust;
mod strings;
mod suite_assertions;
mod suites;
mod support;
mod term_printing;
mod term_tables;
mod text_agreement;
mod text_queries;
mod text_rules;
mod text_semantics;
mod type_names;
