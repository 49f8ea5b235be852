//! GPUs, HB domains and rails, and which rank sits on which GPU.
//!
//! GPU `g` stands in HB domain `g / K` at local rank `g mod K`, and its local rank is its rail. N GPUs make N/K whole domains.
//! Along the domain axis GPU `g` stands at position `g`; along the rail axis all GPUs of rail 0 come first, then rail 1, …:
//! position `(g mod K)·(N/K) + g / K`.

mod permutation;
mod ranks;

pub use permutation::Permutation;
pub use ranks::{Digit, Ranks};
pub(crate) use ranks::{gcd, lcm};

use crate::scenario::{Axis, Placement, Scenario};

/// The GPUs of a scenario and the ranks on them.
#[derive(Clone, Debug, PartialEq)]
pub struct Cluster {
    /// N, GPUs in whole HB domains.
    pub gpus: u64,
    /// K, GPUs in an HB domain; also the number of rails.
    pub hb: u64,
    /// N/K, HB domains; also the GPUs of a rail.
    pub domains: u64,
    /// How a rank's number is made of its tensor, context, pipeline and data coordinates.
    pub ranks: Ranks,
    /// The rank of each GPU where it is not the GPU's own number.
    permutation: Option<Permutation>,
}

/// Where a GPU stands, and which part of the job it holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Coordinates {
    /// The GPU.
    pub gpu: u64,
    /// Its HB domain.
    pub domain: u64,
    /// Its index in the domain, which is its rail.
    pub local_rank: u64,
    /// The rank that runs on it.
    pub rank: u64,
    /// Tensor-parallel coordinate, 0 … t−1.
    pub tp: u64,
    /// Context-parallel coordinate, 0 … c−1.
    pub cp: u64,
    /// Pipeline stage, 0 … p−1.
    pub pp: u64,
    /// Data-parallel coordinate, 0 … d−1.
    pub dp: u64,
    /// Expert-parallel coordinate, 0 … e−1: the part of `dp` that experts are spread over.
    pub ep: u64,
}

impl Cluster {
    /// The cluster of a scenario. One that is not legal (N not a multiple of K, a layout that does not fill N) still gives a
    /// cluster, of whole domains and with a job that moves nothing.
    pub fn of(scenario: &Scenario) -> Self {
        let asked = u64::from(scenario.cluster.gpus).max(1);
        let hb = u64::from(scenario.cluster.hb).clamp(1, asked);
        let domains = asked / hb;
        let gpus = domains * hb;
        let permutation = match scenario.layout.placement {
            Placement::Aligned => None,
            Placement::Random => Some(Permutation::of_seed(gpus, scenario.layout.seed)),
        };
        Self {
            gpus,
            hb,
            domains,
            ranks: Ranks::filling(scenario, gpus),
            permutation,
        }
    }

    /// Whether rank r sits on GPU r.
    pub fn is_aligned(&self) -> bool {
        self.permutation.is_none()
    }

    /// The HB domain of a GPU.
    pub fn domain_of(&self, gpu: u64) -> u64 {
        gpu / self.hb
    }

    /// The index of a GPU in its HB domain: its rail.
    pub fn local_rank_of(&self, gpu: u64) -> u64 {
        gpu % self.hb
    }

    /// The rank on a GPU.
    pub fn rank_of_gpu(&self, gpu: u64) -> u64 {
        self.permutation
            .as_ref()
            .map_or(gpu, |permutation| permutation.rank_of_gpu(gpu))
    }

    /// The GPU that a rank sits on.
    pub fn gpu_of_rank(&self, rank: u64) -> u64 {
        self.permutation
            .as_ref()
            .map_or(rank, |permutation| permutation.gpu_of_rank(rank))
    }

    /// Everything that is known of a GPU's place.
    pub fn coordinates(&self, gpu: u64) -> Coordinates {
        let rank = self.rank_of_gpu(gpu);
        let dp = self.ranks.dp.coordinate(rank);
        Coordinates {
            gpu,
            domain: self.domain_of(gpu),
            local_rank: self.local_rank_of(gpu),
            rank,
            tp: self.ranks.tp.coordinate(rank),
            cp: self.ranks.cp.coordinate(rank),
            pp: self.ranks.pp.coordinate(rank),
            dp,
            ep: dp % self.ranks.ep,
        }
    }

    /// Where a GPU stands along a heatmap's axis.
    pub fn position_of(&self, gpu: u64, axis: Axis) -> u64 {
        match axis {
            Axis::Domain => gpu,
            Axis::Rail => self.local_rank_of(gpu) * self.domains + self.domain_of(gpu),
        }
    }

    /// The GPU at a position of a heatmap's axis.
    pub fn gpu_at(&self, position: u64, axis: Axis) -> u64 {
        match axis {
            Axis::Domain => position,
            Axis::Rail => (position % self.domains) * self.hb + position / self.domains,
        }
    }

    /// Positions that belong together along an axis: a domain's K GPUs, or a rail's N/K.
    pub fn unit(&self, axis: Axis) -> u64 {
        match axis {
            Axis::Domain => self.hb,
            Axis::Rail => self.domains,
        }
    }
}
