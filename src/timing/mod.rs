//! The iteration: computation operation by operation, exposed communication by tier, pipeline bubble, optimizer.
//!
//! The schedule is one-forward-one-backward with v interleaved chunks (arXiv 2104.04473, §2.2): a stage works through m
//! microbatches, and p − 1 stages of one chunk each have to fill and drain, a bubble of (p−1)/v microbatches. Collectives of
//! tensor, context and expert parallelism stand in the way of what follows and are exposed in full. Gradients are exposed in full
//! with ZeRO 0; from stage 1 on they overlap with the last microbatch's backward pass and the first one's forward pass.

mod device;
mod layer;
mod network;

pub use device::{AttentionKernel, Device, Generation};
pub use layer::{Pass, Split};
pub use network::{Links, Machine, Peers};

use crate::cluster::{Cluster, Digit};
use crate::quantity::Seconds;
use crate::scenario::{FabricKind, Recompute, Scenario};
use crate::traffic::{Plan, Rules};
use crate::workload::{Anatomy, Workload};
use serde::Serialize;

/// How long an iteration takes, and on what.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Timing {
    /// Seconds of an iteration on each machine.
    pub iteration_s: ByMachine,
    /// The parts of it on the scenario's fabric.
    pub parts_s: Parts,
    /// Operations of the model a second and GPU, in TFLOP/s: recomputation does not count.
    pub tflops_per_gpu: f64,
    /// Share of the peak by operations of the model.
    pub mfu: f64,
    /// Share of the peak by all operations, recomputation included.
    pub hfu: f64,
}

/// Seconds of an iteration on the three machines.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct ByMachine {
    /// A Clos that joins all rails.
    pub rail_optimized: Seconds,
    /// One network a rail.
    pub rail_only: Seconds,
    /// One HB domain for all GPUs.
    pub ideal: Seconds,
}

/// What an iteration's time is made of, in seconds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Parts {
    /// Layers and output layer.
    pub compute: f64,
    /// Tensor-parallel collectives.
    pub tp: f64,
    /// Context-parallel exchange.
    pub cp: f64,
    /// Hand-overs between pipeline stages.
    pub pp: f64,
    /// Gradients, and weights with ZeRO, as far as nothing hides them.
    pub dp: f64,
    /// Expert all-to-all.
    pub ep: f64,
    /// The pipeline filling and draining.
    pub bubble: f64,
    /// The optimizer's step.
    pub optimizer: f64,
}

impl Parts {
    /// The iteration.
    pub fn total(&self) -> Seconds {
        Seconds(
            self.compute
                + self.tp
                + self.cp
                + self.pp
                + self.dp
                + self.ep
                + self.bubble
                + self.optimizer,
        )
    }
}

impl Timing {
    /// The timing of a scenario and its workload.
    pub fn of(scenario: &Scenario, workload: &Workload) -> Self {
        let job = Job::of(scenario, workload);
        let parts = |machine| job.parts(machine);
        let rail_only = parts(Machine::RailOnly);
        let rail_optimized = parts(Machine::RailOptimized);
        let shown = match scenario.network.fabric {
            FabricKind::RailOnly => rail_only,
            FabricKind::RailOptimized => rail_optimized,
        };
        let rate = |operations: f64| {
            let seconds = shown.total().0 * f64::from(scenario.cluster.gpus);
            if seconds > 0.0 {
                operations / seconds
            } else {
                0.0
            }
        };
        let peak = scenario.cluster.peak_tflops * 1e12;
        let useful = rate(workload.model_flops_per_iteration.0);
        Self {
            iteration_s: ByMachine {
                rail_optimized: rail_optimized.total(),
                rail_only: rail_only.total(),
                ideal: parts(Machine::Ideal).total(),
            },
            parts_s: shown,
            tflops_per_gpu: useful / 1e12,
            mfu: useful / peak,
            hfu: rate(workload.flops_per_iteration.0) / peak,
        }
    }
}

/// A job's times that don't depend on the machine, and what it moves.
struct Job<'a> {
    scenario: &'a Scenario,
    workload: &'a Workload,
    anatomy: Anatomy,
    device: Device,
    cluster: Cluster,
    rules: Rules,
}

impl<'a> Job<'a> {
    fn of(scenario: &'a Scenario, workload: &'a Workload) -> Self {
        let cluster = Cluster::of(scenario);
        Self {
            scenario,
            workload,
            anatomy: Anatomy::of(scenario),
            device: Device::of(&scenario.cluster),
            rules: Rules::of(&scenario.accounting, &cluster),
            cluster,
        }
    }

    fn parts(&self, machine: Machine) -> Parts {
        let scenario = self.scenario;
        let layout = &scenario.layout;
        let training = &scenario.training;
        let volumes = &self.workload.volumes;
        let ranks = &self.cluster.ranks;
        let links = Links::of(self.device, machine);
        let microbatches = f64::from(self.workload.microbatches);
        let stages = f64::from(layout.pp.max(1));
        let chunks = f64::from(training.interleave.max(1));
        let layers = f64::from(self.workload.stage_layers);
        let moe_layers = f64::from(self.anatomy.stage_moe_layers(layout.pp));
        let full = training.recompute == Recompute::Full;

        let split = Split {
            tokens: self.anatomy.sequence() * f64::from(training.microbatch)
                / f64::from(layout.cp.max(1)),
            tp: f64::from(layout.tp.max(1)),
            cp: f64::from(layout.cp.max(1)),
            ep: f64::from(layout.ep.max(1)),
            sequence_parallel: training.sequence_parallel,
        };
        let dense = layer::layer(&self.device, &self.anatomy, split, false);
        let mut stage = (layers - moe_layers) * dense.seconds(training.recompute);
        if moe_layers > 0.0 {
            let moe = layer::layer(&self.device, &self.anatomy, split, true);
            stage += moe_layers * moe.seconds(training.recompute);
        }
        let output = layer::output(&self.device, &self.anatomy, split).seconds(Recompute::None);

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
            links.all_to_all(self.expert_peers(), pair, operations)
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
        let hidden = if training.zero >= 1 {
            gradients.min(stage + exchange)
        } else {
            0.0
        };
        Parts {
            compute: microbatches * (stage + output),
            tp: microbatches * tensor,
            cp: microbatches * context,
            pp: microbatches * hand_over,
            dp: gradients - hidden,
            ep: microbatches * expert,
            bubble: (stages - 1.0) / chunks * (stage + exchange + hand_over),
            optimizer: self.optimizer(),
        }
    }

    /// Seconds of the gradients' and with ZeRO the weights' collectives.
    fn gradients(&self, links: &Links) -> f64 {
        let volumes = &self.workload.volumes;
        let ranks = &self.cluster.ranks;
        // An all-reduce is two halves; ZeRO 3 has three.
        let halves = if self.scenario.training.zero >= 3 {
            3.0
        } else {
            2.0
        };
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

    /// Adam in mixed precision reads gradient, master weight and two moments and writes the last three and the weight: 30 bytes a
    /// parameter; ZeRO spreads them over the replicas.
    fn optimizer(&self) -> f64 {
        let state = self.workload.memory.optimizer.0 / 12.0;
        self.device.stream(30.0 * state, 8.0)
    }

    /// Where the other ranks of a GPU's expert group sit.
    fn expert_peers(&self) -> Peers {
        let group = self.cluster.ranks.experts();
        let others = group.size as f64 - 1.0;
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
