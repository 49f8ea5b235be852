//! What the topology figure says.

use crate::fabric::{Design, Leaves, Level, Wiring};
use crate::language::{Bilingual, Language};
use crate::quantity::format::{count, counted, decimal, whole};
use crate::scenario::FabricKind;
use Language::{English, TraditionalChinese};

/// Beside a tier that rail-only does without.
pub const DELETED: Bilingual = Bilingual::new("deleted", "刪除");

/// A design's name.
pub const fn design(kind: FabricKind) -> Bilingual {
    match kind {
        FabricKind::RailOptimized => Bilingual::new("Rail-optimized", "Rail-optimized（有 spine）"),
        FabricKind::RailOnly => Bilingual::new("Rail-only", "Rail-only（沒有 spine）"),
    }
}

/// “1,024 switches”.
pub fn switches(number: u64, language: Language) -> String {
    match language {
        English => counted(number, "switch", "switches"),
        TraditionalChinese => format!("{} 台交換器", count(number)),
    }
}

/// What a design needs in all.
pub fn sum(design: &Design, language: Language) -> String {
    if design.tiers == 0 {
        return Bilingual::new("no network needed", "不需要網路")
            .get(language)
            .to_owned();
    }
    let tiers = u64::from(design.tiers);
    let switches = switches(design.switches_built, language);
    match language {
        English => {
            let tiers = counted(tiers, "tier", "tiers");
            if design.networks > 1 {
                format!("{} networks of {tiers}, {switches}", count(design.networks))
            } else {
                format!("1 network of {tiers}, {switches}")
            }
        }
        TraditionalChinese => format!("{} 個 {tiers} 層網路，{switches}", count(design.networks)),
    }
}

/// A tier's name.
pub fn tier(tier: u32, wiring: &Wiring, language: Language) -> String {
    let inside_rails = wiring.trees() > 1 && tier <= wiring.tiers();
    match (language, tier) {
        (English, 1) => "Tier 1: rails".to_owned(),
        (English, _) if inside_rails => format!("Tier {tier}: in each rail"),
        (English, _) => format!("Tier {tier}: spine"),
        (TraditionalChinese, 1) => "第 1 層：軌".to_owned(),
        (TraditionalChinese, _) if inside_rails => format!("第 {tier} 層：軌內"),
        (TraditionalChinese, _) => format!("第 {tier} 層：spine"),
    }
}

/// Whether whole switches are more than the formula's.
pub fn differ(level: &Level) -> bool {
    (level.switches_ideal - level.switches_built as f64).abs() > 0.005
}

/// The formula's count.
pub fn ideal(level: &Level, language: Language) -> String {
    let number = decimal((level.switches_ideal * 100.0).round() / 100.0);
    match language {
        English => format!("ideal {number}"),
        TraditionalChinese => format!("理想 {number}"),
    }
}

/// How rails and switches come together.
pub fn how_shared(wiring: &Wiring, tier: u32, language: Language) -> Option<String> {
    let each = if tier > 1 {
        if wiring.trees() <= 1 {
            return None;
        }
        wiring.switches(tier) / wiring.trees()
    } else {
        match wiring.leaves() {
            Leaves::PerRail { leaves } => leaves,
            Leaves::Shared { rails } if rails > 1 => {
                let rails = rails.min(wiring.hb());
                if rails == 1 {
                    return None;
                }
                let divided = wiring.divides_switches();
                return Some(match language {
                    English if divided => format!("divided: {} rails", count(rails)),
                    English => format!("{} rails on each", count(rails)),
                    TraditionalChinese if divided => format!("分割：{} 條軌", count(rails)),
                    TraditionalChinese => format!("每台 {} 條軌", count(rails)),
                });
            }
            Leaves::Shared { .. } => 1,
            Leaves::Packed => {
                return Some(
                    Bilingual::new("rails end to end", "各軌首尾相接")
                        .get(language)
                        .to_owned(),
                );
            }
        }
    };
    if each == 1 {
        return Some(
            Bilingual::new("one for each rail", "每條軌一台")
                .get(language)
                .to_owned(),
        );
    }
    Some(match language {
        English => format!(
            "{} × {}",
            counted(wiring.hb(), "rail", "rails"),
            count(each)
        ),
        TraditionalChinese => format!("{} 軌 × {}", count(wiring.hb()), count(each)),
    })
}

/// Ports in use on a tier.
pub fn ports(level: &Level, language: Language) -> String {
    let number = whole(level.down_ports + level.up_ports);
    match language {
        English if number == "1" => "1 port".to_owned(),
        English => format!("{number} ports"),
        TraditionalChinese => format!("{number} 個連接埠"),
    }
}

/// How many HB domains.
pub fn domains(number: u64, language: Language) -> String {
    match language {
        English => counted(number, "HB domain", "HB domains"),
        TraditionalChinese => format!("{} 個 HB 域", count(number)),
    }
}

/// How many GPUs an HB domain has.
pub fn gpus_each(number: u64, language: Language) -> String {
    match language {
        English => format!("of {}", counted(number, "GPU", "GPUs")),
        TraditionalChinese => format!("各 {} 顆 GPU", count(number)),
    }
}

/// What joins the GPUs of an HB domain.
pub const fn inside(hb: u64, language: Language) -> &'static str {
    if hb > 1 {
        Bilingual::new("NVLink inside", "內部以 NVLink 相連").get(language)
    } else {
        Bilingual::new("no NVLink", "沒有 NVLink").get(language)
    }
}

/// An HB domain by its number.
pub fn domain(number: u64, language: Language) -> String {
    match language {
        English => format!("domain {}", count(number)),
        TraditionalChinese => format!("域 {}", count(number)),
    }
}

/// The rails of a box, first and last.
pub fn rails(rails: (u64, u64), language: Language) -> String {
    let numbers = rail_numbers(rails);
    match language {
        English if rails.0 == rails.1 => format!("rail {numbers}"),
        English => format!("rails {numbers}"),
        TraditionalChinese => format!("軌 {numbers}"),
    }
}

/// The numbers alone.
pub fn rail_numbers((first, last): (u64, u64)) -> String {
    if first == last {
        count(first)
    } else {
        format!("{}–{}", count(first), count(last))
    }
}

/// The first number alone, where there is no room for both.
pub fn from_rail((first, last): (u64, u64)) -> String {
    if first == last {
        count(first)
    } else {
        format!("{}…", count(first))
    }
}

/// A GPU by its number.
pub fn gpu(number: u64, _: Language) -> String {
    format!("GPU {}", count(number))
}

/// Two GPUs, from one to the other.
pub fn gpu_pair(from: u64, to: u64, _: Language) -> String {
    format!("GPU {} → {}", count(from), count(to))
}
