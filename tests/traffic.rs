//! Published figures of traffic, each under the convention that gives it.

use railyard::quantity::Bytes;
use railyard::scenario::{Algorithm, Axis, Model, PairCounting, Recompute, Scenario};
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
