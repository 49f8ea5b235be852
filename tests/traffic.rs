//! Published figures of traffic, each under the convention that gives it, and what holds of any layout at any scale.

use proptest::prelude::*;
use railyard::quantity::Bytes;
use railyard::scenario::{
    Algorithm, Axis, Dimension, Model, PairCounting, Placement, RankOrder, Recompute, Scenario,
};
use railyard::traffic::{Kind, Traffic, Window};
use railyard::workload::Workload;

fn traffic(scenario: &Scenario) -> Traffic {
    Traffic::of(scenario, &Workload::of(scenario))
}

fn assert_near(found: f64, expected: f64, tolerance: f64) {
    assert!(
        (found - expected).abs() <= tolerance,
        "{found} is not {expected} ± {tolerance}"
    );
}

/// Pipeline bytes once a layer, whole on every tensor rank, nothing computed again: what the paper's shares come from.
fn per_layer(scenario: &mut Scenario) {
    scenario.training.recompute = Recompute::None;
    scenario.accounting.pp_per_layer = true;
    scenario.accounting.scatter_gather = false;
}

const FOUR: [Model; 4] = [Model::Gpt146b, Model::Gpt310b, Model::Gpt530b, Model::Gpt1t];

#[test]
fn about_300_gb_in_a_domain_unordered_and_spread() {
    let mut scenario = Scenario::default();
    scenario.accounting.pairs = PairCounting::Unordered;
    assert_eq!(
        traffic(&scenario).peak_pair().within_domain,
        Bytes(322_122_547_200.0)
    );
    scenario.accounting.pairs = PairCounting::Ordered;
    assert_eq!(
        traffic(&scenario).peak_pair().within_domain,
        Bytes(161_061_273_600.0)
    );
    scenario.accounting.hb_collective = Algorithm::Ring;
    assert_near(traffic(&scenario).peak_by_kind().tp.0, 1127.4e9, 0.05e9);
}

#[test]
fn about_6_gb_between_domains() {
    let traffic = traffic(&Scenario::default());
    let peak = traffic.peak_by_kind();
    let parameters = Workload::of(&Scenario::default()).parameters;
    assert_near(peak.dp.0, 2.0 * 5.0 / 6.0 * 2.0 * parameters / 512.0, 1.0);
    assert_near(peak.dp.0 / 1e9, 6.56, 0.005);
    assert_near(peak.pp.0 / 1e9, 6.71, 0.005);
    assert_eq!(traffic.peak_pair().across_domains, peak.pp);
}

#[test]
fn pairs_with_tensor_traffic() {
    let mut scenario = Scenario::default();
    assert_near(traffic(&scenario).pairs().tp, 7.0 / 3071.0, 1e-15);
    scenario.accounting.hb_collective = Algorithm::Ring;
    assert_near(traffic(&scenario).pairs().tp, 1.0 / 3071.0, 1e-15);
    scenario.accounting.pairs = PairCounting::Unordered;
    assert_near(traffic(&scenario).pairs().tp, 2.0 / 3071.0, 1e-15);
}

#[test]
fn idle_pairs_of_the_four_models() {
    let idle = |model, algorithm| {
        let mut scenario = Scenario::preset(model);
        scenario.accounting.hb_collective = algorithm;
        scenario.accounting.nic_collective = algorithm;
        100.0 * traffic(&scenario).pairs().idle
    };
    let rings = FOUR.map(|model| idle(model, Algorithm::Ring));
    assert_near(rings[0], 99.76, 0.02);
    assert_near(rings[3], 99.87, 0.005);
    assert!(rings.is_sorted(), "{rings:?}");
    let direct = FOUR.map(|model| idle(model, Algorithm::Direct));
    assert_near(direct[0], 97.9, 0.05);
    assert_near(direct[3], 99.55, 0.005);
    println!("{rings:?} {direct:?}");
}

#[test]
fn tensor_share_of_the_four_models() {
    let share = |scenario: &Scenario| traffic(scenario).bytes().share().tp;
    for (model, printed) in FOUR.into_iter().zip([76.2, 76.5, 77.0, 77.3]) {
        let mut scenario = Scenario::preset(model);
        assert!(share(&scenario) >= 0.97, "{}", share(&scenario));
        per_layer(&mut scenario);
        assert_near(100.0 * share(&scenario), printed, 0.05);
    }
}

#[test]
fn sixteen_dgx_gh200() {
    let mut scenario = Scenario::default();
    scenario.cluster.gpus = 4096;
    scenario.cluster.hb = 256;
    scenario.layout.pp = 8;
    scenario.training.batch = 256;
    per_layer(&mut scenario);
    let traffic = traffic(&scenario);
    let share = traffic.bytes().share();
    assert_near(100.0 * share.tp, 38.4, 0.05);
    assert_near(100.0 * share.pp, 11.0, 0.05);
    assert_near(100.0 * share.dp, 50.7, 0.05);
    let of_dp = traffic.placed_of(Kind::Dp);
    assert_near(100.0 * (of_dp.within_domain / of_dp.total()), 98.41, 0.005);
    assert_near(100.0 * (of_dp.same_rail / of_dp.total()), 1.59, 0.005);
    assert_near(
        100.0 * (of_dp.same_rail / traffic.bytes().total()),
        0.80,
        0.01,
    );
    assert_eq!(of_dp.cross_rail, Bytes(0.0));
}

#[test]
fn all_to_all_of_the_moe() {
    let mut scenario = Scenario::preset(Model::Moe1_3b);
    scenario.training.recompute = Recompute::None;
    let share = traffic(&scenario).bytes().share();
    assert_near(100.0 * share.ep, 30.6, 0.05);
}

#[test]
fn a_dense_job_in_order_stays_on_its_rails() {
    for model in FOUR {
        let placed = traffic(&Scenario::preset(model)).placed();
        assert_eq!(placed.cross_rail, Bytes(0.0));
        assert_eq!(placed.unreachable, Bytes(0.0));
    }
}

#[test]
fn the_whole_raster_holds_every_byte() {
    let traffic = traffic(&Scenario::default());
    for axis in [Axis::Domain, Axis::Rail] {
        for most_cells in [1, 7, 384, 1000, 1024] {
            let raster = traffic.raster(axis, Window::whole(traffic.cluster()), most_cells);
            assert!(raster.cells <= most_cells);
            assert_near(raster.total() / traffic.bytes().total().0, 1.0, 1e-12);
        }
    }
}

#[test]
fn tensor_ranks_over_two_domains_cross_only_in_odd_layouts() {
    let mut scenario = Scenario::default();
    scenario.cluster.gpus = 4096;
    scenario.layout.tp = 16;
    let even = traffic(&scenario).placed();
    assert_eq!(even.cross_rail, Bytes(0.0));
    assert!(even.same_rail.0 > 0.0);
    scenario.accounting.hierarchical = false;
    assert!(traffic(&scenario).placed().cross_rail.0 > 0.0);
}

#[test]
fn a_layout_that_does_not_fit_moves_nothing() {
    let mut scenario = Scenario::default();
    for (gpus, hb, tp, pp) in [
        (3000, 8, 8, 64),
        (1, 8, 8, 64),
        (3072, 7, 8, 64),
        (0, 0, 0, 0),
    ] {
        (scenario.cluster.gpus, scenario.cluster.hb) = (gpus, hb);
        (scenario.layout.tp, scenario.layout.pp) = (tp, pp);
        let traffic = traffic(&scenario);
        assert_eq!(traffic.bytes().total(), Bytes(0.0));
        assert_eq!(traffic.placed().total(), Bytes(0.0));
        assert_eq!(traffic.peak_pair().overall(), Bytes(0.0));
        assert!((0.0..=1.0).contains(&traffic.pairs().idle));
        let raster = traffic.raster(Axis::Rail, Window::whole(traffic.cluster()), 1024);
        assert_eq!(raster.total(), 0.0);
    }
}

prop_compose! {
    /// Any layout of up to some ten thousand GPUs.
    fn scenarios()(
        model in proptest::sample::select(vec![Model::Gpt1t, Model::Llama3, Model::DeepSeekV3, Model::Moe1_3b]),
        (tp, cp, pp, dp) in (1..=16_u32, 1..=3_u32, 1..=12_u32, 1..=24_u32),
        order in Just([Dimension::Tp, Dimension::Cp, Dimension::Dp, Dimension::Pp]).prop_shuffle(),
        (hb, ep) in any::<(prop::sample::Index, prop::sample::Index)>(),
        (hierarchical, sequence_parallel, unordered) in any::<(bool, bool, bool)>(),
        (zero, random) in (0..4_u32, prop::bool::weighted(0.1)),
        algorithms in proptest::sample::select(vec![
            (Algorithm::Direct, Algorithm::Ring), (Algorithm::Ring, Algorithm::Ring),
            (Algorithm::Direct, Algorithm::Direct), (Algorithm::Ring, Algorithm::Direct),
        ]),
    ) -> Scenario {
        let divisor = |n: u32, index: prop::sample::Index| {
            let divisors: Vec<u32> = (1..=n).filter(|&k| n.is_multiple_of(k)).collect();
            divisors[index.index(divisors.len())]
        };
        let mut scenario = Scenario::preset(model);
        let gpus = tp * cp * pp * dp;
        (scenario.cluster.gpus, scenario.cluster.hb) = (gpus, divisor(gpus, hb));
        let layout = &mut scenario.layout;
        (layout.tp, layout.cp, layout.pp, layout.ep) = (tp, cp, pp, divisor(dp, ep));
        layout.order = RankOrder(order);
        layout.placement = if random { Placement::Random } else { Placement::Aligned };
        scenario.training.batch = 8 * dp;
        (scenario.training.zero, scenario.training.sequence_parallel) = (zero, sequence_parallel);
        scenario.accounting.hierarchical = hierarchical;
        (scenario.accounting.hb_collective, scenario.accounting.nic_collective) = algorithms;
        scenario.accounting.pairs = if unordered { PairCounting::Unordered } else { PairCounting::Ordered };
        scenario
    }
}

/// Dense layouts in which each stride divides a domain or is a multiple of it, and no narrow pipeline leaves one.
fn fits_the_rails(scenario: &Scenario) -> bool {
    let hb = u64::from(scenario.cluster.hb);
    let mut stride = 1;
    scenario.layout.order.0.into_iter().all(|dimension| {
        let size = u64::from(match dimension {
            Dimension::Tp => scenario.layout.tp,
            Dimension::Cp => scenario.layout.cp,
            Dimension::Pp => scenario.layout.pp,
            Dimension::Dp => scenario.dp(),
        });
        let (start, end) = (stride, stride * size);
        stride = end;
        let is_even = hb.is_multiple_of(start) || start.is_multiple_of(hb);
        let stays = dimension != Dimension::Pp
            || size == 1
            || start.is_multiple_of(hb)
            || hb.is_multiple_of(end);
        is_even && stays
    })
}

fn relative(a: f64, b: f64) -> f64 {
    (a - b).abs() / a.abs().max(b.abs()).max(f64::MIN_POSITIVE)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, ..ProptestConfig::default() })]

    #[test]
    fn sums_agree_and_are_amounts(scenario in scenarios(), cuts in any::<[prop::sample::Index; 2]>(), most_cells in 1..200_u32) {
        let traffic = traffic(&scenario);
        let (bytes, placed) = (traffic.bytes(), traffic.placed());
        let total = bytes.total().0;
        let of_kinds: f64 = Kind::ALL.iter().map(|&kind| bytes[kind].0).sum();
        prop_assert!(relative(of_kinds, total) < 1e-12);
        prop_assert!(relative(placed.total().0, total) < 1e-12);
        // Under unordered pairs both cells of a pair hold the bytes of both directions.
        let both = if scenario.accounting.pairs == PairCounting::Unordered { 2.0 } else { 1.0 };
        let gpus = traffic.cluster().gpus;
        for axis in [Axis::Domain, Axis::Rail] {
            let [a, b] = cuts.map(|cut| cut.index(gpus as usize) as u64);
            let mut of_blocks = 0.0;
            for rows in [0..a, a..gpus] {
                for columns in [0..b, b..gpus] {
                    let block = traffic.block(axis, rows.clone(), columns);
                    prop_assert!(Kind::ALL.iter().all(|&kind| block[kind].0 >= 0.0 && block[kind].0.is_finite()));
                    of_blocks += block.total().0;
                }
            }
            prop_assert!(relative(of_blocks, both * total) < 1e-12);
            let raster = traffic.raster(axis, Window::whole(traffic.cluster()), most_cells);
            prop_assert!(raster.bytes.iter().all(|&cell| cell >= 0.0 && cell.is_finite()));
            prop_assert!(relative(raster.total(), both * total) < 1e-9);
            let zoom = Window { row: a, column: b, span: gpus / 3 };
            let zoom = traffic.raster(axis, zoom, most_cells);
            let rows = zoom.window.row..zoom.window.row + zoom.window.span;
            let columns = zoom.window.column..zoom.window.column + zoom.window.span;
            let block = traffic.block(axis, rows, columns).total().0;
            prop_assert!(relative(zoom.total(), block) < 1e-9, "{} {}", zoom.total(), block);
        }
        let pairs = traffic.pairs();
        prop_assert!((0.0..=1.0).contains(&pairs.idle) && (0.0..=1.0).contains(&pairs.tp));
        prop_assert!(pairs.tp <= 1.0 - pairs.idle + 1e-12 || gpus == 1);
        let (peak, by_kind) = (traffic.peak_pair().overall().0, traffic.peak_by_kind());
        for kind in Kind::ALL {
            prop_assert!(by_kind[kind].0 <= peak * (1.0 + 1e-12));
        }
        prop_assert!(peak <= both * total * (1.0 + 1e-12));
    }

    #[test]
    fn even_layouts_have_no_byte_across_rails(
        scenario in scenarios().prop_filter("dense, in order, even", |scenario| {
            scenario.shape.experts == 0 && scenario.layout.placement == Placement::Aligned && fits_the_rails(scenario)
        }),
    ) {
        let mut scenario = scenario;
        scenario.accounting.hierarchical = true;
        prop_assert_eq!(traffic(&scenario).placed().cross_rail, Bytes(0.0));
    }
}
