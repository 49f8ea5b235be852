//! Parallel layout and placement.

use super::{Group, Kind, Parameter, Stops, Value, choice, integer, plain};
use crate::language::Bilingual;

pub(super) const ENTRIES: &[Parameter] = &[
    Parameter {
        key: "tp",
        label: Bilingual::new("Tensor parallel (TP)", "張量平行（TP）"),
        help: Bilingual::new(
            "GPUs t that share every layer. They exchange whole activations several times a layer, so they belong inside one HB domain.",
            "共同分攤每一層的 GPU 數 t；每層都要多次交換整個活化值，所以應放在同一個 HB 域內。",
        ),
        stops: Stops::Integers(&[
            1, 2, 3, 4, 5, 6, 8, 9, 10, 12, 16, 18, 20, 24, 32, 36, 40, 48, 64, 72,
        ]),
        ..integer!(Layout, layout.tp, 1..=65_536)
    },
    Parameter {
        key: "cp",
        label: Bilingual::new("Context parallel (CP)", "上下文平行（CP）"),
        help: Bilingual::new(
            "GPUs c that share every sequence. They pass keys and values round.",
            "共同分攤每筆序列的 GPU 數 c；彼此傳遞鍵與值。",
        ),
        stops: Stops::Integers(&[1, 2, 4, 8, 16, 32, 64]),
        ..integer!(Layout, layout.cp, 1..=65_536)
    },
    Parameter {
        key: "pp",
        label: Bilingual::new("Pipeline stages (PP)", "管線階段（PP）"),
        help: Bilingual::new(
            "Stages p that the layers are dealt out to. A stage hands its output to the next one.",
            "把各層分配成 p 個階段；每個階段把輸出交給下一個階段。",
        ),
        stops: Stops::Integers(&[
            1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 14, 15, 16, 20, 21, 24, 28, 30, 32, 35, 40, 42, 48, 56,
            60, 64, 70, 80, 96, 105, 112, 120, 126, 128, 160, 192, 256,
        ]),
        ..integer!(Layout, layout.pp, 1..=1_024)
    },
    Parameter {
        key: "ep",
        label: Bilingual::new("Expert parallel (EP)", "專家平行（EP）"),
        help: Bilingual::new(
            "Data-parallel ranks e over which the experts are spread. Tokens travel to their experts and back: an all-to-all.",
            "把專家分散到 e 個資料平行 rank；token 要往返於專家之間，形成 all-to-all 流量。",
        ),
        stops: Stops::Integers(&[
            1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64, 96, 128, 160, 192, 256, 512, 1_024,
        ]),
        ..integer!(Layout, layout.ep, 1..=65_536)
    },
    Parameter {
        key: "dp",
        label: Bilingual::new("Data parallel (DP)", "資料平行（DP）"),
        help: Bilingual::new(
            "Replicas d of the model. It follows: the GPUs divided by tp · cp · pp. Replicas sum their gradients once an iteration.",
            "模型的複本數 d，由 GPU 數除以 tp · cp · pp 得出；各複本每次迭代加總一次梯度。",
        ),
        derived: true,
        ..plain(
            Group::Layout,
            Kind::Integer {
                min: 1,
                max: 1_048_576,
            },
            |scenario| Value::Int(u64::from(scenario.dp())),
            |_, _| {},
        )
    },
    Parameter {
        key: "order",
        label: Bilingual::new("Rank order", "rank 順序"),
        help: Bilingual::new(
            "The order in which ranks are numbered along the four dimensions, fastest first. The fastest end up next to each other, inside an HB domain.",
            "rank 沿四個維度編號的順序，最快的在前；最快的維度彼此相鄰，落在同一個 HB 域內。",
        ),
        ..choice!(Layout, layout.order: RankOrder)
    },
    Parameter {
        key: "placement",
        label: Bilingual::new("Placement", "擺放方式"),
        help: Bilingual::new(
            "In order puts rank r on GPU r. Random shows what a scheduler that ignores the network would cause.",
            "依序：rank r 放在 GPU r。隨機：展示排程器若不顧網路會造成什麼結果。",
        ),
        ..choice!(Layout, layout.placement: Placement)
    },
    Parameter {
        key: "seed",
        label: Bilingual::new("Random seed", "隨機種子"),
        help: Bilingual::new(
            "The number that the random placement is drawn from. The same seed gives the same placement.",
            "產生隨機擺放的數字；相同的種子得到相同的擺放。",
        ),
        ..integer!(Layout, layout.seed, 0..=4_294_967_295)
    },
];
