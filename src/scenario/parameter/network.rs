//! The network beyond the HB domains.

use super::{Parameter, Stops, choice, float, integer};
use crate::language::Bilingual;

pub(super) const ENTRIES: &[Parameter] = &[
    Parameter {
        key: "fabric",
        label: Bilingual::new("Network", "網路設計"),
        help: Bilingual::new(
            "Rail-optimized joins all rails by spine switches. Rail-only leaves the spines out: each rail is a network of its own.",
            "Rail-optimized 以 spine 交換器連接所有的軌；rail-only 拿掉 spine，每條軌各自成為獨立的網路。",
        ),
        ..choice!(Network, network.fabric: FabricKind)
    },
    Parameter {
        key: "radix",
        label: Bilingual::new("Switch radix", "交換器連接埠數"),
        unit: Bilingual::new("ports", "埠"),
        help: Bilingual::new(
            "Ports R of one switch. A larger radix needs fewer tiers.",
            "一台交換器的連接埠數 R；愈大，所需的層級愈少。",
        ),
        stops: Stops::Integers(&[4, 8, 16, 32, 36, 40, 48, 64, 72, 128, 144, 256, 512]),
        ..integer!(Network, network.radix, 4..=65_536)
    },
    Parameter {
        key: "oversubscription",
        label: Bilingual::new("Oversubscription", "超額訂閱比"),
        unit: Bilingual::new(": 1", ": 1"),
        help: Bilingual::new(
            "Downlink over uplink capacity of a leaf switch. 1 is full bisection: everyone can talk at full speed. It changes what the network costs; iteration times are those of full bisection all the same.",
            "leaf 交換器下行與上行容量之比；1 為全等分頻寬，所有 GPU 可同時全速通訊。它影響網路成本；迭代時間一律以全等分頻寬計。",
        ),
        stops: Stops::Floats(&[1.0, 1.5, 2.0, 3.0, 4.0, 7.0]),
        ..float!(Network, network.oversubscription, 1.0..=64.0, step 0.5)
    },
];
