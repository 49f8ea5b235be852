//! What depends on a choice moves with it. Shape stands above layout, layout above the cluster's size, that above batch: what
//! stands lower gives way, and the held key itself only where nothing below it could make it possible.

use super::arithmetic::{gcd, lcm, nearest, nearest_multiple};
use super::parameter::{Kind, TABLE, Value, by_key};
use super::rule::divides;
use super::validate::{is_legal, step};
use super::{RankOrder, Scenario};

/// `base` with one key set, and all that must follow. Legal for whatever value of the key's kind, whatever the base.
pub(super) fn following(base: &Scenario, key: &str, value: Value) -> Scenario {
    let mut scenario = base.clone();
    match (key, value) {
        ("model", Value::Choice(_)) => {
            set(&mut scenario, key, value);
            scenario = Scenario {
                network: scenario.network,
                accounting: scenario.accounting,
                prices: scenario.prices,
                presentation: scenario.presentation,
                ..Scenario::preset(scenario.model)
            };
        }
        ("gpu", Value::Choice(_)) => {
            set(&mut scenario, key, value);
            let of_kind = scenario.defaults().cluster;
            scenario.cluster.hb_gbps = of_kind.hb_gbps;
            scenario.cluster.nic_gbps = of_kind.nic_gbps;
            scenario.cluster.peak_tflops = of_kind.peak_tflops;
            scenario.cluster.hbm_gbytes_s = of_kind.hbm_gbytes_s;
            scenario.cluster.memory_gib = of_kind.memory_gib;
            scenario.cluster.gpu_w = of_kind.gpu_w;
        }
        ("dp", Value::Int(dp)) => {
            let gpus = scenario.replica().saturating_mul(dp.max(1));
            set(&mut scenario, "gpus", Value::Int(gpus));
        }
        _ => {
            set(&mut scenario, key, value);
        }
    }
    if ["gpu", "zero"].contains(&key) && base.training.attention == base.usual_attention() {
        scenario.training.attention = scenario.usual_attention();
    }
    settle(&mut scenario, base, key);
    scenario
}

/// Makes a scenario legal, leaving the held key alone where that is possible. Changes nothing about a legal one.
pub(super) fn settle(scenario: &mut Scenario, base: &Scenario, held: &str) {
    bounds(scenario);
    if is_legal(scenario) && scenario.shape == base.shape {
        return;
    }
    head_width(scenario, held);
    proportions(scenario, base, held);
    shape(scenario);
    layout(scenario);
    if held == "gpus" {
        layout_to_gpus(scenario);
    } else {
        gpus_to_layout(scenario, held);
    }
    training(scenario, held);
    rest(scenario);
}

fn set(scenario: &mut Scenario, key: &str, value: Value) {
    if let Some(parameter) = by_key(key)
        && let Some(value) = parameter.nearest(value)
    {
        (parameter.set)(scenario, value);
    }
}

fn greatest(key: &str) -> u64 {
    match by_key(key).map(|parameter| parameter.kind) {
        Some(Kind::Integer { max, .. }) => max,
        _ => u64::from(u32::MAX),
    }
}

/// Every value within its own bounds.
fn bounds(scenario: &mut Scenario) {
    for parameter in TABLE.iter().filter(|parameter| !parameter.derived) {
        let value = (parameter.get)(scenario);
        if !parameter.accepts(value) {
            let good = parameter
                .nearest(value)
                .unwrap_or_else(|| (parameter.get)(&scenario.defaults()));
            (parameter.set)(scenario, good);
        }
    }
    if !RankOrder::ALL.contains(&scenario.layout.order) {
        scenario.layout.order = RankOrder::default();
    }
}

/// Heads of whole width.
fn head_width(scenario: &mut Scenario, held: &str) {
    let shape = &mut scenario.shape;
    if divides(shape.heads.into(), shape.hidden.into()) {
        return;
    }
    if held == "hidden" {
        let most = shape
            .hidden
            .min(u32::try_from(greatest("heads")).unwrap_or(u32::MAX));
        shape.heads = nearest(shape.heads, most, |heads| {
            shape.hidden.is_multiple_of(heads)
        });
    } else {
        shape.hidden = nearest_multiple(shape.hidden, shape.heads.into(), greatest("hidden"));
    }
}

/// Widths and heads that were in the model's own proportion stay so when the size that brings them changes.
pub(super) fn proportions(scenario: &mut Scenario, base: &Scenario, held: &str) {
    let (before, after) = (base.defaults(), scenario.defaults());
    for parameter in TABLE {
        if ["kv_heads", "ffn", "expert_ffn"].contains(&parameter.key)
            && parameter.key != held
            && base.model == scenario.model
            && (parameter.get)(base) == (parameter.get)(&before)
        {
            (parameter.set)(scenario, (parameter.get)(&after));
        }
    }
}

fn shape(scenario: &mut Scenario) {
    let shape = &mut scenario.shape;
    shape.kv_heads = nearest(shape.kv_heads, shape.heads, |kv| {
        shape.heads.is_multiple_of(kv)
    });
    shape.dense_layers = shape.dense_layers.min(shape.layers);
    if shape.experts > 0 {
        shape.top_k = shape.top_k.min(shape.experts);
    }
}

/// Whether this many GPUs can share the heads.
fn shares_heads(scenario: &Scenario, tp: u32) -> bool {
    let kv_heads = scenario.shape.kv_heads;
    scenario.shape.heads.is_multiple_of(tp)
        && (kv_heads.is_multiple_of(tp) || tp.is_multiple_of(kv_heads))
}

/// The layout to the shape.
fn layout(scenario: &mut Scenario) {
    let heads = scenario.shape.heads;
    scenario.layout.tp = nearest(scenario.layout.tp, heads, |tp| shares_heads(scenario, tp));
    let seq = scenario.shape.seq;
    let most = seq.min(u32::try_from(greatest("cp")).unwrap_or(u32::MAX));
    scenario.layout.cp = nearest(scenario.layout.cp, most, |cp| seq.is_multiple_of(cp));
    if scenario.layout.pp > scenario.shape.layers {
        let (layers, gpus) = (scenario.shape.layers, u64::from(scenario.cluster.gpus));
        let others = u64::from(scenario.layout.tp) * u64::from(scenario.layout.cp);
        scenario.layout.pp = nearest(scenario.layout.pp, layers, |pp| {
            divides(others * u64::from(pp), gpus)
        });
    }
}

/// The layout and the domains to a number of GPUs that is held.
fn layout_to_gpus(scenario: &mut Scenario) {
    let gpus = scenario.cluster.gpus;
    scenario.cluster.hb = nearest(scenario.cluster.hb, gpus, |hb| gpus.is_multiple_of(hb));
    if divides(scenario.replica(), gpus.into()) {
        return;
    }
    let others = u64::from(scenario.layout.tp) * u64::from(scenario.layout.cp);
    if !divides(others, gpus.into()) {
        let heads = scenario.shape.heads.min(gpus);
        scenario.layout.tp = nearest(scenario.layout.tp, heads, |tp| {
            gpus.is_multiple_of(tp) && shares_heads(scenario, tp)
        });
        let left = gpus / scenario.layout.tp;
        let seq = scenario.shape.seq;
        scenario.layout.cp = nearest(scenario.layout.cp, left.min(seq), |cp| {
            left.is_multiple_of(cp) && seq.is_multiple_of(cp)
        });
    }
    let left = gpus / scenario.layout.tp / scenario.layout.cp;
    let most = left.min(scenario.shape.layers);
    scenario.layout.pp = nearest(scenario.layout.pp, most, |pp| left.is_multiple_of(pp));
}

/// The number of GPUs to the layout and the domains, which give way only where no number would do.
fn gpus_to_layout(scenario: &mut Scenario, held: &str) {
    let most = greatest("gpus");
    for gives_way in ["pp", "cp", "tp", "hb"] {
        if step(scenario, "gpus") > most && gives_way != held {
            set(scenario, gives_way, Value::Int(1));
        }
    }
    let unit = lcm(scenario.cluster.hb.into(), scenario.replica());
    scenario.cluster.gpus = nearest_multiple(scenario.cluster.gpus, unit, most);
}

/// Batch, schedule and experts to the layout.
fn training(scenario: &mut Scenario, held: &str) {
    let dp = scenario.dp();
    let common = gcd(dp.into(), scenario.shape.experts.into());
    let most = scenario.shape.experts.min(dp).max(1);
    scenario.layout.ep = match scenario.shape.experts {
        0 => 1,
        _ => nearest(scenario.layout.ep, most, |ep| divides(ep.into(), common)),
    };
    let pieces = scenario.layers_per_stage();
    let parts = u64::from(scenario.layout.tp) * u64::from(scenario.layout.cp);
    let seq = u64::from(scenario.shape.seq);
    let training = &mut scenario.training;
    training.sequence_parallel &= divides(parts, seq);
    training.interleave = match scenario.layout.pp {
        1 => 1,
        _ => training.interleave.min(pieces),
    };
    if held == "batch" && training.batch.is_multiple_of(dp) {
        let each = training.batch / dp;
        training.microbatch = nearest(training.microbatch, each, |size| each.is_multiple_of(size));
    }
    let most = greatest("batch");
    if u64::from(dp) * u64::from(training.microbatch) > most {
        training.microbatch = 1;
    }
    let unit = u64::from(dp) * u64::from(training.microbatch);
    training.batch = nearest_multiple(training.batch, unit, most);
}

fn rest(scenario: &mut Scenario) {
    let radix = scenario.network.radix;
    scenario.network.radix = (radix - radix % 2).max(4);
    let gpus = scenario.cluster.gpus;
    let presentation = &mut scenario.presentation;
    presentation.pair = presentation.pair.filter(|(from, to)| *from.max(to) < gpus);
    presentation.zoom = presentation.zoom.filter(|zoom| {
        u64::from(zoom.row.max(zoom.column)) + u64::from(zoom.span) <= u64::from(gpus)
    });
}
