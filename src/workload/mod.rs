//! A transformer on its parallel layout: parameters, operations, memory, and what each kind of communication has to move.

mod anatomy;
mod flops;
mod memory;
mod parameters;
mod volumes;

pub use anatomy::{Anatomy, Attention, Family, Stage};
pub use flops::{ForwardOperations, passes};
pub use memory::{Activations, Memory, largest_layer};
pub use parameters::Parameters;
pub use volumes::Volumes;

use crate::cluster::Ranks;
use crate::quantity::{Bytes, Flops};
use crate::scenario::{Cluster, Recompute, Scenario};

/// What a training job computes, holds and moves in an iteration.
#[derive(Clone, Debug, PartialEq)]
pub struct Workload {
    /// All parameters of the model.
    pub parameters: f64,
    /// Parameters that one token passes: of the routed experts only its top-k.
    pub active_parameters: f64,
    /// Parameters by what holds them.
    pub breakdown: Parameters,
    /// Operations of an iteration of the whole job, those computed again included.
    pub flops_per_iteration: Flops,
    /// Operations that the model itself needs: without those computed again.
    pub model_flops_per_iteration: Flops,
    /// Memory of a GPU of the heaviest stage.
    pub memory: Memory,
    /// Whether that fits the GPU's memory.
    pub fits: bool,
    /// Microbatches of a replica, m = B / (d·b).
    pub microbatches: u32,
    /// The heaviest stage.
    pub stage: Stage,
    /// What one GPU hands to each kind of communication.
    pub volumes: Volumes,
}

/// Memory of a GPU.
pub fn available(cluster: &Cluster) -> Bytes {
    Bytes(cluster.memory_gib * f64::from(1 << 30))
}

impl Workload {
    /// The workload of a scenario.
    pub fn of(scenario: &Scenario) -> Self {
        Self::with_anatomy(scenario, &Anatomy::of(scenario))
    }

    /// The workload of a scenario whose model's `anatomy` is known already.
    pub fn with_anatomy(scenario: &Scenario, anatomy: &Anatomy) -> Self {
        let training = &scenario.training;
        let parameters = Parameters::of(anatomy);
        let ranks = Ranks::filling(scenario, u64::from(scenario.cluster.gpus));
        let microbatches = (scenario.training.batch
            / scenario
                .dp()
                .saturating_mul(scenario.training.microbatch)
                .max(1))
        .max(1);
        let stage = anatomy.heaviest_stage(scenario.layout.pp);
        let memory = Memory::of(scenario, anatomy, &parameters, &ranks, microbatches, stage);
        let available = available(&scenario.cluster);
        Self {
            parameters: parameters.total(),
            active_parameters: parameters.active(),
            flops_per_iteration: flops::per_iteration(scenario, anatomy, training.recompute),
            model_flops_per_iteration: flops::per_iteration(scenario, anatomy, Recompute::None),
            fits: memory.total() <= available,
            memory,
            microbatches,
            stage,
            volumes: Volumes::of(scenario, anatomy, &parameters, &ranks, microbatches, stage),
            breakdown: parameters,
        }
    }
}
