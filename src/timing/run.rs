//! A whole training run: how long its tokens take, and what energy.

use crate::fabric::{Design, Fabric};
use crate::quantity::{Joules, Seconds};
use crate::scenario::{FabricKind, Scenario};

use super::ByMachine;

/// A training run on each of the two networks.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Run {
    /// Tokens in an iteration, B·s.
    pub tokens_per_iteration: f64,
    /// Iterations that the training tokens take. Part of one counts as that part.
    pub iterations: f64,
    /// With a spine.
    pub rail_optimized: Trained,
    /// Without.
    pub rail_only: Trained,
}

/// A training run on one network.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Trained {
    /// Tokens a second.
    pub tokens_per_second: f64,
    /// From the first iteration to the last, without interruptions.
    pub time: Seconds,
    /// Energy of the GPUs, each at the power of `gpu_w` all the time.
    pub gpus: Joules,
    /// Energy of the network's ports and transceivers, at their power all the time.
    pub network: Joules,
}

impl Trained {
    /// The network's share of the energy of GPUs and network.
    pub fn network_share(&self) -> f64 {
        self.network / (self.gpus + self.network)
    }
}

impl Run {
    /// The run of a scenario whose iterations take as long as `iteration` says.
    ///
    /// Iterations = tokens / (B·s), time = iterations · seconds of one, energy = watts · time.
    pub fn of(scenario: &Scenario, iteration: &ByMachine, fabric: &Fabric) -> Self {
        let tokens_per_iteration =
            f64::from(scenario.training.batch) * f64::from(scenario.shape.seq);
        let iterations = scenario.training.tokens * 1e9 / tokens_per_iteration.max(1.0);
        let gpus_w = f64::from(scenario.cluster.gpus) * scenario.cluster.gpu_w;
        let trained = |iteration: Seconds, design: &Design| {
            let time = iteration * iterations;
            Trained {
                tokens_per_second: Seconds(tokens_per_iteration) / iteration,
                time,
                gpus: Joules(gpus_w * time.0),
                network: Joules(design.power.0 * time.0),
            }
        };
        Self {
            tokens_per_iteration,
            iterations,
            rail_optimized: trained(iteration.rail_optimized, &fabric.rail_optimized),
            rail_only: trained(iteration.rail_only, &fabric.rail_only),
        }
    }

    /// The run on one of the two.
    pub const fn on(&self, fabric: FabricKind) -> &Trained {
        match fabric {
            FabricKind::RailOptimized => &self.rail_optimized,
            FabricKind::RailOnly => &self.rail_only,
        }
    }
}
