use super::*;
use crate::scenario::Model;

/// The keys of the contract, in its order.
const KEYS: &str = "model layers hidden heads kv_heads ffn gated seq vocab experts top_k expert_ffn shared_experts moe_every \
    dense_layers token_domains batch microbatch recompute sequence_parallel grad_bits zero zero_gather interleave attention matmul_bits ep_overlap tokens tp cp pp ep dp order placement seed \
    gpus hb gpu hb_gbps nic_gbps peak_tflops hbm_gbytes_s memory_gib gpu_w fabric radix oversubscription hb_collective \
    nic_collective hierarchical scatter_gather pp_per_layer pairs embedding_gradients port_usd transceiver_usd port_w transceiver_w view axis \
    lang theme embed pair zoom along measure layouts";

#[test]
fn the_table_holds_the_keys_of_the_link_in_their_order() {
    let keys: Vec<&str> = TABLE.iter().map(|parameter| parameter.key).collect();
    let contract: Vec<&str> = KEYS.split_whitespace().collect();
    assert_eq!(keys, contract);
}

#[test]
fn every_entry_is_complete() {
    for parameter in TABLE {
        for text in [parameter.label, parameter.help] {
            assert!(
                !text.en.is_empty() && !text.zh.is_empty(),
                "{}",
                parameter.key
            );
        }
        assert!(parameter.help.en.ends_with('.'), "{}", parameter.key);
        assert!(parameter.help.zh.ends_with('。'), "{}", parameter.key);
        assert_eq!(parameter.unit.en.is_empty(), parameter.unit.zh.is_empty());
    }
}

#[test]
fn what_is_set_is_what_is_read() {
    for parameter in TABLE.iter().filter(|parameter| !parameter.derived) {
        for model in Model::ALL {
            let preset = Scenario::preset(*model);
            let value = (parameter.get)(&preset);
            assert!(parameter.accepts(value), "{} of {model:?}", parameter.key);
            let mut copy = preset.clone();
            (parameter.set)(&mut copy, value);
            assert_eq!(copy, preset, "{}", parameter.key);
        }
        let mut scenario = Scenario::default();
        let values: Vec<Value> = match parameter.kind {
            Kind::Integer { min, max } => vec![Value::Int(min), Value::Int(max)],
            Kind::Float { min, max, .. } => vec![Value::Float(min), Value::Float(max)],
            Kind::OneOf(numbers) => numbers.iter().copied().map(Value::Int).collect(),
            Kind::Choice(choices) => choices
                .iter()
                .map(|choice| Value::Choice(choice.key))
                .collect(),
            Kind::Flag => vec![Value::Flag(false), Value::Flag(true)],
            Kind::Pair => vec![Value::Pair(1, 2), Value::Unset],
            Kind::Zoom => vec![
                Value::Zoom(Zoom {
                    row: 1,
                    column: 2,
                    span: 3,
                }),
                Value::Unset,
            ],
        };
        for value in values {
            (parameter.set)(&mut scenario, value);
            assert_eq!((parameter.get)(&scenario), value, "{}", parameter.key);
            assert_eq!(
                parse(parameter, &value.to_string()),
                Ok(value),
                "{}",
                parameter.key
            );
        }
    }
}
