//! Configurations to start from, each with a point to it.

use super::{Cluster, Dimension, GpuKind, Model, RankOrder, Scenario};
use crate::language::Bilingual;

/// A configuration to start from.
#[derive(Clone, Copy, Debug)]
pub struct Example {
    /// A stable name.
    pub key: &'static str,
    /// What it is called.
    pub name: Bilingual,
    /// What it shows, in a line.
    pub description: Bilingual,
    /// The configuration; call it by [`Example::scenario`].
    build: fn() -> Scenario,
}

impl Example {
    /// The configuration.
    pub fn scenario(&self) -> Scenario {
        (self.build)()
    }
}

/// The configurations to start from.
pub static EXAMPLES: &[Example] = &[
    Example {
        key: "gpt-1t",
        name: Bilingual::new("GPT 1T on 384 DGX A100", "GPT 1T，384 台 DGX A100"),
        description: Bilingual::new(
            "Megatron's trillion-parameter run: 3,072 GPUs, and almost every byte stays inside a server.",
            "Megatron 的一兆參數訓練：3,072 顆 GPU，幾乎所有位元組都留在伺服器內。",
        ),
        build: Scenario::default,
    },
    Example {
        key: "large-domains",
        name: Bilingual::new("32,768 GPUs, domains of 256", "32,768 顆 GPU，每域 256 顆"),
        description: Bilingual::new(
            "The rail-only paper's best case: each rail fits one 128-port switch, and three tiers become one.",
            "Rail-only 論文的最佳情形：每條軌只需一台 128 埠交換器，三層變一層。",
        ),
        build: || {
            let mut scenario = Scenario::default();
            scenario.cluster.gpus = 32_768;
            scenario.cluster.hb = 256;
            scenario.network.radix = 128;
            scenario
        },
    },
    Example {
        key: "gh200",
        name: Bilingual::new("GPT 1T on 16 DGX GH200", "GPT 1T，16 台 DGX GH200"),
        description: Bilingual::new(
            "4,096 GPUs in domains of 256: even most of the gradients' all-reduce stays inside.",
            "4,096 顆 GPU，每域 256 顆：連梯度的 all-reduce 也大多留在域內。",
        ),
        build: || {
            let mut scenario = Scenario::default();
            scenario.layout.pp = 8;
            scenario.training.batch = 256;
            // The same bytes as stage 0, and what a GPU holds fits into its memory.
            scenario.training.zero = 2;
            scenario.cluster = Cluster {
                hb: 256,
                ..Cluster::of(GpuKind::Gh200, 4096)
            };
            scenario
        },
    },
    Example {
        key: "llama3",
        name: Bilingual::new(
            "Llama 3 405B on 16,384 H100",
            "Llama 3 405B，16,384 顆 H100",
        ),
        description: Bilingual::new(
            "A dense model of 2024 as it was trained: TP inside the server, the pipeline and the gradients along the rails.",
            "2024 年的稠密模型，依實際訓練配置：TP 在伺服器內，管線與梯度沿著軌走。",
        ),
        build: || Scenario::preset(Model::Llama3),
    },
    Example {
        key: "deepseek",
        name: Bilingual::new("DeepSeek-V3 on 2,048 H800", "DeepSeek-V3，2,048 顆 H800"),
        description: Bilingual::new(
            "A mixture of experts: its all-to-all is the traffic that does cross rails.",
            "混合專家模型：它的 all-to-all 正是會跨軌的流量。",
        ),
        build: || Scenario::preset(Model::DeepSeekV3),
    },
    Example {
        key: "nvl72",
        name: Bilingual::new("GPT 1T on 64 GB200 NVL72", "GPT 1T，64 座 GB200 NVL72"),
        description: Bilingual::new(
            "4,608 GPUs in racks of 72: TP and all nine replicas of a stage share a rack, and only the pipeline leaves it.",
            "4,608 顆 GPU，每座機櫃 72 顆：TP 與同一階段的九個複本同在一座機櫃，只有管線離開。",
        ),
        build: || {
            let mut scenario = Scenario::default();
            scenario.training.batch = 4608;
            scenario.cluster = Cluster {
                hb: 72,
                ..Cluster::of(GpuKind::Gb200, 4608)
            };
            scenario
        },
    },
    Example {
        key: "pipeline-first",
        name: Bilingual::new("GPT 1T, ranks in the wrong order", "GPT 1T，rank 順序排錯"),
        description: Bilingual::new(
            "The pipeline is numbered first, so TP leaves the server: the saving rests on placement.",
            "先沿管線編號，TP 因此離開伺服器：節省的前提是擺放得當。",
        ),
        build: || {
            let mut scenario = Scenario::default();
            scenario.layout.order =
                RankOrder([Dimension::Pp, Dimension::Tp, Dimension::Cp, Dimension::Dp]);
            scenario
        },
    },
    Example {
        key: "moe",
        name: Bilingual::new("MoE 1.3B on 128 A100", "MoE 1.3B，128 顆 A100"),
        description: Bilingual::new(
            "128 experts on 128 GPUs: about a third of the bytes go from every GPU to every other.",
            "128 個專家放在 128 顆 GPU 上：約三分之一的位元組是每顆 GPU 送往其他每一顆。",
        ),
        build: || Scenario::preset(Model::Moe1_3b),
    },
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scenario::{Level, is_legal, validate};

    #[test]
    fn every_example_can_be() {
        for example in EXAMPLES {
            let scenario = example.scenario();
            assert!(
                is_legal(&scenario),
                "{}: {:?}",
                example.key,
                validate(&scenario)
            );
        }
    }

    #[test]
    fn published_runs_are_beyond_reproach() {
        for model in Model::ALL {
            let notices = validate(&Scenario::preset(*model));
            assert!(notices.is_empty(), "{model:?}: {notices:?}");
        }
        let wrong_order = EXAMPLES
            .iter()
            .find(|example| example.key == "pipeline-first");
        let notices = wrong_order
            .map(|example| validate(&example.scenario()))
            .unwrap_or_default();
        assert!(notices.iter().all(|notice| notice.level == Level::Warning));
        assert!(notices.iter().any(|notice| notice.concerns("order")));
    }
}
