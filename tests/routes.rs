//! The way between two GPUs: what holds for any network, and the sentences.

use proptest::prelude::*;
use railyard::fabric::{Hop, Node, Relation, Route, Wiring, describe};
use railyard::language::Language;
use railyard::scenario::FabricKind;

const KINDS: [FabricKind; 2] = [FabricKind::RailOptimized, FabricKind::RailOnly];

/// What is true of every route.
fn check(wiring: &Wiring, route: &Route) {
    let (from, to) = (route.from, route.to);
    assert_eq!(route.hops.is_empty(), from == to);
    if let (Some(first), Some(last)) = (route.hops.first(), route.hops.last()) {
        assert_eq!(first.from(), Node::Gpu(from));
        assert_eq!(last.to(), Node::Gpu(to));
    }
    for pair in route.hops.windows(2) {
        assert_eq!(pair[0].to(), pair[1].from(), "{route:?}");
    }
    for switch in route.switches() {
        assert!(switch.index < wiring.switches(switch.tier), "{route:?}");
        let seat = wiring.seat(switch);
        assert!(seat.number < seat.of, "{seat:?} {route:?}");
        assert!(
            seat.of <= wiring.switches(switch.tier),
            "{seat:?} {route:?}"
        );
        if let Some((first, last)) = seat.rails {
            assert!(first <= last && last < wiring.hb(), "{seat:?} {route:?}");
            let rails = [route.from_rail, route.to_rail];
            assert!(
                rails.iter().any(|rail| (first..=last).contains(rail)),
                "{seat:?} {route:?}"
            );
        }
    }
    let mut turned = false;
    for (position, hop) in route.hops.iter().enumerate() {
        match *hop {
            Hop::Nvlink { from_gpu, to_gpu } => {
                assert_eq!(position, 0, "NVLink comes first: {route:?}");
                assert_eq!(wiring.domain_of(from_gpu), wiring.domain_of(to_gpu));
                assert_ne!(from_gpu, to_gpu);
            }
            Hop::Up { from, to } => {
                assert!(!turned, "up after down: {route:?}");
                match from {
                    Node::Gpu(gpu) => assert_eq!(wiring.leaf_of(gpu), Some(to)),
                    Node::Switch(below) => assert_eq!(below.tier + 1, to.tier),
                }
            }
            Hop::Down { from, to } => {
                turned = true;
                match to {
                    Node::Gpu(gpu) => assert_eq!(wiring.leaf_of(gpu), Some(from)),
                    Node::Switch(below) => assert_eq!(below.tier + 1, from.tier),
                }
            }
        }
    }
    let nvlinks = route
        .hops
        .iter()
        .filter(|hop| matches!(hop, Hop::Nvlink { .. }))
        .count();
    let over_switches = route.hops.len() - nvlinks;
    assert_eq!(over_switches, 2 * route.top_tier() as usize);
    match (route.relation, route.kind) {
        (Relation::SameGpu, _) => assert_eq!(route.hops.len(), 0),
        (Relation::SameDomain, _) => assert_eq!((nvlinks, over_switches), (1, 0)),
        (Relation::CrossRail, FabricKind::RailOnly) => {
            assert_eq!(nvlinks, 1);
            let relay = route.relay();
            assert_eq!(
                relay.map(|gpu| wiring.rail_of(gpu)),
                Some(wiring.rail_of(to))
            );
            assert_eq!(
                relay.map(|gpu| wiring.domain_of(gpu)),
                Some(wiring.domain_of(from))
            );
        }
        _ => assert_eq!(nvlinks, 0),
    }
    // On rail-only, whatever enters the switches is already on the destination's rail.
    if route.kind == FabricKind::RailOnly {
        for hop in &route.hops {
            if let Hop::Up {
                from: Node::Gpu(gpu),
                ..
            } = *hop
            {
                assert_eq!(wiring.rail_of(gpu), wiring.rail_of(to));
            }
        }
        if wiring.tiers() >= 2 {
            for switch in route.switches() {
                let rail = switch.index / wiring.tree().switches(switch.tier);
                assert_eq!(rail, wiring.rail_of(to), "{route:?}");
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, cases: 2_000, ..ProptestConfig::default() })]

    #[test]
    fn every_route_is_whole(
        hb in 1_u64..=80,
        domains in 1_u64..=600,
        half_radix in prop_oneof![2_u32..=6, 7_u32..=128],
        oversubscription in prop_oneof![Just(1.0), 1.0_f64..=8.0],
        one in any::<proptest::sample::Index>(),
        other in any::<proptest::sample::Index>(),
    ) {
        let gpus = hb * domains;
        let (from, to) = (one.index(gpus as usize) as u64, other.index(gpus as usize) as u64);
        for kind in KINDS {
            let wiring = Wiring::new(kind, gpus, hb, 2 * half_radix, oversubscription);
            let there = wiring.route(from, to).unwrap();
            let back = wiring.route(to, from).unwrap();
            check(&wiring, &there);
            check(&wiring, &back);
            prop_assert_eq!(there.hops.len(), back.hops.len());
            for language in [Language::English, Language::TraditionalChinese] {
                prop_assert!(!describe(&wiring, &there, language).is_empty());
            }
            prop_assert!(wiring.route(from, gpus).is_none());
        }
    }

    #[test]
    fn leaves_hold_no_more_gpus_than_they_have_ports(
        hb in 1_u64..=72,
        domains in 1_u64..=60,
        half_radix in 2_u32..=40,
        oversubscription in prop_oneof![Just(1.0), 1.0_f64..=8.0],
    ) {
        for kind in KINDS {
            let wiring = Wiring::new(kind, hb * domains, hb, 2 * half_radix, oversubscription);
            if wiring.tiers() == 0 {
                continue;
            }
            let mut held = vec![0_u64; wiring.switches(1) as usize];
            for gpu in 0..wiring.gpus() {
                held[wiring.leaf_of(gpu).unwrap().index as usize] += 1;
            }
            let down = wiring.clos().leaf_down_ports();
            prop_assert!(held.iter().all(|&gpus| (1..=down).contains(&gpus)), "{:?} {:?}", wiring, held);
        }
    }
}

#[test]
fn a_million_gpus_are_routed_at_once() {
    for kind in KINDS {
        let wiring = Wiring::new(kind, 1 << 20, 8, 4, 1.0);
        for (from, to) in [(0, (1 << 20) - 1), (5, 524_288), (1_000_001, 3)] {
            check(&wiring, &wiring.route(from, to).unwrap());
        }
    }
}

#[test]
fn spines_share_the_flows() {
    // 32 leaves and 16 spines: between two leaves every spine is a way.
    let wiring = Wiring::new(FabricKind::RailOptimized, 1_024, 8, 64, 1.0);
    let mut flows = vec![0; wiring.switches(2) as usize];
    for from in 0..128 {
        for to in 512..640 {
            let route = wiring.route(from, to).unwrap();
            for switch in route.switches().filter(|switch| switch.tier == 2) {
                flows[switch.index as usize] += 1;
            }
        }
    }
    let (least, most) = (flows.iter().min().unwrap(), flows.iter().max().unwrap());
    assert!(*least * 4 > *most * 3, "{flows:?}");
}

#[test]
fn a_rail_is_not_cut_by_a_pod() {
    // 96 leaves, 12 a rail, at most 32 a pod: two rails a pod, so a rail never climbs to the third tier.
    let wiring = Wiring::new(FabricKind::RailOptimized, 3_072, 8, 64, 1.0);
    assert_eq!(wiring.tiers(), 3);
    assert_eq!(wiring.tree().block_leaves(2), 24);
    assert_eq!([1, 2, 3].map(|tier| wiring.switches(tier)), [96, 96, 48]);
    for gpu in (8..3_072).step_by(8) {
        assert!(wiring.route(0, gpu).unwrap().top_tier() <= 2);
        assert!(wiring.route(2, gpu + 2).unwrap().top_tier() <= 2);
    }
}

#[test]
fn sentences() {
    let say = |kind, language, from, to| {
        let wiring = Wiring::new(kind, 3_072, 8, 64, 1.0);
        describe(&wiring, &wiring.route(from, to).unwrap(), language)
    };
    let english = |kind, from, to| say(kind, Language::English, from, to);
    let chinese = |kind, from, to| say(kind, Language::TraditionalChinese, from, to);
    use FabricKind::{RailOnly, RailOptimized};
    assert_eq!(
        english(RailOnly, 3, 3),
        "GPU 3 is both ends: nothing leaves it."
    );
    assert_eq!(chinese(RailOnly, 3, 3), "兩端都是 GPU 3：沒有資料離開它。");
    assert_eq!(
        english(RailOnly, 0, 5),
        "GPU 0 and GPU 5 sit in one HB domain: one NVLink hop, and the network beyond is not touched."
    );
    assert_eq!(
        chinese(RailOnly, 0, 5),
        "GPU 0 與 GPU 5 在同一個 HB 域：走一段 NVLink，不經過外部網路。"
    );
    assert_eq!(
        english(RailOptimized, 2, 10),
        "GPU 2 and GPU 10 share rail 2: switch 0 of rail 2 joins them."
    );
    assert_eq!(
        chinese(RailOptimized, 2, 10),
        "GPU 2 與 GPU 10 同在軌 2，由軌 2 的交換器 0 直接相連。"
    );
    assert_eq!(
        english(RailOnly, 2, 2_058),
        "GPU 2 and GPU 2058 share rail 2: up to tier 2 and down again, through switch 0 of rail 2 → tier-2 switch 0 of rail 2 → switch 8 of rail 2."
    );
    assert_eq!(
        chinese(RailOnly, 2, 2_058),
        "GPU 2 與 GPU 2058 同在軌 2，上到第 2 層再下來，經過軌 2 的交換器 0→軌 2 的第 2 層交換器 0→軌 2 的交換器 8。"
    );
    assert_eq!(
        english(RailOptimized, 2, 13),
        "From rail 2 to rail 5, GPU 2 reaches GPU 13 over the spine of tier 3 that joins the two, through switch 0 of rail 2 → tier-2 spine switch 17 of pod 1 → tier-3 spine switch 41 → tier-2 spine switch 17 of pod 2 → switch 0 of rail 5."
    );
    assert_eq!(
        chinese(RailOptimized, 2, 13),
        "從軌 2 到軌 5，GPU 2 經連接兩軌的第 3 層 spine 到達 GPU 13，經過軌 2 的交換器 0→pod 1 的第 2 層 spine 交換器 17→第 3 層 spine 交換器 41→pod 2 的第 2 層 spine 交換器 17→軌 5 的交換器 0。"
    );
    assert_eq!(
        english(RailOnly, 2, 13),
        "Two steps from rail 2 to rail 5: NVLink from GPU 2 to GPU 5 in the same HB domain, which sits on rail 5, then that rail to GPU 13, through switch 0 of rail 5."
    );
    assert_eq!(
        chinese(RailOnly, 2, 13),
        "從軌 2 到軌 5 分兩步：先由 GPU 2 經 NVLink 到同一個 HB 域、位於軌 5 的 GPU 5，再沿該軌到 GPU 13，經過軌 5 的交換器 0。"
    );
}

#[test]
fn a_switch_that_rails_share_is_named_by_all_of_them() {
    let say = |kind, from, to| {
        // 32 domains of 8 on 64 ports: two rails a switch.
        let wiring = Wiring::new(kind, 256, 8, 64, 1.0);
        describe(&wiring, &wiring.route(from, to).unwrap(), Language::English)
    };
    let text = say(FabricKind::RailOnly, 2, 10);
    assert!(
        text.ends_with("the switch of rails 2–3 joins them."),
        "{text}"
    );
    let wiring = Wiring::new(FabricKind::RailOnly, 256, 8, 64, 1.0);
    assert!(wiring.divides_switches());
    assert!(!Wiring::new(FabricKind::RailOptimized, 256, 8, 64, 1.0).divides_switches());
    assert!(!Wiring::new(FabricKind::RailOnly, 3_072, 8, 64, 1.0).divides_switches());
}

#[test]
fn a_flow_comes_down_a_pod_where_it_went_up() {
    // Pods of 24 switches that hand up 32 links each: every pod's switch j meets the same switches of the top.
    let wiring = Wiring::new(FabricKind::RailOptimized, 3_072, 8, 64, 1.0);
    for gpu in 0..3_072 {
        let route = wiring.route(2, gpu).unwrap();
        let seats: Vec<_> = route
            .switches()
            .filter(|switch| switch.tier == 2)
            .map(|switch| wiring.seat(switch))
            .collect();
        if let [up, down] = seats[..] {
            assert_eq!((up.number, up.of), (down.number, 24), "{route:?}");
            assert_ne!(up.block, down.block);
        }
    }
}
