//! What an earlier run has found, as its SARIF says: what is found again is no news.

use super::check::CheckReport;
use super::rank::BaselineState;
use serde_sarif::sarif::{Result as SarifResult, Sarif};
use std::collections::BTreeMap;

/// The name under which fingerprints stand; its number changes when what they are made of does.
pub(super) const FINGERPRINT: &str = "casewiseFailure/v1";

/// The findings of an earlier run, by fingerprint.
#[derive(Clone, Debug, Default)]
pub struct Baseline {
    results: BTreeMap<String, SarifResult>,
}

impl Baseline {
    /// Reads what `check` has written as SARIF. Results of other tools are left aside, and so is what an earlier baseline had and that
    /// run did not find, and what was suppressed: that is hidden for as long as somebody says so, and not for good.
    ///
    /// # Errors
    /// In one line, why the text is no SARIF.
    pub fn parse(text: &str) -> Result<Baseline, String> {
        let document: Sarif = serde_json::from_str(text).map_err(|error| format!("no SARIF: {error}"))?;
        let of_run = document.runs.into_iter().flat_map(|run| run.results.unwrap_or_default());
        let is_absent = |result: &SarifResult| result.baseline_state.as_ref().is_some_and(|state| state == ABSENT);
        let is_suppressed = |result: &SarifResult| result.suppressions.as_ref().is_some_and(|all| !all.is_empty());
        let counts = |result: &SarifResult| !is_absent(result) && !is_suppressed(result);
        let named = of_run.filter(counts).filter_map(|result| {
            let fingerprint = result.partial_fingerprints.as_ref()?.get(FINGERPRINT)?.clone();
            Some((fingerprint, result))
        });
        Ok(Baseline { results: named.collect() })
    }

    /// Notes of each cause of a report how it stands to the baseline.
    pub fn compare(&self, report: &mut CheckReport) {
        for cause in &mut report.causes {
            cause.baseline = Some(match self.results.contains_key(&cause.fingerprint) {
                true => BaselineState::Unchanged,
                false => BaselineState::New,
            });
        }
    }

    /// The results that a report has no cause for any more, as such.
    pub fn absent(&self, report: &CheckReport) -> Absent {
        let is_found = |fingerprint: &String| report.causes.iter().any(|cause| cause.fingerprint == *fingerprint);
        let gone = self.results.iter().filter(|(fingerprint, _)| !is_found(fingerprint));
        Absent(gone.map(|(_, result)| SarifResult { baseline_state: Some(ABSENT.into()), ..result.clone() }).collect())
    }
}

/// What an earlier run has found and this one has not.
#[derive(Clone, Debug, Default)]
pub struct Absent(pub(super) Vec<SarifResult>);

impl Absent {
    /// As JSON.
    pub fn values(&self) -> Vec<serde_json::Value> {
        self.0.iter().filter_map(|result| serde_json::to_value(result).ok()).collect()
    }

    /// Of JSON.
    ///
    /// # Errors
    /// In one line, where a value is no result.
    pub fn of(values: &[serde_json::Value]) -> Result<Absent, String> {
        let results = values.iter().map(|value| serde_json::from_value(value.clone()));
        Ok(Absent(results.collect::<Result<_, _>>().map_err(|error| format!("no result of a baseline: {error}"))?))
    }
}

/// The state of a result that was found before and is not any more.
const ABSENT: &str = "absent";
