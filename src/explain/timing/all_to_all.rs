//! The experts' all-to-alls: their time, and what rail-only does to it.

use super::super::expression::number;
use super::super::{Page, Unit, source, symbols as s};
use super::machine;
use crate::evaluation::Evaluation;
use crate::language::Bilingual;
use crate::scenario::Recompute;
use crate::timing::{Device, Job, Layers, Links, Machine, Split};
use crate::workload::Anatomy;

/// The experts' all-to-alls: the slower of both interconnects, which work at once, and a latency each time.
pub(super) fn all_to_alls(page: &mut Page, evaluation: &Evaluation) {
    let scenario = &evaluation.scenario;
    let workload = &evaluation.workload;
    let device = Device::of(&scenario.cluster);
    let layers = Layers::of(&device, &Anatomy::of(scenario), Split::of(scenario));
    let job = Job::of(scenario, workload, &evaluation.cluster, &layers);
    let machine = machine(scenario.network.fabric);
    let peers = job.expert_peers(machine);
    let pair = || s::EXPERT_PAIR.is(workload.volumes.expert_pair.0);
    let inside = s::PEERS_INSIDE.is(peers.inside) * pair() / s::HB_RATE.is(device.hb);
    let outside = s::PEERS_OUTSIDE.is(peers.rail + peers.elsewhere) * pair()
        / s::NIC_RATE.is(device.nic)
        * s::DETOUR.is(Links::of(device, machine).detour(peers.elsewhere > 0.0));
    let a_layer = if scenario.training.recompute == Recompute::Full {
        6.0
    } else {
        4.0
    };
    let operations =
        f64::from(workload.microbatches) * f64::from(workload.stage.moe_layers) * a_layer;
    let latency = s::OPERATIONS.is(operations) * s::LATENCY.is(device.generation.nic_latency);
    let all = inside.or_more(outside) + latency;
    let seconds = all.value();
    let exposed = evaluation.timing.parts_s.ep;
    let is_hidden = scenario.training.ep_overlap;
    page.add(
        Bilingual::new("All-to-alls of the experts", "專家的 all-to-all"),
        if is_hidden { "A" } else { "EP" },
        &all,
        Unit::Seconds,
        if is_hidden { seconds } else { exposed },
        source::MODEL,
    );
    page.note(Bilingual::new(
        "Peers are counted in shares of X: with a limit of HB domains that a token visits they are fewer, and on its own rail.",
        "同伴數以 X 為單位：限制每個 token 經過的 HB 域時，跨域的較少，且都在同軌。",
    ));
    if !is_hidden {
        return;
    }
    let output = f64::from(workload.microbatches) * layers.output_seconds();
    let all = || s::ALL_TO_ALLS_S.is(seconds);
    let stages = s::COMPUTE_S.is(evaluation.timing.parts_s.compute) - s::OUTPUT_S.is(output);
    let share = number(1.0) - s::COLLECTIVE_SHARE.is(device.generation.collective);
    page.add(
        Bilingual::new("What computation does not hide", "未被計算遮蔽的部分"),
        "EP",
        &(all() - all().at_most(stages) * share),
        Unit::Seconds,
        exposed,
        source::MODEL,
    );
}

/// How much longer the all-to-all takes on rail-only.
pub(in crate::explain) fn slowdown(page: &mut Page, evaluation: &Evaluation) {
    let scenario = &evaluation.scenario;
    if evaluation.workload.volumes.expert_pair.0 <= 0.0 || evaluation.cluster.ranks.ep <= 1 {
        return;
    }
    let subject = Bilingual::new(
        "All-to-all on rail-only over rail-optimized",
        "all-to-all 在 rail-only 與 rail-optimized 的時間比",
    );
    let figure = evaluation.timing.all_to_all_slowdown;
    let device = Device::of(&scenario.cluster);
    let layers = Layers::of(&device, &Anatomy::of(scenario), Split::of(scenario));
    let job = Job::of(scenario, &evaluation.workload, &evaluation.cluster, &layers);
    let peers = job.expert_peers(Machine::RailOnly);
    let outside = peers.rail + peers.elsewhere;
    if peers.elsewhere <= 0.0 || figure <= 1.0 {
        page.add(
            subject,
            "slowdown",
            &number(figure),
            Unit::Plain,
            figure,
            source::RAIL_ONLY,
        );
        page.note(Bilingual::new(
            "No byte of an all-to-all has to change rails here, or the HB interconnect is the slower part: rail-only costs nothing.",
            "此處的 all-to-all 沒有需要換軌的位元組，或較慢的是 HB 互連：rail-only 沒有代價。",
        ));
        return;
    }
    let detour = || {
        number(1.0)
            + s::NIC_GBPS.is(scenario.cluster.nic_gbps) / s::HB_GBPS.is(scenario.cluster.hb_gbps)
    };
    let inside = peers.inside / device.hb;
    let expression = if inside <= outside / device.nic {
        detour()
    } else {
        let inside = || s::PEERS_INSIDE.is(peers.inside) / s::HB_RATE.is(device.hb);
        let over_network = || s::PEERS_OUTSIDE.is(outside) / s::NIC_RATE.is(device.nic);
        inside().or_more(over_network() * detour()) / inside().or_more(over_network())
    };
    page.add(
        subject,
        "slowdown",
        &expression,
        Unit::Plain,
        figure,
        source::RAIL_ONLY,
    );
    page.note(Bilingual::new(
        "With an even spread nearly everything first passes NVLink to the right rail, then the NIC: two steps, one after the other.",
        "平均分散時，幾乎所有資料都先經 NVLink 到正確的軌，再走 NIC：前後兩步。",
    ));
}
