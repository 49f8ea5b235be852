//! Iteration time.

use super::sheet::Sheet;
use super::{Claim, Section, text};
use crate::published::Malformed;

pub(super) fn claims(sheet: &Sheet) -> Result<Vec<Claim>, Malformed> {
    Ok(all_to_all(sheet)?.into())
}

/// An evenly spread all-to-all on rail-only: over the NIC, and once more inside the domain.
fn all_to_all(sheet: &Sheet) -> Result<[Claim; 2], Malformed> {
    let claim = |id: &str,
                 link: &str,
                 en: &'static str,
                 zh: &'static str|
     -> Result<Claim, Malformed> {
        Ok(sheet
            .claim(id, Section::Performance, text(en, zh))?
            .shown_as(
                link,
                text(
                    "Every byte passes the NIC and then the domain, one after the other: C_S / C_F longer.",
                    "每個位元組先經過網路卡、再經過域內互連，一先一後：多花 C_S / C_F。",
                ),
                |evaluation| {
                    let cluster = &evaluation.scenario.cluster;
                    100.0 * cluster.nic_gbps / cluster.hb_gbps
                },
            )
            .because(text(
                "The paper's simulation is not public. The two bandwidths alone come within 0.2 points of it.",
                "論文的模擬並未公開。單由兩種頻寬計算，與其相差不到 0.2 個百分點。",
            )))
    };
    Ok([
        claim(
            "moe-slowdown-a100",
            "#v=1&model=moe-1.3b",
            "All-to-all on A100: how much longer it takes on rail-only than on a full Clos.",
            "A100 上的 all-to-all：在 rail-only 上比在完整 Clos 上多花的時間。",
        )?,
        claim(
            "moe-slowdown-h100",
            "#v=1&model=moe-1.3b&gpu=h100",
            "All-to-all on H100: how much longer it takes on rail-only than on a full Clos.",
            "H100 上的 all-to-all：在 rail-only 上比在完整 Clos 上多花的時間。",
        )?,
    ])
}
