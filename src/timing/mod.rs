//! The iteration: computation operation by operation, exposed communication by tier, pipeline bubble, optimizer.
//!
//! The schedule is one-forward-one-backward with v interleaved chunks (arXiv 2104.04473, §2.2): a stage works through m
//! microbatches, and p − 1 stages of one chunk each have to fill and drain, a bubble of (p−1)/v microbatches. Collectives of
//! tensor, context and expert parallelism stand in the way of what follows and are exposed in full. Gradients are exposed in full
//! with ZeRO 0; from stage 1 on they overlap with the last microbatch's backward pass and the first one's forward pass, and take
//! multiprocessors from them. With ZeRO 3 every microbatch gathers weights and scatters gradients, which its own passes hide.

mod device;
mod iteration;
mod layer;
mod network;
mod run;

pub use device::{AttentionRates, Device, Generation};
pub use iteration::{Job, Layers, STEP_BYTES, STEP_KERNELS};
pub use layer::{LayerParts, Pass, Split};
pub use network::{Links, Machine, Peers};
pub use run::{Run, Trained};

use crate::cluster::Cluster;
use crate::quantity::{Flops, Seconds};
use crate::scenario::{AttentionKernel, FabricKind, Recompute, Scenario};
use crate::traffic::Kind;
use crate::workload::{Anatomy, Workload};
use serde::Serialize;

/// How long an iteration takes, and on what.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Timing {
    /// Seconds of an iteration on each machine.
    pub iteration_s: ByMachine,
    /// The parts of it on the scenario's fabric.
    pub parts_s: Parts,
    /// The parts of it on each machine.
    #[serde(skip)]
    pub parts: ByMachine<Parts>,
    /// Operations that the GPUs execute, recomputation included.
    #[serde(skip)]
    pub executed: Flops,
    /// Operations a second and GPU, those of recomputation included as Megatron counts them, in TFLOP/s.
    pub tflops_per_gpu: f64,
    /// Share of the peak by operations of the model.
    pub mfu: f64,
    /// Share of the peak by all operations, recomputation included.
    pub hfu: f64,
    /// Time of the experts' all-to-all on rail-only over that on rail-optimized; 1 where it changes no rail.
    #[serde(skip)]
    pub all_to_all_slowdown: f64,
}

/// Something of each of the three machines; the seconds of an iteration if nothing else is said.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct ByMachine<T = Seconds> {
    /// A Clos that joins all rails.
    pub rail_optimized: T,
    /// One network a rail.
    pub rail_only: T,
    /// One HB domain for all GPUs.
    pub ideal: T,
}

impl<T> ByMachine<T> {
    /// That of one machine.
    pub const fn of(&self, machine: Machine) -> &T {
        match machine {
            Machine::RailOptimized => &self.rail_optimized,
            Machine::RailOnly => &self.rail_only,
            Machine::Ideal => &self.ideal,
        }
    }
}

/// A part of an iteration.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Part {
    /// Layers and output layer.
    Compute,
    /// Communication that computation waits for.
    Exchange(Kind),
    /// The pipeline filling and draining.
    Bubble,
    /// The optimizer's step.
    Optimizer,
}

impl Part {
    /// All of them, in the order of [`Parts`].
    pub const ALL: [Self; 8] = [
        Self::Compute,
        Self::Exchange(Kind::Tp),
        Self::Exchange(Kind::Cp),
        Self::Exchange(Kind::Pp),
        Self::Exchange(Kind::Dp),
        Self::Exchange(Kind::Ep),
        Self::Bubble,
        Self::Optimizer,
    ];
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
    /// One of them.
    pub const fn of(&self, part: Part) -> Seconds {
        Seconds(match part {
            Part::Compute => self.compute,
            Part::Exchange(Kind::Tp) => self.tp,
            Part::Exchange(Kind::Cp) => self.cp,
            Part::Exchange(Kind::Pp) => self.pp,
            Part::Exchange(Kind::Dp) => self.dp,
            Part::Exchange(Kind::Ep) => self.ep,
            Part::Bubble => self.bubble,
            Part::Optimizer => self.optimizer,
        })
    }

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
    /// Seconds of an iteration on one of the two networks.
    pub const fn on(&self, fabric: FabricKind) -> Seconds {
        match fabric {
            FabricKind::RailOptimized => self.iteration_s.rail_optimized,
            FabricKind::RailOnly => self.iteration_s.rail_only,
        }
    }

    /// The timing of a scenario, its workload and its cluster.
    pub fn of(scenario: &Scenario, workload: &Workload, cluster: &Cluster) -> Self {
        let anatomy = Anatomy::of(scenario);
        let device = Device::of(&scenario.cluster);
        let layers = Layers::of(&device, &anatomy, Split::of(scenario));
        let job = Job::of(scenario, workload, cluster, &layers);
        let parts = ByMachine {
            rail_optimized: job.parts(Machine::RailOptimized),
            rail_only: job.parts(Machine::RailOnly),
            ideal: job.parts(Machine::Ideal),
        };
        let shown = match scenario.network.fabric {
            FabricKind::RailOnly => parts.rail_only,
            FabricKind::RailOptimized => parts.rail_optimized,
        };
        let seconds = shown.total() * f64::from(scenario.cluster.gpus);
        let executed = executed(scenario, workload);
        let done = Seconds(executed.0) / seconds;
        let needed = Seconds(workload.model_flops_per_iteration.0) / seconds;
        // The 16-bit peak also where products are of 8-bit numbers: so it is reported, and so runs compare.
        let peak = scenario.cluster.peak_tflops * 1e12;
        Self {
            iteration_s: ByMachine {
                rail_optimized: parts.rail_optimized.total(),
                rail_only: parts.rail_only.total(),
                ideal: parts.ideal.total(),
            },
            parts_s: shown,
            parts,
            executed,
            tflops_per_gpu: done / 1e12,
            mfu: needed / peak,
            hfu: done / peak,
            all_to_all_slowdown: job.all_to_all_slowdown(),
        }
    }
}

/// The operations that an iteration really executes. A fused attention kernel computes its scores again within its backward pass
/// anyway, so selective recompute adds nothing to it.
fn executed(scenario: &Scenario, workload: &Workload) -> Flops {
    let training = &scenario.training;
    let core_is_free = training.recompute == Recompute::Selective
        && training.attention != AttentionKernel::Unfused;
    if core_is_free {
        workload.model_flops_per_iteration
    } else {
        workload.flops_per_iteration
    }
}
