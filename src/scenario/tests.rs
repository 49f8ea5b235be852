use super::parameter::TABLE;
use super::*;
use crate::language::Language;
use std::fmt::Write;

/// The published runs are those of the published table, number by number.
#[test]
fn gpt_presets_are_megatrons_table() {
    let table = include_str!("../../assets/published/megatron_table1.csv");
    let rows = table.lines().skip(1);
    assert_eq!(rows.clone().count(), 10);
    for (row, model) in rows.zip(Model::ALL) {
        let numbers: Vec<u32> = row
            .split(',')
            .skip(1)
            .take(7)
            .map(|number| number.parse().unwrap())
            .collect();
        let run = Scenario::preset(*model);
        let (shape, layout) = (&run.shape, &run.layout);
        assert_eq!(
            numbers,
            [
                shape.layers,
                shape.hidden,
                shape.heads,
                layout.tp,
                layout.pp,
                run.cluster.gpus,
                run.training.batch
            ],
            "{row}"
        );
    }
    let table = include_str!("../../assets/published/seqpar_table5.csv");
    let run = Scenario::preset(Model::Gpt3);
    let row = format!(
        "175,{},{},{},{},{},{},{},{},{},",
        run.shape.layers,
        run.shape.hidden,
        run.shape.heads,
        run.layout.tp,
        run.layout.pp,
        run.training.interleave,
        run.cluster.gpus,
        run.training.batch,
        run.training.microbatch,
    );
    assert!(table.contains(&row), "{row}");
}

#[test]
fn the_default_is_the_contract() {
    let expected = "model=gpt-1t&batch=3072&microbatch=1&recompute=full&sequence_parallel=0&grad_bits=16&zero=0&interleave=1\
        &tp=8&cp=1&pp=64&ep=1&order=tp-cp-dp-pp&placement=aligned&gpus=3072&hb=8&gpu=a100&fabric=rail-only&radix=64\
        &oversubscription=1&hb_collective=direct&nic_collective=ring&hierarchical=1&scatter_gather=1&pp_per_layer=0\
        &pairs=ordered&port_usd=694&transceiver_usd=199&port_w=18&transceiver_w=9&dp=6&layers=128&hidden=25600&heads=160\
        &kv_heads=160&ffn=102400&gated=0&seq=2048&vocab=51200&experts=0&hb_gbps=2400&nic_gbps=200&peak_tflops=312\
        &hbm_gbytes_s=2040&memory_gib=80&view=all&axis=domain&theme=auto&embed=0";
    let reading = link::read(expected);
    assert_eq!(reading.notices, []);
    assert_eq!(reading.chosen, Scenario::default());
    assert_eq!(link::write(&reading.chosen), "#v=1");
    assert_eq!(link::read("").chosen, Scenario::default());
    assert_eq!(
        link::read("https://example.org/railyard/index.html"),
        link::read("#v=1")
    );
}

#[test]
fn what_brings_others_brings_them_in_any_order() {
    let read = |text: &str| {
        let reading = link::read(text);
        assert_eq!(reading.notices, [], "{text}");
        reading.chosen
    };
    assert_eq!(read("hidden=12800").shape.ffn, 51_200);
    assert_eq!(read("ffn=1000&hidden=12800").shape.ffn, 1000);
    assert_eq!(read("model=llama3-405b&hidden=8192").shape.ffn, 26_624);
    assert_eq!(read("heads=80").shape.kv_heads, 80);
    assert_eq!(read("heads=64&model=llama3-405b").shape.kv_heads, 8);
    let h100 = read("hb_gbps=1000&gpu=h100&model=bloom-176b").cluster;
    assert_eq!(
        (h100.gpus, h100.hb, h100.hb_gbps, h100.nic_gbps),
        (384, 8, 1000.0, 400.0)
    );
    // A value that would follow anyway is not written; one that would not is.
    assert_eq!(
        link::write(&read("hidden=12800&ffn=51200")),
        "#v=1&hidden=12800"
    );
    assert_eq!(
        link::write(&read("hidden=12800&ffn=102400")),
        "#v=1&hidden=12800&ffn=102400"
    );
    assert_eq!(link::write(&read("gpu=h100&hb_gbps=3600")), "#v=1&gpu=h100");
}

#[test]
fn the_attention_kernel_is_the_usual_one_until_it_is_chosen() {
    use parameter::Value;
    let kernel = |link: &str| link::read(link).chosen.training.attention;
    assert_eq!(kernel(""), AttentionKernel::Unfused);
    assert_eq!(kernel("gpu=h100"), AttentionKernel::Fused);
    assert_eq!(kernel("zero=3"), AttentionKernel::Fused);
    assert_eq!(kernel("model=llama3-405b&gpu=a100"), AttentionKernel::Fused);
    assert_eq!(kernel("zero=3&attention=unfused"), AttentionKernel::Unfused);
    let shared = edit(&Scenario::default(), "zero", Value::Int(3)).scenario;
    assert_eq!(link::write(&shared), "#v=1&zero=3");
    let chosen = edit(&shared, "attention", Value::Choice("unfused")).scenario;
    let on_h100 = edit(&chosen, "gpu", Value::Choice("h100")).scenario;
    assert_eq!(on_h100.training.attention, AttentionKernel::Unfused);
}

#[test]
fn a_chosen_model_brings_its_run_and_leaves_the_rest() {
    use parameter::Value;
    let mut base = Scenario::default();
    base.network.radix = 128;
    base.prices.port_usd = 1000.0;
    base.presentation.lang = Some(Language::TraditionalChinese);
    base.presentation.pair = Some((0, 3000));
    let edited = edit(&base, "model", Value::Choice("moe-1.3b")).scenario;
    let mut expected = Scenario::preset(Model::Moe1_3b);
    expected.network.radix = 128;
    expected.prices.port_usd = 1000.0;
    expected.presentation.lang = Some(Language::TraditionalChinese);
    // GPU 3,000 is not among the 128.
    assert_eq!(edited, expected);
}

#[test]
fn a_chosen_gpu_resets_its_figures_and_nothing_else() {
    use parameter::Value;
    let base = link::read("nic_gbps=800&hb=72&gpus=4608&batch=4608").chosen;
    let edited = edit(&base, "gpu", Value::Choice("gb200"));
    assert_eq!(
        link::write(&edited.scenario),
        "#v=1&batch=4608&gpus=4608&hb=72&gpu=gb200"
    );
    let edited = edit(&edited.scenario, "nic_gbps", Value::Float(800.0));
    assert_eq!(edited.scenario.cluster.gpu, GpuKind::Gb200);
    assert!(edited.followed.is_empty());
}

#[test]
fn the_json_holds_every_key() {
    let map = json(&link::read("hb=72&gpus=4608&batch=4608&pair=0.9").chosen);
    for parameter in TABLE {
        assert_eq!(
            map.contains_key(parameter.key),
            parameter.key != "zoom",
            "{}",
            parameter.key
        );
    }
    assert_eq!(map["dp"], 9);
    assert_eq!(map["lang"], "en");
    assert_eq!(map["pair"], "0.9");
    assert_eq!(map["hierarchical"], 1);
    assert_eq!(map["oversubscription"], 1.0);
    assert_eq!(map["link"], "#v=1&batch=4608&gpus=4608&hb=72&pair=0.9");
}

/// Every message once, in both languages.
#[test]
fn messages() {
    let links = [
        "pp=100",
        "pp=200",
        "gpus=3000",
        "gpus=100003&hb=100003",
        "hb=7",
        "tp=7",
        "heads=77",
        "hidden=12288",
        "model=llama3-405b&kv_heads=7",
        "model=llama3-405b&heads=192&hidden=19200&kv_heads=12",
        "batch=100",
        "interleave=3",
        "interleave=2&pp=1",
        "ep=4",
        "model=deepseek-v3&ep=48",
        "model=deepseek-v3&gpus=3072",
        "model=moe-1.3b&top_k=300",
        "cp=3",
        "sequence_parallel=1&seq=2049",
        "dense_layers=200",
        "radix=65",
        "pair=0.5000",
        "zoom=4.4.5000",
        "dp=7",
        "tp=16",
        "order=pp-tp-cp-dp",
        "placement=random",
        "pp=96",
        "batch=6",
        "model=llama3-405b&batch=2176",
        "v=2",
        "v=one",
        "gpuz=3",
        "🚂=3",
        "a&b&c&d&e&f&g&h&i&j&k",
        "gpus=1024&gpus=2048",
        "gpus=1024&gpus=1024",
        "gpus=3,072",
        "gpus=%EF%BC%93%EF%BC%90%EF%BC%97%EF%BC%92",
        "gpus=1e3",
        "gpus=0",
        "gpus=-5",
        "gpus=",
        "gpus=99999999999999999999999999",
        "gpus=12%00%E2%80%AE34",
        "radix=2",
        "zero=9",
        "port_usd=1e999",
        "port_usd=-0",
        "port_usd=NaN",
        "gpu=H100",
        "recompute=everything",
        "embed=true",
        "order=tp-dp",
        "pair=1",
        "zoom=0.0.0",
        "axis=AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA",
    ];
    let mut all = String::new();
    for text in links {
        let reading = link::read(text);
        writeln!(all, "{text}").unwrap();
        for notice in reading.notices.iter().chain(&validate(&reading.chosen)) {
            writeln!(all, "  {} at {}", notice.level.key(), notice.key).unwrap();
            for language in Language::ALL {
                writeln!(all, "    {}", notice.message(*language)).unwrap();
            }
        }
        let legal = nearest_legal(&reading.chosen);
        assert!(is_legal(&legal));
        if legal != reading.chosen {
            writeln!(all, "  → {}", link::write(&legal)).unwrap();
        }
    }
    insta::assert_snapshot!(all);
}

#[test]
fn hostile_lengths_are_read_in_time() {
    for piece in ["&a=1", "&gpus=1", "%25", "🚂", "&", "=", "#?", "\u{0}"] {
        let text = piece.repeat(2_000_000 / piece.len());
        let reading = link::read(&text);
        assert!(reading.notices.len() < 20);
        for notice in reading.notices {
            assert!(notice.message(Language::English).len() < 400);
        }
    }
}
