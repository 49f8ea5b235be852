//! What is shown, and how.

use super::{Group, Kind, Parameter, Value, choice, flag, plain};
use crate::language::{Bilingual, Language};

pub(super) const ENTRIES: &[Parameter] = &[
    Parameter {
        key: "view",
        label: Bilingual::new("View", "檢視"),
        help: Bilingual::new(
            "The whole page or one panel of it.",
            "整頁，或其中一個面板。",
        ),
        ..choice!(Presentation, presentation.view: View)
    },
    Parameter {
        key: "axis",
        label: Bilingual::new("Order of GPUs", "GPU 順序"),
        help: Bilingual::new(
            "Order of the GPUs along the heatmap: domain by domain, or all GPUs of one rail together.",
            "熱圖上 GPU 的順序：逐個 HB 域，或同一條軌的 GPU 排在一起。",
        ),
        ..choice!(Presentation, presentation.axis: Axis)
    },
    Parameter {
        key: "lang",
        label: Bilingual::new("Language", "語言"),
        help: Bilingual::new(
            "Language of the page; left open, the browser's.",
            "頁面語言；未指定時依瀏覽器設定。",
        ),
        optional: true,
        ..plain(
            Group::Presentation,
            Kind::Choice(Language::CHOICES),
            |scenario| match scenario.presentation.lang {
                Some(language) => Value::Choice(language.key()),
                None => Value::Unset,
            },
            |scenario, value| match value {
                Value::Unset => scenario.presentation.lang = None,
                Value::Choice(name) => {
                    if let Some(language) = Language::from_key(name) {
                        scenario.presentation.lang = Some(language);
                    }
                }
                _ => {}
            },
        )
    },
    Parameter {
        key: "theme",
        label: Bilingual::new("Colours", "配色"),
        help: Bilingual::new(
            "Light, dark, or as the browser says.",
            "淺色、深色，或跟隨瀏覽器。",
        ),
        ..choice!(Presentation, presentation.theme: Theme)
    },
    Parameter {
        key: "embed",
        label: Bilingual::new("Embedded", "嵌入"),
        help: Bilingual::new(
            "Shows the figure alone, for a frame in another page or in slides.",
            "只顯示圖表，供嵌入其他網頁或投影片。",
        ),
        ..flag!(Presentation, presentation.embed)
    },
    Parameter {
        key: "pair",
        label: Bilingual::new("Two GPUs", "兩顆 GPU"),
        help: Bilingual::new(
            "The two GPUs whose traffic and paths are shown: source.destination, counted from 0.",
            "要顯示流量與路徑的兩顆 GPU：來源.目的，從 0 起算。",
        ),
        optional: true,
        ..plain(
            Group::Presentation,
            Kind::Pair,
            |scenario| match scenario.presentation.pair {
                Some((from, to)) => Value::Pair(from, to),
                None => Value::Unset,
            },
            |scenario, value| match value {
                Value::Unset => scenario.presentation.pair = None,
                Value::Pair(from, to) => scenario.presentation.pair = Some((from, to)),
                _ => {}
            },
        )
    },
    Parameter {
        key: "zoom",
        label: Bilingual::new("Zoom", "縮放"),
        help: Bilingual::new(
            "The part of the heatmap in sight: row.column.span, in positions along its axes.",
            "熱圖可見的部分：列.欄.寬度，以軸上的位置計。",
        ),
        optional: true,
        ..plain(
            Group::Presentation,
            Kind::Zoom,
            |scenario| match scenario.presentation.zoom {
                Some(zoom) => Value::Zoom(zoom),
                None => Value::Unset,
            },
            |scenario, value| match value {
                Value::Unset => scenario.presentation.zoom = None,
                Value::Zoom(zoom) => scenario.presentation.zoom = Some(zoom),
                _ => {}
            },
        )
    },
    Parameter {
        key: "along",
        label: Bilingual::new("Along", "沿著"),
        help: Bilingual::new(
            "The parameter along which a sweep runs.",
            "掃描所沿的參數。",
        ),
        ..choice!(Presentation, presentation.along: Along)
    },
    Parameter {
        key: "measure",
        label: Bilingual::new("Show", "顯示"),
        help: Bilingual::new(
            "What a sweep shows: the time of an iteration, what the network costs, or the bytes that leave their HB domain.",
            "掃描顯示的量：每次迭代的時間、網路成本，或離開 HB 域的位元組數。",
        ),
        ..choice!(Presentation, presentation.measure: Measure)
    },
    Parameter {
        key: "layouts",
        label: Bilingual::new("Layouts", "平行配置"),
        help: Bilingual::new(
            "Along a sweep the layout stays as it is, or the fastest that fits is searched at every point.",
            "掃描時維持目前的平行配置，或在每一點重新搜尋放得下的最快配置。",
        ),
        ..choice!(Presentation, presentation.layouts: Layouts)
    },
];
