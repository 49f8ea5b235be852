//! GPUs and HB domains.

use super::{Parameter, Stops, choice, float, integer};
use crate::language::Bilingual;

const GPUS: Bilingual = Bilingual::new("GPUs", "顆 GPU");
const GBPS: Bilingual = Bilingual::new("Gb/s", "Gb/s");

pub(super) const ENTRIES: &[Parameter] = &[
    Parameter {
        key: "gpus",
        label: Bilingual::new("GPUs", "GPU 數"),
        unit: GPUS,
        help: Bilingual::new(
            "GPUs N of the training job. It owns its HB domains whole.",
            "訓練工作所用的 GPU 數 N；獨佔所用的每個 HB 域。",
        ),
        stops: Stops::Multiples(&[
            1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64, 96, 128, 192, 256, 384, 512, 768, 1_024,
            1_536, 2_048, 3_072, 4_096, 6_144, 8_192, 12_288, 16_384, 24_576, 32_768, 49_152,
            65_536, 131_072, 262_144, 524_288, 1_048_576,
        ]),
        ..integer!(Cluster, cluster.gpus, 1..=1_048_576)
    },
    Parameter {
        key: "hb",
        label: Bilingual::new("HB domain", "HB 域"),
        unit: GPUS,
        help: Bilingual::new(
            "GPUs K that share one fast interconnect, such as NVLink: 8 in a DGX, 72 in a GB200 NVL72, 256 in a DGX GH200. There are as many rails.",
            "共用同一高速互連（如 NVLink）的 GPU 數 K：DGX 為 8，GB200 NVL72 為 72，DGX GH200 為 256；軌（rail）的數目與它相同。",
        ),
        stops: Stops::Integers(&[
            1, 2, 4, 8, 16, 32, 64, 72, 128, 144, 256, 512, 576, 1_024, 2_048, 4_096,
        ]),
        ..integer!(Cluster, cluster.hb, 1..=1_048_576)
    },
    Parameter {
        key: "gpu",
        label: Bilingual::new("GPU kind", "GPU 型號"),
        help: Bilingual::new(
            "Brings its bandwidths, peak and memory. The size of the HB domain is a choice of its own.",
            "帶入該型號的頻寬、峰值算力與記憶體；HB 域的大小另外選擇。",
        ),
        ..choice!(Cluster, cluster.gpu: GpuKind)
    },
    Parameter {
        key: "hb_gbps",
        label: Bilingual::new("HB bandwidth", "HB 頻寬"),
        unit: GBPS,
        help: Bilingual::new(
            "One-way bandwidth of a GPU inside its HB domain, C_F. Data sheets often print both directions added.",
            "GPU 在 HB 域內的單向頻寬 C_F；規格書常印雙向相加的數字。",
        ),
        stops: Stops::Floats(&[
            400.0, 800.0, 1200.0, 1600.0, 2400.0, 3600.0, 4800.0, 7200.0, 14_400.0, 28_800.0,
        ]),
        ..float!(Cluster, cluster.hb_gbps, 1.0..=1_000_000.0, step 100.0)
    },
    Parameter {
        key: "nic_gbps",
        label: Bilingual::new("NIC bandwidth", "NIC 頻寬"),
        unit: GBPS,
        help: Bilingual::new(
            "One-way bandwidth of a GPU's network card, C_S.",
            "GPU 網路卡的單向頻寬 C_S。",
        ),
        stops: Stops::Floats(&[25.0, 50.0, 100.0, 200.0, 400.0, 800.0, 1600.0]),
        ..float!(Cluster, cluster.nic_gbps, 1.0..=1_000_000.0, step 50.0)
    },
    Parameter {
        key: "peak_tflops",
        label: Bilingual::new("Peak", "峰值算力"),
        unit: Bilingual::new("TFLOP/s", "TFLOP/s"),
        help: Bilingual::new(
            "Dense 16-bit peak of a GPU. Printed figures with sparsity are twice as high.",
            "GPU 的 16 位元稠密峰值算力；含稀疏加速的標示值是它的兩倍。",
        ),
        stops: Stops::Floats(&[125.0, 312.0, 500.0, 989.0, 1500.0, 2250.0, 2500.0, 5000.0]),
        ..float!(Cluster, cluster.peak_tflops, 1.0..=1_000_000.0, step 1.0)
    },
    Parameter {
        key: "hbm_gbytes_s",
        label: Bilingual::new("Memory bandwidth", "記憶體頻寬"),
        unit: Bilingual::new("GB/s", "GB/s"),
        help: Bilingual::new(
            "Bandwidth between a GPU and its own memory.",
            "GPU 與自身記憶體之間的頻寬。",
        ),
        stops: Stops::Floats(&[
            900.0, 1555.0, 2040.0, 3350.0, 4000.0, 4800.0, 8000.0, 16_000.0,
        ]),
        ..float!(Cluster, cluster.hbm_gbytes_s, 1.0..=1_000_000.0, step 10.0)
    },
    Parameter {
        key: "memory_gib",
        label: Bilingual::new("Memory", "記憶體"),
        unit: Bilingual::new("GiB", "GiB"),
        help: Bilingual::new(
            "Memory of a GPU. The page says whether weights, optimizer and activations fit.",
            "GPU 的記憶體容量；頁面會指出權重、最佳化器與活化值是否放得下。",
        ),
        stops: Stops::Floats(&[
            16.0, 32.0, 40.0, 80.0, 96.0, 141.0, 180.0, 186.0, 288.0, 576.0,
        ]),
        ..float!(Cluster, cluster.memory_gib, 1.0..=1_000_000.0, step 1.0)
    },
    Parameter {
        key: "gpu_w",
        label: Bilingual::new("GPU power", "GPU 功率"),
        unit: Bilingual::new("W", "W"),
        help: Bilingual::new(
            "Power of a GPU while it trains, as its maker states its limit. Hosts and cooling are not in it.",
            "訓練時一顆 GPU 的功率，採製造商標示的上限；不含主機與散熱。",
        ),
        stops: Stops::Floats(&[250.0, 300.0, 400.0, 500.0, 700.0, 1000.0, 1200.0, 1400.0]),
        ..float!(Cluster, cluster.gpu_w, 0.0..=100_000.0, step 50.0)
    },
];
