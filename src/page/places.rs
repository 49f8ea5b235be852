//! Where GPUs are, in words: positions along an axis, the place of one GPU, and what two ends of a cell are to each other.

use crate::cluster::{Cluster, Coordinates};
use crate::language::Language;
use crate::quantity::format::count;
use crate::scenario::{Axis, PairCounting};
use Language::{English, TraditionalChinese};
use std::ops::Range;

/// Which GPUs some positions along an axis are: `GPU 17`, `GPUs 24–31`, `rail 2, domains 8–15`.
pub fn gpus_at(
    cluster: &Cluster,
    axis: Axis,
    positions: &Range<u64>,
    language: Language,
) -> String {
    let (first, last) = (positions.start, positions.end.saturating_sub(1));
    if last <= first {
        return format!("GPU {}", count(cluster.gpu_at(first, axis)));
    }
    match axis {
        Axis::Domain => {
            let numbers = span(first, last);
            match language {
                English => format!("GPUs {numbers}"),
                TraditionalChinese => format!("GPU {numbers}"),
            }
        }
        Axis::Rail => {
            let unit = cluster.unit(axis).max(1);
            let rails = span(first / unit, last / unit);
            if first / unit == last / unit {
                let domains = span(first % unit, last % unit);
                match language {
                    English => format!("rail {rails}, domains {domains}"),
                    TraditionalChinese => format!("軌 {rails} 的域 {domains}"),
                }
            } else {
                match language {
                    English => format!("rails {rails}"),
                    TraditionalChinese => format!("軌 {rails}"),
                }
            }
        }
    }
}

fn span(first: u64, last: u64) -> String {
    if first == last {
        count(first)
    } else {
        format!("{}–{}", count(first), count(last))
    }
}

/// Where some positions lie, or where a single GPU stands and which part of the job it holds.
pub fn place_of(
    cluster: &Cluster,
    axis: Axis,
    positions: &Range<u64>,
    language: Language,
) -> String {
    let (first, last) = (positions.start, positions.end.saturating_sub(1));
    if last <= first {
        return coordinates(&cluster.coordinates(cluster.gpu_at(first, axis)), language);
    }
    match axis {
        Axis::Domain => {
            let domains = span(first / cluster.hb, last / cluster.hb);
            match language {
                English if first / cluster.hb == last / cluster.hb => {
                    format!("in HB domain {domains}")
                }
                English => format!("HB domains {domains}"),
                TraditionalChinese => format!("HB 域 {domains}"),
            }
        }
        Axis::Rail => {
            let gpus = count(last + 1 - first);
            match language {
                English => format!("{gpus} GPUs"),
                TraditionalChinese => format!("{gpus} 顆 GPU"),
            }
        }
    }
}

/// “domain 2, local rank 1 · t 1, c 0, p 3, d 2”.
pub fn coordinates(at: &Coordinates, language: Language) -> String {
    let (domain, local) = (count(at.domain), count(at.local_rank));
    let job = format!("t {}, c {}, p {}, d {}", at.tp, at.cp, at.pp, at.dp);
    match language {
        English => format!("domain {domain}, local rank {local} · {job}"),
        TraditionalChinese => format!("域 {domain}，域內序 {local} · {job}"),
    }
}

/// What the two ends of a cell are to each other: an arrow where one sends, a double one where both directions are added.
pub const fn arrow(pairs: PairCounting) -> &'static str {
    match pairs {
        PairCounting::Ordered => "→",
        PairCounting::Unordered => "↔",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evaluation::evaluate_link;

    #[test]
    fn positions_are_told_by_their_gpus() {
        let cluster = evaluate_link("#v=1").cluster;
        let said = |axis, range| {
            let range: Range<u64> = range;
            (
                gpus_at(&cluster, axis, &range, English),
                place_of(&cluster, axis, &range, English),
            )
        };
        assert_eq!(
            said(Axis::Domain, 17..18),
            (
                "GPU 17".to_owned(),
                "domain 2, local rank 1 · t 1, c 0, p 0, d 2".to_owned()
            )
        );
        assert_eq!(
            said(Axis::Domain, 24..32),
            ("GPUs 24–31".to_owned(), "in HB domain 3".to_owned())
        );
        assert_eq!(said(Axis::Rail, 384..385).0, "GPU 1");
        assert_eq!(
            said(Axis::Rail, 384..390),
            ("rail 1, domains 0–5".to_owned(), "6 GPUs".to_owned())
        );
        assert_eq!(said(Axis::Rail, 380..390).0, "rails 0–1");
    }
}
