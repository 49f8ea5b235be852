//! A layer's forward and backward pass on one GPU, operation by operation, for one microbatch.

use super::device::Device;
use crate::scenario::{AttentionKernel, Recompute, Scenario};
use crate::workload::{Anatomy, Attention};

/// How a microbatch is split when it meets a layer.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Split {
    /// Tokens of the microbatch on a context-parallel rank. Attention still looks at all of the sequence.
    pub tokens: f64,
    /// Tensor-parallel degree t.
    pub tp: f64,
    /// Expert-parallel degree e.
    pub ep: f64,
    /// Whether norms and residuals are split along the sequence too.
    pub sequence_parallel: bool,
    /// How the core of attention is computed.
    pub attention: AttentionKernel,
    /// Bits of the numbers that matrix products multiply.
    pub matmul_bits: u32,
}

impl Split {
    /// How a scenario splits its microbatches.
    pub fn of(scenario: &Scenario) -> Self {
        let layout = &scenario.layout;
        let cp = f64::from(layout.cp.max(1));
        Self {
            tokens: f64::from(scenario.shape.seq) * f64::from(scenario.training.microbatch) / cp,
            tp: f64::from(layout.tp.max(1)),
            ep: f64::from(layout.ep.max(1)),
            sequence_parallel: scenario.training.sequence_parallel,
            attention: scenario.training.attention,
            matmul_bits: scenario.training.matmul_bits,
        }
    }
}

/// Seconds of computation of a pass.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Pass {
    /// Forward.
    pub forward: f64,
    /// Backward, without what is computed again.
    pub backward: f64,
    /// What selective recompute computes again: the core of attention, unless its kernel does so anyway.
    pub core_again: f64,
}

impl Pass {
    /// Forward, backward and what `recompute` repeats.
    pub fn seconds(&self, recompute: Recompute) -> f64 {
        let again = match recompute {
            Recompute::None => 0.0,
            Recompute::Selective => self.core_again,
            Recompute::Full => self.forward,
        };
        self.forward + self.backward + again
    }

    fn add(&mut self, other: Self) {
        self.forward += other.forward;
        self.backward += other.backward;
        self.core_again += other.core_again;
    }
}

/// The parts of a layer.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LayerParts {
    /// Projections of attention: queries, keys, values and the output.
    pub projections: Pass,
    /// Scores, softmax and their product with the values.
    pub core: Pass,
    /// The MLP, or router and experts.
    pub feed_forward: Pass,
    /// Norms, dropout and residuals.
    pub around: Pass,
}

impl LayerParts {
    /// The parts of a dense layer, or of an MoE layer.
    pub fn of(device: &Device, anatomy: &Anatomy, split: Split, is_moe: bool) -> Self {
        let feed_forward = if is_moe {
            experts(device, anatomy, split)
        } else {
            let width = f64::from(anatomy.shape.ffn) / split.tp;
            mlp(device, anatomy, split.matmul_bits, split.tokens, width)
        };
        Self {
            projections: projections(device, anatomy, split),
            core: core(device, anatomy, split),
            feed_forward,
            around: around(device, anatomy, split),
        }
    }

    /// The layer.
    pub fn sum(&self) -> Pass {
        let mut pass = self.projections;
        pass.add(self.core);
        pass.add(self.feed_forward);
        pass.add(self.around);
        pass
    }
}

/// The output layer and the loss, in 16 bits. The logits are widened to 32 bits (2 bytes read, 4 written) and their softmax's logarithms
/// taken (4 and 4); backward reads these, writes the gradient (4 and 4) and narrows it (4 and 2).
pub fn output(device: &Device, anatomy: &Anatomy, split: Split) -> Pass {
    let words = anatomy.vocab() / split.tp;
    let mut pass = linear(device, 16, split.tokens, words, anatomy.hidden());
    pass.forward += device.stream(split.tokens * words * 14.0, 2.0);
    pass.backward += device.stream(split.tokens * words * 14.0, 2.0);
    pass
}

/// A linear layer: the backward pass has one product for its input's gradient and one for its weights'. For products of 8-bit
/// numbers the input and the output's gradient are read and narrowed, and once more the other way round for the weights' gradient.
fn linear(device: &Device, bits: u32, tokens: f64, columns: f64, depth: f64) -> Pass {
    let mut pass = Pass {
        forward: device.matmul(bits, tokens, columns, depth),
        backward: device.matmul(bits, tokens, depth, columns)
            + device.matmul(bits, depth, columns, tokens),
        core_again: 0.0,
    };
    if device.multiplies_8_bits(bits) {
        let (narrowed, turned) = (3.0, 2.0);
        pass.forward += device.stream(narrowed * tokens * depth, 1.0);
        pass.backward += device.stream((narrowed + turned) * tokens * columns, 1.0)
            + device.stream(turned * tokens * depth, 1.0);
    }
    pass
}

/// The gradient of a linear layer's biases: a sum over the tokens of its output's gradient, which is read once.
fn biases(device: &Device, anatomy: &Anatomy, tokens: f64, columns: f64) -> Pass {
    let backward = if anatomy.has_biases() {
        device.stream(2.0 * tokens * columns, 1.0)
    } else {
        0.0
    };
    Pass {
        backward,
        ..Pass::default()
    }
}

fn projections(device: &Device, anatomy: &Anatomy, split: Split) -> Pass {
    let h = anatomy.hidden();
    let widths = anatomy.core_widths();
    let tokens = split.tokens;
    let mut pass = Pass::default();
    match anatomy.attention {
        Attention::Grouped { .. } => {
            let columns = (widths.query + widths.key + widths.value) / split.tp;
            pass.add(linear(device, split.matmul_bits, tokens, columns, h));
            pass.add(biases(device, anatomy, tokens, columns));
            // The gradients of queries, keys and values are put together to one.
            pass.backward += device.stream(4.0 * tokens * columns, 1.0);
        }
        Attention::Latent {
            query,
            key_value,
            plain,
            rotary,
            value,
        } => {
            let heads = anatomy.heads() / split.tp;
            pass.add(linear(
                device,
                split.matmul_bits,
                tokens,
                query + key_value + rotary,
                h,
            ));
            pass.add(linear(
                device,
                split.matmul_bits,
                tokens,
                heads * (plain + rotary),
                query,
            ));
            pass.add(linear(
                device,
                split.matmul_bits,
                tokens,
                heads * (plain + value),
                key_value,
            ));
        }
    }
    pass.add(linear(
        device,
        split.matmul_bits,
        tokens,
        h,
        widths.output / split.tp,
    ));
    pass.add(biases(device, anatomy, tokens, h));
    if anatomy.has_rotary_positions() {
        let turned = match anatomy.attention {
            Attention::Grouped { .. } => (widths.query + widths.key) / split.tp,
            Attention::Latent { rotary, .. } => rotary * (anatomy.heads() / split.tp + 1.0),
        };
        let turned = device.stream(4.0 * tokens * turned, 2.0);
        pass.forward += turned;
        pass.backward += turned;
    }
    pass
}

/// Scores, softmax and their product with the values.
fn core(device: &Device, anatomy: &Anatomy, split: Split) -> Pass {
    let widths = anatomy.core_widths();
    let sequence = anatomy.sequence();
    let operations = 2.0 * split.tokens * sequence * (widths.query + widths.output) / split.tp;
    let rates = device.generation.attention;
    match split.attention {
        AttentionKernel::Unfused => {
            let products = operations / (device.peak * rates.unfused);
            let scores = 2.0 * split.tokens * sequence * anatomy.heads() / split.tp;
            // Softmax reads and writes the scores; dropout too, and writes a mask of half their size.
            let forward = products + device.stream(4.5 * scores, 3.0);
            Pass {
                forward,
                backward: 2.0 * products + device.stream(6.0 * scores, 3.0),
                core_again: forward,
            }
        }
        AttentionKernel::Fused | AttentionKernel::Tuned => {
            let (forward, backward) = if split.attention == AttentionKernel::Tuned {
                (rates.tuned_forward, rates.tuned_backward)
            } else {
                (rates.fused_forward, rates.fused_backward)
            };
            // The mask hides half. Tiles on the diagonal are computed whole and short rows of tiles start and end as long ones do:
            // with 256 tokens more, the rates that arXiv 2407.08608, figure 5, shows from 512 to 16,384 tokens come out.
            let computed = operations / 2.0 * (1.0 + 256.0 / sequence);
            // The backward pass computes the scores again, five products against two, and first sums the products of the result
            // with its gradient.
            let sums = 4.0 * split.tokens * widths.output / split.tp;
            Pass {
                forward: computed / (device.peak * forward) + device.generation.launch,
                backward: 2.5 * computed / (device.peak * backward) + device.stream(sums, 2.0),
                core_again: 0.0,
            }
        }
    }
}

fn mlp(device: &Device, anatomy: &Anatomy, bits: u32, tokens: f64, width: f64) -> Pass {
    let h = anatomy.hidden();
    let into = (anatomy.mlp_matrices() - 1.0) * width;
    let mut pass = linear(device, bits, tokens, into, h);
    pass.add(linear(device, bits, tokens, h, width));
    // The activation function reads what goes in and writes one width; backward it reads both and writes what went in.
    pass.forward += device.stream(2.0 * tokens * (into + width), 1.0);
    pass.backward += device.stream(2.0 * tokens * (2.0 * into + width), 1.0);
    pass.add(biases(device, anatomy, tokens, into + h));
    pass
}

/// Router, routed experts with an even load, shared experts, and the copies of tokens in and out.
fn experts(device: &Device, anatomy: &Anatomy, split: Split) -> Pass {
    let shape = &anatomy.shape;
    let h = anatomy.hidden();
    let width = f64::from(shape.expert_ffn) / split.tp;
    let routed = f64::from(shape.top_k.min(shape.experts));
    let local = (f64::from(shape.experts) / split.ep).max(1.0);
    let arriving = split.tokens * routed;
    let mut pass = linear(device, 16, split.tokens, f64::from(shape.experts), h);
    let one = mlp(device, anatomy, split.matmul_bits, arriving / local, width);
    // A grouped product computes all local experts in one kernel: their tiles fill the waves together.
    let together = mlp(device, anatomy, split.matmul_bits, arriving, width);
    let backward_kernels = if anatomy.has_biases() { 6.0 } else { 5.0 };
    let grouped = Pass {
        forward: together
            .forward
            .max(local * (one.forward - 3.0 * device.generation.launch) * 0.5),
        backward: together
            .backward
            .max(local * (one.backward - backward_kernels * device.generation.launch) * 0.5),
        core_again: 0.0,
    };
    pass.add(grouped);
    let copies = device.stream(2.0 * 2.0 * arriving * h / split.tp, 2.0);
    pass.forward += 2.0 * copies;
    pass.backward += 2.0 * copies;
    if shape.shared_experts > 0 {
        let shared = f64::from(shape.shared_experts) * width;
        pass.add(mlp(
            device,
            anatomy,
            split.matmul_bits,
            split.tokens,
            shared,
        ));
    }
    pass
}

/// Norms, dropout and residuals: streaming kernels over the hidden size.
fn around(device: &Device, anatomy: &Anatomy, split: Split) -> Pass {
    let replicated = if split.sequence_parallel {
        split.tp
    } else {
        1.0
    };
    let tensor = 2.0 * split.tokens * anatomy.hidden() / replicated;
    // Two norms, each reads and writes; two residual additions read two tensors and write one, with dropout also half a mask.
    // Backward a norm reads two tensors and writes one, and reads both again for its weights' gradients.
    let residual = if anatomy.has_biases() { 3.5 } else { 3.0 };
    Pass {
        forward: device.stream(tensor * (2.0 * 2.0 + 2.0 * residual), 4.0),
        backward: device.stream(tensor * (2.0 * 5.0 + 2.0 * (residual - 1.0)), 6.0),
        core_again: 0.0,
    }
}
