//! What holds of every layout, whatever is chosen.

use super::*;
use crate::figure::letters::estimated_width;
use crate::scenario::{Network, Prices, Scenario};
use proptest::prelude::*;

fn subject(
    domains: u64,
    hb: u64,
    radix: u32,
    oversubscription: f64,
    pair: Option<(u64, u64)>,
) -> Subject {
    let standard = Scenario::default();
    let network = Network {
        radix,
        oversubscription,
        ..standard.network
    };
    let prices: Prices = standard.prices;
    let gpus = domains.min(1_048_576 / hb) * hb;
    let pair = pair.map(|(from, to)| (from % gpus, to % gpus));
    Subject::new(gpus, hb, &network, &prices, pair)
}

fn check(subject: &Subject, width: u32, language: Language) -> Result<(), TestCaseError> {
    let layout = TopologyLayout::new(subject, width, language, &estimated_width);
    let whole = Rect::new(0.0, 0.0, f64::from(layout.width), f64::from(layout.height));
    for found in &layout.boxes {
        let reach = if found.stacked {
            Rect::new(
                found.rect.x,
                found.rect.y - 5.0,
                found.rect.width + 5.0,
                found.rect.height + 5.0,
            )
        } else {
            found.rect
        };
        prop_assert!(whole.contains(reach), "{found:?} leaves {whole:?}");
        prop_assert!(found.rect.width >= 4.0, "{found:?} is too narrow");
    }
    for (place, found) in layout.boxes.iter().enumerate() {
        for other in &layout.boxes[place + 1..] {
            prop_assert!(!found.rect.overlaps(other.rect), "{found:?} {other:?}");
        }
    }
    for (place, label) in layout.labels.iter().enumerate() {
        prop_assert!(whole.contains(label.room), "{label:?} leaves {whole:?}");
        for other in &layout.labels[place + 1..] {
            prop_assert!(!label.room.overlaps(other.room), "{label:?} {other:?}");
        }
        if label.role != LabelRole::Box {
            for found in &layout.boxes {
                prop_assert!(!label.room.overlaps(found.rect), "{label:?} {found:?}");
            }
        }
    }
    for (place, dot) in layout.dots.iter().enumerate() {
        let room = Rect::new(dot.center.x, dot.center.y, 0.0, 0.0).grown(dot.radius - 0.6);
        prop_assert!(
            layout.boxes.iter().any(|found| found.rect.contains(room)),
            "{dot:?} lies in no domain"
        );
        for other in &layout.dots[place + 1..] {
            let apart =
                (dot.center.x - other.center.x).abs() + (dot.center.y - other.center.y).abs();
            prop_assert!(apart >= 2.0 * dot.radius - 0.5, "{dot:?} {other:?}");
        }
    }
    for line in layout.lines.iter().chain(&layout.strikes) {
        for point in &line.points {
            let spot = Rect::new(point.x, point.y, 0.0, 0.0);
            prop_assert!(whole.contains(spot), "{line:?} leaves {whole:?}");
        }
    }
    if let Some((from, to)) = subject.pair() {
        for gpu in [from, to] {
            let drawn = layout
                .dots
                .iter()
                .filter(|dot| dot.gpu == gpu && dot.chosen);
            prop_assert_eq!(drawn.count(), 2, "GPU {} is in both designs", gpu);
        }
        let legs = |nvlink| {
            layout
                .steps
                .iter()
                .filter(|step| step.nvlink == nvlink)
                .count()
        };
        let wiring = &subject.rail_only;
        let same_domain = wiring.domain_of(from) == wiring.domain_of(to);
        let same_rail = wiring.rail_of(from) == wiring.rail_of(to);
        let expected = match (from == to, same_domain, same_rail) {
            (true, ..) => (0, 0),
            (_, true, _) => (2, 0),
            (_, false, true) => (0, 2),
            (_, false, false) => (1, 2),
        };
        prop_assert_eq!((legs(true), legs(false)), expected);
        for step in &layout.steps {
            let ends = [step.points.first(), step.points.last()];
            for end in ends.into_iter().flatten() {
                prop_assert!(
                    layout.dots.iter().any(|dot| {
                        (dot.center.x - end.x).abs() + (dot.center.y - end.y).abs() < 0.01
                    }),
                    "{step:?} begins and ends at GPUs"
                );
            }
        }
    } else {
        prop_assert!(layout.steps.is_empty());
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn nothing_overlaps_and_nothing_leaves_the_figure(
        domains in prop_oneof![1_u64..6, 1_u64..3000, Just(65_536)],
        hb in prop_oneof![1_u64..10, Just(72), Just(256), Just(4096)],
        radix in prop_oneof![Just(4_u32), Just(16), Just(64), Just(128), Just(512)],
        oversubscription in prop_oneof![Just(1.0), Just(3.0), Just(7.0)],
        pair in prop::option::of((any::<u64>(), any::<u64>())),
        width in prop_oneof![320_u32..1500, Just(639), Just(640)],
        chinese: bool,
    ) {
        let language = if chinese { Language::TraditionalChinese } else { Language::English };
        check(&subject(domains, hb, radix, oversubscription, pair), width, language)?;
    }
}

#[test]
fn a_way_across_rails_takes_nvlink_first_on_rail_only() {
    let subject = subject(384, 8, 64, 1.0, Some((17, 2999)));
    let layout = TopologyLayout::new(&subject, 1200, Language::English, &estimated_width);
    let steps: Vec<(usize, bool)> = layout
        .steps
        .iter()
        .map(|step| (step.number, step.nvlink))
        .collect();
    assert_eq!(steps, [(1, false), (1, true), (2, false)]);
}

#[test]
fn a_shared_switch_is_labelled_by_the_rails_that_it_carries() {
    for (domains, hb, radix) in [(32, 8, 64), (32, 8, 512), (3, 1024, 64), (384, 8, 64)] {
        let subject = subject(domains, hb, radix, 1.0, None);
        let wiring = &subject.rail_only;
        let whole: Vec<(u64, u64)> = (0..wiring.switches(1))
            .filter_map(|leaf| wiring.rails_on_leaf(leaf))
            .collect();
        for width in [360, 800, 1400] {
            let layout = TopologyLayout::new(&subject, width, Language::English, &estimated_width);
            let names: Vec<&str> = layout
                .labels
                .iter()
                .filter(|label| label.role == LabelRole::Box)
                .map(|label| label.text.as_str())
                .collect();
            assert!(!names.is_empty());
            let known = |name: &str| {
                let wirings = [&subject.rail_only, &subject.rail_optimized];
                wirings.iter().any(|wiring| {
                    (0..wiring.switches(1)).any(|leaf| {
                        wiring.rails_on_leaf(leaf).is_some_and(|rails| {
                            name == text::rails(rails, Language::English)
                                || name == text::rail_numbers(rails)
                                || name == text::from_rail(rails)
                        })
                    })
                })
            };
            for name in names {
                assert!(known(name), "{name} of {whole:?}");
            }
        }
    }
}
