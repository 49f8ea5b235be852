//! Computation: layers, part by part, and what a GPU sustains.

use super::super::{Page, Unit, source, symbols as s};
use crate::evaluation::Evaluation;
use crate::language::Bilingual;
use crate::timing::{Device, LayerParts, Layers, Split};
use crate::workload::Anatomy;

/// The layers of the slowest stage and the output layer, for every microbatch.
pub(super) fn stage_and_output(page: &mut Page, evaluation: &Evaluation) {
    let scenario = &evaluation.scenario;
    let stage = &evaluation.workload.stage;
    let layers = Layers::of(
        &Device::of(&scenario.cluster),
        &Anatomy::of(scenario),
        Split::of(scenario),
    );
    let recompute = scenario.training.recompute;
    let moe_layers = layers.slowest_moe_layers(stage, recompute);
    let dense = || {
        s::STAGE_DENSE.is(f64::from(stage.layers) - moe_layers)
            * s::DENSE_LAYER_S.is(layers.dense.seconds(recompute))
    };
    let moe = || s::STAGE_MOE.is(moe_layers) * s::MOE_LAYER_S.is(layers.moe.seconds(recompute));
    let stage_seconds = if moe_layers == 0.0 {
        dense()
    } else if moe_layers == f64::from(stage.layers) {
        moe()
    } else {
        dense() + moe()
    };
    let expression = s::MICROBATCHES.is(f64::from(evaluation.workload.microbatches))
        * (stage_seconds + s::OUTPUT_LAYER_S.is(layers.output_seconds()));
    page.add(
        Bilingual::new("Layers and output layer", "各層與輸出層"),
        "compute",
        &expression,
        Unit::Seconds,
        evaluation.timing.parts_s.compute,
        source::MODEL,
    );
}

/// The layers that the stage has, part by part.
pub(super) fn layer_parts(page: &mut Page, evaluation: &Evaluation) {
    let scenario = &evaluation.scenario;
    let stage = &evaluation.workload.stage;
    let device = Device::of(&scenario.cluster);
    let anatomy = Anatomy::of(scenario);
    let recompute = scenario.training.recompute;
    for (is_moe, stands, subject, name) in [
        (
            false,
            stage.fewest_moe_layers < stage.layers,
            Bilingual::new(
                "A dense layer, for a microbatch",
                "一個稠密層處理一個微批次",
            ),
            "τ_d",
        ),
        (
            true,
            stage.moe_layers > 0,
            Bilingual::new("A MoE layer, for a microbatch", "一個 MoE 層處理一個微批次"),
            "τ_m",
        ),
    ] {
        if !stands {
            continue;
        }
        let parts = LayerParts::of(&device, &anatomy, Split::of(scenario), is_moe);
        let feed_forward = if is_moe { s::EXPERTS_S } else { s::MLP_S };
        let expression = s::PROJECTIONS_S.is(parts.projections.seconds(recompute))
            + s::CORE_S.is(parts.core.seconds(recompute))
            + feed_forward.is(parts.feed_forward.seconds(recompute))
            + s::AROUND_S.is(parts.around.seconds(recompute));
        page.add(
            subject,
            name,
            &expression,
            Unit::Seconds,
            parts.sum().seconds(recompute),
            source::MODEL,
        );
        page.note(Bilingual::new(
            "Forward, backward, and forward again where it is computed again. A matrix product is computed in tiles of 256 × 128 or 128 × 128, as many at a time as the GPU has multiprocessors, so the last wave may be half empty; everything else takes the time of reading and writing its numbers.",
            "含前向、反向，以及重新計算時再一次前向。矩陣乘法以 256 × 128 或 128 × 128 的區塊計算，同時進行的區塊數等於多處理器數，最後一批可能不滿；其餘運算的時間為讀寫資料所需。",
        ));
    }
}

/// What the GPU, its links and its memory sustain: printed figures times one share for each generation.
pub(in crate::explain) fn device(page: &mut Page, evaluation: &Evaluation) {
    let scenario = &evaluation.scenario;
    let cluster = &scenario.cluster;
    let device = Device::of(cluster);
    let generation = &device.generation;
    let bits = scenario.training.matmul_bits;
    let share = |of: f64| s::SUSTAINED.is(of);
    let products = share(generation.matmul) * s::PEAK.is(device.peak);
    let products = if device.multiplies_8_bits(bits) {
        products * s::EIGHT_BITS.is(generation.eight_bits)
    } else {
        products
    };
    let bytes_a_second = |gigabits: f64| gigabits * 1e9 / 8.0;
    let rows = [
        (
            Bilingual::new("Large matrix products", "大型矩陣乘法"),
            "rate",
            products,
            Unit::FlopsPerSecond,
            device.sustained(bits),
        ),
        (
            Bilingual::new("Collectives inside an HB domain", "HB 域內的集合通訊"),
            "C_F",
            share(generation.hb) * s::HB_BYTES.is(bytes_a_second(cluster.hb_gbps)),
            Unit::BytesPerSecond,
            device.hb,
        ),
        (
            Bilingual::new("Collectives over the NIC", "經 NIC 的集合通訊"),
            "C_S",
            share(generation.nic) * s::NIC_BYTES.is(bytes_a_second(cluster.nic_gbps)),
            Unit::BytesPerSecond,
            device.nic,
        ),
        (
            Bilingual::new("Reading and writing memory", "讀寫記憶體"),
            "C_M",
            share(generation.memory) * s::MEMORY_BYTES.is(cluster.hbm_gbytes_s * 1e9),
            Unit::BytesPerSecond,
            device.memory,
        ),
    ];
    for (subject, name, expression, unit, figure) in rows {
        page.add(subject, name, &expression, unit, figure, source::MODEL);
    }
    page.note(Bilingual::new(
        "One set of shares for each generation of GPUs, none chosen for a single measured run.",
        "每個 GPU 世代一組比例，沒有任何一項只為某次實測而選。",
    ));
}
