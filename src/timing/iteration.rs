//! The parts of an iteration.

use super::Parts;
use super::device::Device;
use super::layer::{self, LayerParts, Pass, Split};
use super::network::{Links, Machine, Peers};
use crate::cluster::{Cluster, Digit};
use crate::scenario::{Recompute, Scenario};
use crate::traffic::{Limited, Plan, Rules};
use crate::workload::{Anatomy, Stage, Workload};

/// Bytes that a step in mixed precision reads and writes for each parameter: gradients widened to 32 bits (2 read, 4 written) and
/// checked (4), their norm (4), clipping (4 and 4), Adam's reading of gradient, weight and two moments and writing of the last three
/// (16 and 12), the weight narrowed to 16 bits (4 and 2).
pub const STEP_BYTES: f64 = 56.0;

/// Kernels of a step.
pub const STEP_KERNELS: f64 = 12.0;

/// Computation of a microbatch in the two kinds of layers and in the output layer. It depends on how a layer is split and on
/// nothing else, so a search shares it among pipelines.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Layers {
    device: Device,
    /// A dense layer.
    pub dense: Pass,
    /// A MoE layer; nothing where the model has none.
    pub moe: Pass,
    output: Pass,
}

impl Layers {
    /// The layers of a model on a device.
    pub fn of(device: &Device, anatomy: &Anatomy, split: Split) -> Self {
        Self {
            device: *device,
            dense: LayerParts::of(device, anatomy, split, false).sum(),
            moe: if anatomy.moe_layers() > 0 {
                LayerParts::of(device, anatomy, split, true).sum()
            } else {
                Pass::default()
            },
            output: layer::output(device, anatomy, split),
        }
    }

    /// MoE layers of the slowest stage, which sets the pace: the one with the most of them, or where dense layers take longer the one
    /// with the fewest.
    pub fn slowest_moe_layers(&self, stage: &Stage, recompute: Recompute) -> f64 {
        let is_moe_slower = self.moe.seconds(recompute) >= self.dense.seconds(recompute);
        f64::from(if is_moe_slower {
            stage.moe_layers
        } else {
            stage.fewest_moe_layers
        })
    }

    /// Seconds of the output layer and the loss for a microbatch.
    pub fn output_seconds(&self) -> f64 {
        self.output.seconds(Recompute::None)
    }
}

/// A job: what it computes and moves, and where.
pub struct Job<'a> {
    scenario: &'a Scenario,
    workload: &'a Workload,
    cluster: &'a Cluster,
    layers: &'a Layers,
    rules: Rules,
}

impl<'a> Job<'a> {
    /// The job of a scenario; `layers` are those of its split.
    pub fn of(
        scenario: &'a Scenario,
        workload: &'a Workload,
        cluster: &'a Cluster,
        layers: &'a Layers,
    ) -> Self {
        Self {
            scenario,
            workload,
            rules: Rules::of(&scenario.accounting, cluster),
            cluster,
            layers,
        }
    }

    /// What an iteration is made of on `machine`.
    pub fn parts(&self, machine: Machine) -> Parts {
        let scenario = self.scenario;
        let layout = &scenario.layout;
        let training = &scenario.training;
        let volumes = &self.workload.volumes;
        let ranks = &self.cluster.ranks;
        let links = Links::of(self.layers.device, machine);
        let microbatches = f64::from(self.workload.microbatches);
        let stages = f64::from(layout.pp.max(1));
        let chunks = f64::from(training.interleave.max(1));
        let layers = f64::from(self.workload.stage.layers);
        let moe_layers = f64::from(self.workload.stage.moe_layers);
        let full = training.recompute == Recompute::Full;

        let dense = self.layers.dense.seconds(training.recompute);
        let moe = self.layers.moe.seconds(training.recompute);
        let slowest = (self.layers).slowest_moe_layers(&self.workload.stage, training.recompute);
        let stage = (layers - slowest) * dense + slowest * moe;
        let output = self.layers.output_seconds();

        // Volumes are those of an iteration; a microbatch moves its part in as many operations as its layers have.
        let collective = |digit: Digit, payload: f64, operations: f64| {
            if operations <= 0.0 {
                return 0.0;
            }
            let each = payload / microbatches / operations;
            links.halves(self.rules.plan(digit), digit.size, each, operations)
        };
        let tensor = collective(
            ranks.tp,
            volumes.tensor.0,
            layers * if full { 12.0 } else { 8.0 },
        );
        let context = collective(
            ranks.cp,
            volumes.context.0,
            layers * if full { 4.0 } else { 3.0 },
        );
        let expert = if moe_layers > 0.0 && ranks.ep > 1 {
            let operations = moe_layers * if full { 6.0 } else { 4.0 };
            let pair = volumes.expert_pair.0 / microbatches / operations;
            let seconds = links.all_to_all(self.expert_peers(machine), pair, operations);
            seconds - self.hidden_all_to_all(seconds, stage)
        } else {
            0.0
        };
        let hand_over = if stages > 1.0 {
            // Of what is sent to both neighbours, a GPU waits for one forward and one backward tensor a chunk.
            let bytes = volumes.pipeline.0 / microbatches / chunks;
            2.0 * chunks * links.hand_over(self.rules.plan(ranks.pp), bytes)
        } else {
            0.0
        };
        let exchange = tensor + context + expert;
        let gradients = self.gradients(&links);
        let embedding = self.embedding(&links);
        let hidden = gradients.min(self.hiding(stage + exchange))
            * (1.0 - self.layers.device.generation.collective);
        Parts {
            compute: microbatches * (stage + output),
            tp: microbatches * tensor,
            cp: microbatches * context,
            pp: microbatches * hand_over,
            dp: gradients - hidden + embedding,
            ep: microbatches * expert,
            bubble: (stages - 1.0) / chunks * (stage + exchange + hand_over),
            optimizer: self.optimizer(),
        }
    }

    /// Seconds by which computation hides a microbatch's all-to-alls: those of the `stage` at the most, and what is hidden still
    /// slows what hides it.
    pub fn hidden_all_to_all(&self, seconds: f64, stage: f64) -> f64 {
        if self.scenario.training.ep_overlap {
            seconds.min(stage) * (1.0 - self.layers.device.generation.collective)
        } else {
            0.0
        }
    }

    /// Seconds of computation and exchange that gradients' and weights' collectives run beside, `microbatch` being those of one:
    /// none without ZeRO; with it the last backward and the first forward pass, or the passes of each microbatch that gathers. What
    /// is hidden still slows what hides it.
    pub fn hiding(&self, microbatch: f64) -> f64 {
        let training = &self.scenario.training;
        if training.zero == 0 {
            0.0
        } else {
            f64::from(training.gathers(self.workload.microbatches)) * microbatch
        }
    }

    /// Collectives in which gradients and weights go: two halves of an all-reduce, or with ZeRO 3 three for each layer, every time
    /// that it gathers.
    pub fn gradient_halves(&self) -> f64 {
        let training = &self.scenario.training;
        if training.zero >= 3 {
            let gathers = training.gathers(self.workload.microbatches);
            3.0 * f64::from(gathers) * f64::from(self.workload.stage.layers)
        } else {
            2.0
        }
    }

    /// Seconds of the gradients' and with ZeRO the weights' collectives.
    fn gradients(&self, links: &Links) -> f64 {
        let volumes = &self.workload.volumes;
        let ranks = &self.cluster.ranks;
        let halves = self.gradient_halves();
        [
            (ranks.dp, volumes.gradients.0),
            (ranks.expert_replicas(), volumes.expert_gradients.0),
        ]
        .into_iter()
        .map(|(replicas, payload)| {
            let reduce = |digit: Digit, payload: f64| {
                links.halves(self.rules.plan(digit), digit.size, payload / halves, halves)
            };
            if ranks.cp.span() == replicas.stride {
                let group = Digit {
                    stride: ranks.cp.stride,
                    size: ranks.cp.size * replicas.size,
                };
                reduce(group, payload)
            } else {
                reduce(ranks.cp, payload) + reduce(replicas, payload / ranks.cp.size as f64)
            }
        })
        .sum()
    }

    /// Seconds of the all-reduce of the embedding's gradients between first and last stage, at the very end.
    fn embedding(&self, links: &Links) -> f64 {
        let plan = self.rules.plan_of_ends(self.cluster.ranks.pp);
        let halves = 2.0;
        let payload = self.workload.volumes.embedding.0;
        links.halves(plan, 2, payload / halves, halves)
    }

    /// The optimizer's step; ZeRO spreads it over the replicas.
    fn optimizer(&self) -> f64 {
        let state = self.workload.memory.optimizer.0 / 12.0;
        (self.layers.device).stream(STEP_BYTES * state, STEP_KERNELS)
    }

    /// (time on rail-only) / (time on rail-optimized) of the experts' all-to-all, latency aside: 1 + C_S/C_F with an even spread.
    pub fn all_to_all_slowdown(&self) -> f64 {
        let seconds = |machine| {
            Links::of(self.layers.device, machine).exchange(self.expert_peers(machine), 1.0)
        };
        let clos = seconds(Machine::RailOptimized);
        if clos > 0.0 {
            seconds(Machine::RailOnly) / clos
        } else {
            1.0
        }
    }

    /// Where the other ranks of a GPU's expert group sit. With a limit of domains a token visits, how many ranks' worth of bytes go
    /// where: of the k/e·V that a rank would get without it, D·(n1−1) inside and m/k·n1·(D−1) on the rail, see [`Limited`]. In one
    /// domain for all GPUs no limit matters.
    pub fn expert_peers(&self, machine: Machine) -> Peers {
        let group = self.cluster.ranks.experts();
        let others = group.size as f64 - 1.0;
        if machine == Machine::Ideal {
            return Peers {
                inside: others,
                rail: 0.0,
                elsewhere: 0.0,
            };
        }
        if let Some(limited) = Limited::of(&self.scenario.shape, &self.rules, group) {
            let (inside, across) = (limited.inside as f64, limited.across as f64);
            return Peers {
                inside: across * (inside - 1.0),
                rail: limited.visited / limited.copies.max(1.0) * inside * (across - 1.0),
                elsewhere: 0.0,
            };
        }
        match self.rules.plan(group) {
            Plan::Within => Peers {
                inside: others,
                rail: 0.0,
                elsewhere: 0.0,
            },
            Plan::Across => Peers {
                inside: 0.0,
                rail: others,
                elsewhere: 0.0,
            },
            Plan::Split { inside, across } => {
                let (inside, across) = (inside as f64, across as f64);
                Peers {
                    inside: inside - 1.0,
                    rail: across - 1.0,
                    elsewhere: (inside - 1.0) * (across - 1.0),
                }
            }
            Plan::Flat => Peers {
                inside: 0.0,
                rail: 0.0,
                elsewhere: others,
            },
        }
    }
}
