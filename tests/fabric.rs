//! The counts and prices of networks: against published tables, and as properties of any network.

use proptest::prelude::*;
use railyard::fabric::{Clos, Fabric, Wiring, radix_comparison};
use railyard::published;
use railyard::scenario::{FabricKind, Network, Prices, Scenario};

const PRICES: Prices = Prices {
    port_usd: 694.0,
    transceiver_usd: 199.0,
    port_w: 18.0,
    transceiver_w: 9.0,
};

fn fabric(gpus: u64, hb: u64, radix: u32, oversubscription: f64) -> Fabric {
    let network = Network {
        fabric: FabricKind::RailOnly,
        radix,
        oversubscription,
    };
    Fabric::new(gpus, hb, &network, &PRICES)
}

/// Millions, to as many decimals as the facts print.
fn millions(amount: f64, decimals: i32) -> f64 {
    let scale = 10_f64.powi(decimals);
    (amount / 1e6 * scale).round() / scale
}

#[test]
fn rail_only_table_2_row_for_row() {
    let rows = published::rail_only_table2().unwrap();
    assert_eq!(rows.len(), 6);
    for row in rows {
        let ours = fabric(row.gpus.into(), row.hb.into(), row.radix, 1.0);
        let (all, rails) = (&ours.rail_optimized, &ours.rail_only);
        assert_eq!(
            (all.tiers, rails.tiers),
            (row.clos_tiers, row.rail_only_tiers),
            "{row:?}"
        );
        assert_eq!(all.switches_ideal, f64::from(row.clos_switches), "{row:?}");
        assert_eq!(
            rails.switches_ideal,
            f64::from(row.rail_only_switches),
            "{row:?}"
        );
        assert_eq!(
            all.transceivers,
            f64::from(row.clos_transceivers),
            "{row:?}"
        );
        assert_eq!(
            rails.transceivers,
            f64::from(row.rail_only_transceivers),
            "{row:?}"
        );
        // In these rows whole switches are no more than the formula's.
        assert_eq!(all.switches_built, u64::from(row.clos_switches), "{row:?}");
        assert_eq!(
            rails.switches_built,
            u64::from(row.rail_only_switches),
            "{row:?}"
        );
        // The table rounds the saving of cost and cuts that of power.
        let cost_percent = (ours.saving.cost_fraction * 100.0).round();
        assert_eq!(cost_percent, f64::from(row.cost_saving_percent), "{row:?}");
        if let Some(printed) = row.power_saving_percent {
            let power_percent = (ours.saving.power_fraction * 100.0 + 1e-9).floor();
            assert_eq!(power_percent, f64::from(printed), "{row:?}");
        }
    }
}

#[test]
fn costs_and_powers_of_table_2() {
    // gpus, radix, M$ before and after, MW before and after, saving of cost in percent.
    let rows = [
        (32_768, 64, 152.83, 94.31, 4.719, 2.949, 38.3),
        (32_768, 128, 152.83, 35.78, 4.719, 1.180, 76.6),
        (32_768, 256, 94.31, 35.78, 2.949, 1.180, 62.1),
        (65_536, 64, 305.66, 188.61, 9.437, 5.898, 38.3),
        (65_536, 128, 305.66, 188.61, 9.437, 5.898, 38.3),
        (65_536, 256, 305.66, 71.57, 9.437, 2.359, 76.6),
    ];
    for (gpus, radix, cost_before, cost_after, power_before, power_after, percent) in rows {
        let ours = fabric(gpus, 256, radix, 1.0);
        assert_eq!(millions(ours.rail_optimized.cost.0, 2), cost_before);
        assert_eq!(millions(ours.rail_only.cost.0, 2), cost_after);
        assert_eq!(millions(ours.rail_optimized.power.0, 3), power_before);
        assert_eq!(millions(ours.rail_only.power.0, 3), power_after);
        assert_eq!((ours.saving.cost_fraction * 1000.0).round() / 10.0, percent);
    }
}

#[test]
fn the_headline_of_32768_gpus() {
    let ours = fabric(32_768, 256, 128, 1.0);
    assert_eq!(ours.rail_only.switches_ideal, 256.0);
    assert_eq!(ours.rail_optimized.switches_ideal, 1_280.0);
    assert_eq!(millions(ours.saving.cost.0, 2), 117.05);
    assert_eq!(millions(ours.saving.power.0, 2), 3.54);
    assert_eq!(ours.saving.power_fraction, 0.75);
}

#[test]
fn any_domain_from_256_to_below_512_gives_table_2() {
    for row in published::rail_only_table2().unwrap() {
        for hb in 256_u64..512 {
            // Where K does not divide N the last domain is not full.
            let ours = fabric(row.gpus.into(), hb, row.radix, 1.0);
            assert_eq!(
                ours.rail_only.tiers, row.rail_only_tiers,
                "K = {hb}, {row:?}"
            );
        }
    }
}

#[test]
fn domains_of_eight_save_only_where_a_tier_falls_away() {
    // gpus, radix, tiers before and after, saving of cost in percent.
    let rows = [
        (32_768, 64, 3, 3, 0.0),
        (32_768, 128, 3, 2, 38.3),
        (32_768, 256, 2, 2, 0.0),
        (65_536, 64, 3, 3, 0.0),
        (65_536, 128, 3, 2, 38.3),
        (65_536, 256, 3, 2, 38.3),
    ];
    for (gpus, radix, before, after, percent) in rows {
        let ours = fabric(gpus, 8, radix, 1.0);
        assert_eq!(
            (ours.rail_optimized.tiers, ours.rail_only.tiers),
            (before, after)
        );
        assert_eq!((ours.saving.cost_fraction * 1000.0).round() / 10.0, percent);
    }
}

#[test]
fn the_radixes_beside_each_other_show_why_the_saving_jumps() {
    let mut scenario = Scenario::default();
    scenario.cluster.gpus = 32_768;
    let rows = radix_comparison(&scenario, &[64, 128, 256]);
    let tiers: Vec<_> = rows
        .iter()
        .map(|row| (row.radix, row.rail_optimized_tiers, row.rail_only_tiers))
        .collect();
    assert_eq!(tiers, [(64, 3, 3), (128, 3, 2), (256, 2, 2)]);
    for row in rows {
        scenario.network.radix = row.radix;
        let fabric = Fabric::of(&scenario);
        assert_eq!(row.saving, fabric.saving);
        assert_eq!(row.rail_only_switches, fabric.rail_only.switches_ideal);
        assert_eq!(
            row.saving.cost_fraction > 0.0,
            row.rail_only_tiers < row.rail_optimized_tiers
        );
    }
}

#[test]
fn superpods_match_but_for_the_spines_of_three_units() {
    let rows = published::superpod_comparison().unwrap();
    assert_eq!(rows.len(), 7 * 3);
    let different: Vec<_> = rows
        .iter()
        .filter(|row| row.built != row.published)
        .map(|row| (row.reference.as_str(), row.tier, row.published, row.built))
        .collect();
    assert_eq!(different, [("DGX SuperPOD H100 3 SU", 2, 16, 12)]);
}

#[test]
fn one_gpu_on_a_rail_needs_no_network() {
    let ours = fabric(256, 256, 64, 1.0);
    assert_eq!(ours.rail_only.tiers, 0);
    assert_eq!(ours.rail_only.ports, 0.0);
    assert_eq!(ours.rail_only.switches_built, 0);
    assert_eq!(ours.saving.cost_fraction, 1.0);
    let alone = fabric(1, 1, 64, 1.0);
    assert_eq!(alone.rail_optimized.tiers, 0);
    assert_eq!(alone.saving.cost_fraction, 0.0);
}

#[test]
fn absurd_numbers_give_numbers() {
    for endpoints in [0, 1, 2, u64::from(u32::MAX), u64::MAX] {
        for radix in [0, 1, 2, 3, 4, 5, u32::MAX] {
            for oversubscription in [0.0, -1.0, 1e-300, 1.0, 1e300, f64::NAN, f64::INFINITY] {
                let clos = Clos::new(endpoints, radix, oversubscription);
                assert!(clos.ports().is_finite() && clos.ports() >= 0.0);
                assert!(clos.tiers() <= 64);
            }
        }
    }
    for kind in [FabricKind::RailOnly, FabricKind::RailOptimized] {
        for (gpus, hb) in [(0, 0), (1, 0), (0, 9), (7, 3), (u64::from(u32::MAX), 1)] {
            for radix in [0, 4, 5, u32::MAX] {
                let wiring = Wiring::new(kind, gpus, hb, radix, f64::NAN);
                assert!(wiring.switches(1) <= gpus.max(1) * 2, "{wiring:?}");
            }
        }
    }
}

prop_compose! {
    /// GPUs in whole domains, an even radix and an oversubscription.
    fn networks()(
        hb in 1_u64..=300,
        domains in 1_u64..=5_000,
        half_radix in 2_u32..=256,
        oversubscription in prop_oneof![Just(1.0), 1.0_f64..=16.0],
    ) -> (u64, u64, u32, f64) {
        (hb * domains, hb, 2 * half_radix, oversubscription)
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn rail_only_never_needs_more((gpus, hb, radix, oversubscription) in networks()) {
        let ours = fabric(gpus, hb, radix, oversubscription);
        let (all, rails) = (&ours.rail_optimized, &ours.rail_only);
        prop_assert!(rails.tiers <= all.tiers);
        prop_assert!(rails.ports <= all.ports);
        prop_assert!(rails.links <= all.links);
        prop_assert!(rails.cost <= all.cost && rails.power <= all.power);
        prop_assert!((0.0..=1.0).contains(&ours.saving.cost_fraction));
        prop_assert!((0.0..=1.0).contains(&ours.saving.power_fraction));
    }

    #[test]
    fn counts_grow_with_endpoints(
        endpoints in 1_u64..=1 << 21,
        more in 0_u64..=1 << 16,
        half_radix in 2_u32..=512,
        oversubscription in 1.0_f64..=16.0,
    ) {
        let small = Clos::new(endpoints, 2 * half_radix, oversubscription);
        let large = Clos::new(endpoints + more, 2 * half_radix, oversubscription);
        prop_assert!(small.tiers() <= large.tiers());
        prop_assert!(small.ports() <= large.ports());
        prop_assert!(small.links() <= large.links());
        prop_assert!(small.transceivers() <= large.transceivers());
        prop_assert!(small.switches() <= large.switches());
    }

    #[test]
    fn full_bisection_is_the_published_formula(endpoints in 2_u64..=1 << 20, half_radix in 2_u64..=512) {
        let clos = Clos::new(endpoints, 2 * half_radix as u32, 1.0);
        let (tiers, n) = (f64::from(clos.tiers()), endpoints as f64);
        prop_assert_eq!(clos.ports(), (2.0 * tiers - 1.0) * n);
        prop_assert_eq!(clos.links(), tiers * n);
        let reach = |tiers: u32| 2 * u128::from(half_radix).pow(tiers);
        prop_assert!(reach(clos.tiers()) >= u128::from(endpoints));
        prop_assert!(reach(clos.tiers() - 1) < u128::from(endpoints));
    }

    #[test]
    fn tiers_add_up_and_whole_switches_are_enough((gpus, hb, radix, oversubscription) in networks()) {
        let ours = fabric(gpus, hb, radix, oversubscription);
        for design in [&ours.rail_optimized, &ours.rail_only] {
            prop_assert_eq!(design.levels.len(), design.tiers as usize);
            let ports: f64 = design.levels.iter().map(|level| level.down_ports + level.up_ports).sum();
            prop_assert!((ports - design.ports).abs() <= 1e-9 * design.ports);
            let built: u64 = design.levels.iter().map(|level| level.switches_built).sum();
            prop_assert_eq!(built, design.switches_built);
            for level in &design.levels {
                prop_assert!(level.switches_built as f64 >= level.switches_ideal * (1.0 - 1e-9), "{:?}", level);
            }
        }
    }
}
