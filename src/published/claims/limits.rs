//! Limits of rail-only, and what its critics and successors built and measured.

use super::performance::DEEPSEEK_STEP;
use super::sheet::Sheet;
use super::{Claim, Compute, Role, Section, text};
use crate::evaluation::Evaluation;
use crate::fabric::Clos;
use crate::published::Malformed;

const SECONDS_A_DAY: f64 = 86_400.0;

pub(super) fn claims(sheet: &Sheet) -> Result<Vec<Claim>, Malformed> {
    let mut claims: Vec<Claim> = hpn(sheet)?.into();
    claims.extend(deepseek(sheet)?);
    claims.extend(llama(sheet)?);
    claims.extend(successors(sheet)?);
    Ok(claims)
}

fn hpn(sheet: &Sheet) -> Result<[Claim; 5], Malformed> {
    let claim = |id: &str, statement| sheet.claim(id, Section::Limits, statement);
    let planes = sheet.figure("hpn-planes")?;
    let pod = "#v=1&batch=1920&gpus=15360&gpu=h800&radix=256";
    let rails = "#v=1&batch=15360&gpus=122880&gpu=h800&radix=256";
    Ok([
        claim(
            "hpn-tiers",
            text(
                "Any to any, a pod of 15,360 GPUs needs this many tiers.",
                "15,360 顆 GPU 的 pod 做到任意互連所需的層數。",
            ),
        )?
        .shown_as(
            pod,
            text(
                "One Clos over all GPUs, switches of 256 ports of 200 Gb/s.",
                "涵蓋所有 GPU 的一個 Clos，256 埠、每埠 200 Gb/s 的交換器。",
            ),
            |evaluation| f64::from(evaluation.fabric.rail_optimized.tiers),
        )
        .because(text(
            "The radix is ours: a switch of 51.2 Tb/s cut into ports of 200 Gb/s. By the formula two tiers of it could join 32,768; HPN's join fewer.",
            "埠數是我們的假設：51.2 Tb/s 的交換器切成 200 Gb/s 的埠。依公式兩層最多可接 32,768 顆；HPN 的兩層接得較少。",
        )),
        claim(
            "hpn-planes",
            text(
                "Any to any, the pod has this many planes: one for each port of a NIC.",
                "任意互連的 pod 有這麼多個平面：網路卡的每個埠一個。",
            ),
        )?
        .because(text(
            "A choice of the design: our GPUs have one port.",
            "這是設計上的選擇：我們的 GPU 只有一個埠。",
        )),
        claim(
            "hpn-rail-only",
            text(
                "Rail-only, the same two tiers would hold this many GPUs.",
                "若採 rail-only，同樣的兩層可容納的 GPU 數。",
            ),
        )?
        .shown_as(
            pod,
            text(
                "A network as large as the pod's for each of the K rails: K times the endpoints of one.",
                "K 條軌各有一個與該 pod 同樣大小的網路：端點數為 K 倍。",
            ),
            |evaluation| {
                let each = evaluation.fabric.rail_optimized.endpoints_each;
                (evaluation.cluster.hb * each) as f64
            },
        )
        .of_source(),
        claim(
            "hpn-rail-only-tiers",
            text(
                "Rail-only, 122,880 GPUs need this many tiers.",
                "採 rail-only 時 122,880 顆 GPU 所需的層數。",
            ),
        )?
        .shown_as(
            rails,
            text(
                "Eight rails, switches of 256 ports of 200 Gb/s.",
                "八條軌，256 埠、每埠 200 Gb/s 的交換器。",
            ),
            |evaluation| f64::from(evaluation.fabric.rail_only.tiers),
        )
        .or(
            rails,
            text("The same GPUs any to any.", "同樣的 GPU 做到任意互連。"),
            |evaluation| f64::from(evaluation.fabric.rail_optimized.tiers),
        ),
        claim(
            "hpn-rail-only-planes",
            text(
                "Rail-only, there would be this many planes.",
                "採 rail-only 時的平面數。",
            ),
        )?
        .reading(
            Role::Shown,
            &[rails],
            text(
                "The planes of the pod times the networks of rail-only.",
                "pod 的平面數乘以 rail-only 的網路數。",
            ),
            Compute::With(planes, |evaluation, planes| {
                planes * evaluation.fabric.rail_only.networks as f64
            }),
        )
        .of_source(),
    ])
}

/// DeepSeek-V3 on networks that never meet.
fn deepseek(sheet: &Sheet) -> Result<[Claim; 5], Malformed> {
    let claim = |id: &str, statement| sheet.claim(id, Section::Limits, statement);
    let run = "#v=1&model=deepseek-v3";
    let a_day = |id: &str, step: &str, statement, ours| -> Result<Claim, Malformed> {
        Ok(claim(id, statement)?
            .reading(
                Role::Shown,
                &[run],
                text(
                    "Tokens of the batch over the printed time of a step.",
                    "批次的 token 數除以印出的每步時間。",
                ),
                Compute::With(sheet.figure(step)?, billion_tokens_a_day),
            )
            .or(
                DEEPSEEK_STEP,
                text(
                    "The same over our time of a step.",
                    "同上，但除以我們算出的每步時間。",
                ),
                ours,
            )
            .of_source())
    };
    Ok([
        claim(
            "dsv3-tokens-a-step",
            text(
                "DeepSeek-V3: tokens of a step.",
                "DeepSeek-V3：每步的 token 數。",
            ),
        )?
        .shown_as(
            run,
            text(
                "Sequences times tokens of a sequence.",
                "序列數乘以每條序列的 token 數。",
            ),
            |evaluation| {
                f64::from(evaluation.scenario.training.batch)
                    * f64::from(evaluation.scenario.shape.seq)
            },
        )
        .of_source(),
        a_day(
            "dsv3-day-apart",
            "dsv3-step-apart",
            text(
                "DeepSeek-V3: tokens a day on planes that never meet.",
                "DeepSeek-V3：各平面互不相連時每天的 token 數。",
            ),
            |evaluation| {
                billion_tokens_a_day(evaluation, evaluation.timing.iteration_s.rail_only.0)
            },
        )?,
        a_day(
            "dsv3-day-joined",
            "dsv3-step-joined",
            text(
                "DeepSeek-V3: tokens a day where rails meet.",
                "DeepSeek-V3：各軌相連時每天的 token 數。",
            ),
            |evaluation| {
                billion_tokens_a_day(evaluation, evaluation.timing.iteration_s.rail_optimized.0)
            },
        )?,
        claim(
            "dsv3-planes",
            text(
                "DeepSeek-V3 was trained on this many planes that never meet.",
                "DeepSeek-V3 在這麼多個互不相連的平面上訓練。",
            ),
        )?
        .shown_as(
            run,
            text(
                "Networks of rail-only: one for each local rank.",
                "rail-only 的網路數：每個 local rank 一個。",
            ),
            |evaluation| evaluation.fabric.rail_only.networks as f64,
        )
        .of_source(),
        claim(
            "dsv3-nodes",
            text(
                "DeepSeek-V3 sends a token to experts on at most this many nodes.",
                "DeepSeek-V3 最多把一個 token 送往這麼多台伺服器上的專家。",
            ),
        )?
        .because(text("A rule of its routing.", "這是其路由規則。")),
    ])
}

fn billion_tokens_a_day(evaluation: &Evaluation, step_s: f64) -> f64 {
    let scenario = &evaluation.scenario;
    let tokens = f64::from(scenario.training.batch) * f64::from(scenario.shape.seq);
    tokens * SECONDS_A_DAY / step_s / 1e9
}

fn llama(sheet: &Sheet) -> Result<[Claim; 6], Malformed> {
    let claim = |id: &str, statement| sheet.claim(id, Section::Limits, statement);
    let built = || {
        text(
            "A property of the cluster as built. By our traffic of this run, ranks in the order TP, CP, PP, DP put nothing across rails: it behaves as if it were rail-only.",
            "這是該叢集實際建置的樣貌。依我們對這次訓練的流量計算，rank 以 TP、CP、PP、DP 為序時沒有任何跨軌流量：行為就如同 rail-only。",
        )
    };
    let counted = || {
        text(
            "Counted in operation: we don't model failures.",
            "實際運轉的統計：我們不模擬故障。",
        )
    };
    Ok([
        claim(
            "llama3-pod",
            text(
                "Llama 3's cluster: GPUs of a pod at full bisection.",
                "Llama 3 的叢集：全對分頻寬的 pod 所含的 GPU 數。",
            ),
        )?
        .because(built()),
        claim(
            "llama3-oversubscription",
            text(
                "Llama 3's cluster: oversubscription between pods.",
                "Llama 3 的叢集：pod 之間的超額訂閱比。",
            ),
        )?
        .because(built()),
        claim(
            "llama3-interruptions",
            text(
                "Llama 3 on 16,384 GPUs: unexpected interruptions.",
                "Llama 3、16,384 顆 GPU：非預期中斷的次數。",
            ),
        )?
        .because(counted()),
        claim(
            "llama3-days",
            text(
                "Llama 3: days over which interruptions were counted.",
                "Llama 3：統計中斷所涵蓋的天數。",
            ),
        )?
        .because(counted()),
        claim(
            "llama3-gpu-failures",
            text(
                "Llama 3: interruptions that came from GPUs, their memory included.",
                "Llama 3：由 GPU（含其記憶體）引起的中斷比例。",
            ),
        )?
        .because(counted()),
        claim(
            "llama3-network-failures",
            text(
                "Llama 3: interruptions that came from network switches and cables.",
                "Llama 3：由網路交換器與線材引起的中斷比例。",
            ),
        )?
        .because(counted()),
    ])
}

fn successors(sheet: &Sheet) -> Result<[Claim; 5], Malformed> {
    let claim = |id: &str, statement| sheet.claim(id, Section::Limits, statement);
    let cluster = "#v=1&batch=16384&gpus=131072&gpu=gb200&nic_gbps=800&radix=512";
    Ok([
        claim(
            "infinitehbd-cost",
            text(
                "InfiniteHBD: cost of its interconnect, as a share of an NVL-72's.",
                "InfiniteHBD：其互連成本占 NVL-72 的比例。",
            ),
        )?
        .because(text(
            "We price networks between HB domains, not the interconnect inside them.",
            "我們計算的是 HB 域之間的網路成本，而非域內的互連。",
        )),
        claim(
            "mrc-nics",
            text(
                "MRC: NICs that its network joins.",
                "MRC：其網路所連接的網路卡數。",
            ),
        )?
        .shown_as(
            cluster,
            text(
                "What two tiers can join with switches of 512 ports of 100 Gb/s: R²/2.",
                "512 埠、每埠 100 Gb/s 的交換器兩層所能連接的數目：R²/2。",
            ),
            |evaluation| {
                let scenario = &evaluation.scenario;
                let clos = Clos::new(
                    scenario.cluster.gpus.into(),
                    scenario.network.radix,
                    scenario.network.oversubscription,
                );
                clos.capacity(2) as f64
            },
        )
        .because(text(
            "The radix is ours: a switch of 51.2 Tb/s cut into ports of 100 Gb/s.",
            "埠數是我們的假設：51.2 Tb/s 的交換器切成 100 Gb/s 的埠。",
        )),
        claim(
            "mrc-tiers",
            text("MRC: tiers of that network.", "MRC：該網路的層數。"),
        )?
        .shown_as(
            cluster,
            text(
                "One Clos over all NICs in each plane.",
                "每個平面各是涵蓋所有網路卡的一個 Clos。",
            ),
            |evaluation| f64::from(evaluation.fabric.rail_optimized.tiers),
        ),
        claim(
            "mrc-planes",
            text(
                "MRC: planes, each with a port of every NIC.",
                "MRC：平面數，每張網路卡在每個平面各有一個埠。",
            ),
        )?
        .because(text("A choice of the design.", "這是設計上的選擇。")),
        claim(
            "zaya1-nodes",
            text(
                "Zyphra's ZAYA1, a mixture of experts, was trained on a rails-only network of this many nodes of eight MI300X.",
                "Zyphra 的混合專家模型 ZAYA1 在 rails-only 網路上訓練，共這麼多台、每台八顆 MI300X。",
            ),
        )?
        .because(text(
            "A property of the cluster as built.",
            "這是該叢集實際建置的樣貌。",
        )),
    ])
}
