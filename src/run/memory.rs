//! How much memory there is, and how much of it is in use.

use super::children;
use std::path::Path;

/// The memory that this process and its children have in use; 0 where the system does not tell.
pub fn resident() -> u64 {
    let children = memory_of_children().into_iter().map(|(bytes, _)| bytes);
    resident_of("self") + children.sum::<u64>()
}

/// What children have in memory, each with its id.
pub(super) fn memory_of_children() -> Vec<(u64, u32)> {
    children::all().into_iter().map(|process| (resident_of(&process.to_string()), process)).collect()
}

pub(super) fn resident_of(process: &str) -> u64 {
    let text = std::fs::read_to_string(Path::new("/proc").join(process).join("statm")).unwrap_or_default();
    let pages = text.split_whitespace().nth(1).and_then(|pages| pages.parse::<u64>().ok()).unwrap_or(0);
    pages.saturating_mul(rustix::param::page_size() as u64)
}

/// What a run may use that names no limit: half of the machine's memory, or of what its control group may use.
pub fn default_limit() -> Option<u64> {
    let machine = std::fs::read_to_string("/proc/meminfo").ok().and_then(|text| total(&text));
    let groups = ["/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory/memory.limit_in_bytes"];
    let groups = groups.into_iter().filter_map(|file| std::fs::read_to_string(file).ok()?.trim().parse::<u64>().ok());
    groups.chain(machine).min().map(|bytes| bytes / 2)
}

/// The total of `/proc/meminfo` in bytes.
fn total(text: &str) -> Option<u64> {
    let line = text.lines().find_map(|line| line.strip_prefix("MemTotal:"))?;
    Some(line.split_whitespace().next()?.parse::<u64>().ok()?.saturating_mul(1024))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_machine_tells_its_memory() {
        assert_eq!(total("MemFree: 1 kB\nMemTotal:       24 kB\n"), Some(24 * 1024));
        let (limit, used) = (default_limit(), resident());
        assert!(limit.is_some_and(|limit| limit > 1 << 20), "{limit:?}");
        assert!(used > 1 << 16, "{used}");
    }
}
