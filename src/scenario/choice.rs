//! The names that choices carry in a link, and their labels for people.

use super::{
    Algorithm, Along, AttentionKernel, Axis, Dimension, FabricKind, GpuKind, Layouts, Measure,
    Model, PairCounting, Placement, RankOrder, Recompute, Theme, View, ZeroGather,
};
use crate::language::{Bilingual, Language};

/// One value of a choice: its name in a link and its label.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Choice {
    /// The name in a link; kept for ever.
    pub key: &'static str,
    /// The label for people.
    pub label: Bilingual,
}

macro_rules! choices {
    ($name:ident { $($variant:ident = $key:literal, $en:literal, $zh:literal;)+ }) => {
        impl $name {
            /// Every value, in the order in which they are offered.
            pub const ALL: &'static [Self] = &[$(Self::$variant),+];
            /// Every value's name and label, in the order of [`Self::ALL`].
            pub const CHOICES: &'static [Choice] =
                &[$(Choice { key: $key, label: Bilingual::new($en, $zh) }),+];

            /// The name in a link.
            pub const fn key(self) -> &'static str {
                match self { $(Self::$variant => $key),+ }
            }

            /// The label for people.
            pub const fn label(self) -> Bilingual {
                match self { $(Self::$variant => Bilingual::new($en, $zh)),+ }
            }

            /// The value of this name in a link.
            pub fn from_key(key: &str) -> Option<Self> {
                Self::ALL.iter().copied().find(|value| value.key() == key)
            }
        }
    };
}

choices!(Model {
    Gpt1_7b = "gpt-1.7b", "GPT 1.7B", "GPT 1.7B";
    Gpt3_6b = "gpt-3.6b", "GPT 3.6B", "GPT 3.6B";
    Gpt7_5b = "gpt-7.5b", "GPT 7.5B", "GPT 7.5B";
    Gpt18b = "gpt-18b", "GPT 18B", "GPT 18B";
    Gpt39b = "gpt-39b", "GPT 39B", "GPT 39B";
    Gpt76b = "gpt-76b", "GPT 76B", "GPT 76B";
    Gpt146b = "gpt-146b", "GPT 146B", "GPT 146B";
    Gpt310b = "gpt-310b", "GPT 310B", "GPT 310B";
    Gpt530b = "gpt-530b", "GPT 530B", "GPT 530B";
    Gpt1t = "gpt-1t", "GPT 1T", "GPT 1T";
    Gpt3 = "gpt3-175b", "GPT-3 175B", "GPT-3 175B";
    Bloom = "bloom-176b", "BLOOM 176B", "BLOOM 176B";
    Llama3 = "llama3-405b", "Llama 3 405B", "Llama 3 405B";
    DeepSeekV3 = "deepseek-v3", "DeepSeek-V3", "DeepSeek-V3";
    Moe1_3b = "moe-1.3b", "MoE 1.3B × 128", "MoE 1.3B × 128";
});

choices!(Recompute {
    None = "none", "None", "不重算";
    Selective = "selective", "Attention only", "只重算注意力";
    Full = "full", "Every layer", "每一層都重算";
});

choices!(ZeroGather {
    Iteration = "iteration", "Once an iteration", "每次迭代一次";
    Microbatch = "microbatch", "Every microbatch", "每個微批次";
});

choices!(AttentionKernel {
    Unfused = "unfused", "Unfused", "未融合";
    Fused = "fused", "Fused", "融合";
    Tuned = "tuned", "Fused, tuned for the GPU", "融合並針對 GPU 調校";
});

choices!(Placement {
    Aligned = "aligned", "In order", "依序";
    Random = "random", "Random", "隨機";
});

choices!(GpuKind {
    A100 = "a100", "A100", "A100";
    H100 = "h100", "H100", "H100";
    H800 = "h800", "H800", "H800";
    Gh200 = "gh200", "GH200", "GH200";
    B200 = "b200", "B200", "B200";
    Gb200 = "gb200", "GB200", "GB200";
    Custom = "custom", "Custom", "自訂";
});

choices!(FabricKind {
    RailOnly = "rail-only", "Rail-only", "Rail-only";
    RailOptimized = "rail-optimized", "Rail-optimized", "Rail-optimized";
});

choices!(Algorithm {
    Direct = "direct", "All to all", "全對全";
    Ring = "ring", "Ring", "環狀";
});

choices!(PairCounting {
    Ordered = "ordered", "One way", "單向";
    Unordered = "unordered", "Both ways added", "雙向相加";
});

choices!(View {
    All = "all", "Everything", "全部";
    Heatmap = "heatmap", "Heatmap", "熱圖";
    Shares = "shares", "Shares", "占比";
    Topology = "topology", "Topology", "拓撲";
    Savings = "savings", "Savings", "節省";
    Timing = "timing", "Iteration time", "迭代時間";
    Sweep = "sweep", "Sweep", "掃描";
    Search = "search", "Search", "搜尋";
    Published = "published", "Published and ours", "已發表與我們的結果";
});

choices!(Along {
    Hb = "hb", "HB domain size", "HB 域大小";
    Gpus = "gpus", "GPUs", "GPU 數";
    Radix = "radix", "Switch radix", "交換器埠數";
    Batch = "batch", "Batch", "批次";
    Nic = "nic_gbps", "NIC speed", "NIC 速率";
});

choices!(Measure {
    Time = "time", "Iteration time", "迭代時間";
    Cost = "cost", "Network cost", "網路成本";
    Bytes = "bytes", "Bytes leaving domains", "離開 HB 域的位元組";
});

choices!(Layouts {
    Held = "held", "Held", "固定";
    Searched = "searched", "Searched again", "逐點重新搜尋";
});

choices!(Axis {
    Domain = "domain", "HB domain by HB domain", "依 HB 域";
    Rail = "rail", "Rail by rail", "依軌（rail）";
});

choices!(Theme {
    Auto = "auto", "As the browser", "跟隨瀏覽器";
    Light = "light", "Light", "淺色";
    Dark = "dark", "Dark", "深色";
});

choices!(Language {
    English = "en", "English", "English";
    TraditionalChinese = "zh-Hant", "繁體中文", "繁體中文";
});

choices!(Dimension {
    Tp = "tp", "TP", "TP";
    Cp = "cp", "CP", "CP";
    Dp = "dp", "DP", "DP";
    Pp = "pp", "PP", "PP";
});

macro_rules! orders {
    ($($key:literal, $label:literal = $a:ident $b:ident $c:ident $d:ident;)+) => {
        impl RankOrder {
            /// The 24 permutations.
            pub const ALL: &'static [Self] = &[$(Self([
                Dimension::$a, Dimension::$b, Dimension::$c, Dimension::$d,
            ])),+];
            /// Every permutation's name and label, in the order of [`Self::ALL`].
            pub const CHOICES: &'static [Choice] =
                &[$(Choice { key: $key, label: Bilingual::new($label, $label) }),+];
        }
    };
}

orders! {
    "tp-cp-dp-pp", "TP, CP, DP, PP" = Tp Cp Dp Pp;
    "tp-cp-pp-dp", "TP, CP, PP, DP" = Tp Cp Pp Dp;
    "tp-dp-cp-pp", "TP, DP, CP, PP" = Tp Dp Cp Pp;
    "tp-dp-pp-cp", "TP, DP, PP, CP" = Tp Dp Pp Cp;
    "tp-pp-cp-dp", "TP, PP, CP, DP" = Tp Pp Cp Dp;
    "tp-pp-dp-cp", "TP, PP, DP, CP" = Tp Pp Dp Cp;
    "cp-tp-dp-pp", "CP, TP, DP, PP" = Cp Tp Dp Pp;
    "cp-tp-pp-dp", "CP, TP, PP, DP" = Cp Tp Pp Dp;
    "cp-dp-tp-pp", "CP, DP, TP, PP" = Cp Dp Tp Pp;
    "cp-dp-pp-tp", "CP, DP, PP, TP" = Cp Dp Pp Tp;
    "cp-pp-tp-dp", "CP, PP, TP, DP" = Cp Pp Tp Dp;
    "cp-pp-dp-tp", "CP, PP, DP, TP" = Cp Pp Dp Tp;
    "dp-tp-cp-pp", "DP, TP, CP, PP" = Dp Tp Cp Pp;
    "dp-tp-pp-cp", "DP, TP, PP, CP" = Dp Tp Pp Cp;
    "dp-cp-tp-pp", "DP, CP, TP, PP" = Dp Cp Tp Pp;
    "dp-cp-pp-tp", "DP, CP, PP, TP" = Dp Cp Pp Tp;
    "dp-pp-tp-cp", "DP, PP, TP, CP" = Dp Pp Tp Cp;
    "dp-pp-cp-tp", "DP, PP, CP, TP" = Dp Pp Cp Tp;
    "pp-tp-cp-dp", "PP, TP, CP, DP" = Pp Tp Cp Dp;
    "pp-tp-dp-cp", "PP, TP, DP, CP" = Pp Tp Dp Cp;
    "pp-cp-tp-dp", "PP, CP, TP, DP" = Pp Cp Tp Dp;
    "pp-cp-dp-tp", "PP, CP, DP, TP" = Pp Cp Dp Tp;
    "pp-dp-tp-cp", "PP, DP, TP, CP" = Pp Dp Tp Cp;
    "pp-dp-cp-tp", "PP, DP, CP, TP" = Pp Dp Cp Tp;
}

impl RankOrder {
    /// The name in a link; empty where a dimension is named twice, which no link can say.
    pub fn key(self) -> &'static str {
        Self::ALL
            .iter()
            .zip(Self::CHOICES)
            .find(|(order, _)| **order == self)
            .map_or("", |(_, choice)| choice.key)
    }

    /// The order of this name in a link.
    pub fn from_key(key: &str) -> Option<Self> {
        Self::ALL
            .iter()
            .zip(Self::CHOICES)
            .find(|(_, choice)| choice.key == key)
            .map(|(order, _)| *order)
    }
}

impl Default for RankOrder {
    /// `tp-cp-dp-pp`, Megatron's order.
    fn default() -> Self {
        use Dimension::{Cp, Dp, Pp, Tp};
        Self([Tp, Cp, Dp, Pp])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn orders_are_the_24_permutations_under_their_own_names() {
        assert_eq!(RankOrder::ALL.len(), 24);
        for order in RankOrder::ALL {
            let name: Vec<&str> = order.0.iter().map(|dimension| dimension.key()).collect();
            assert_eq!(order.key(), name.join("-"));
            assert_eq!(RankOrder::from_key(order.key()), Some(*order));
            for dimension in Dimension::ALL {
                assert!(order.0.contains(dimension));
            }
        }
        assert_eq!(RankOrder::default().key(), "tp-cp-dp-pp");
        assert_eq!(RankOrder([Dimension::Tp; 4]).key(), "");
    }
}
