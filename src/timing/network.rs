//! How long a collective takes on each of three machines.
//!
//! A half (an all-gather or a reduce-scatter) of a payload Y over n GPUs moves (n−1)/n·Y out of each GPU, whatever the algorithm;
//! the slower of the links it passes sets the time. On rail-only, what has to change rails first passes the HB interconnect:
//! its time is (1 + C_S/C_F) times the NIC's (arXiv 2307.12169, §IV).

use super::device::Device;
use crate::traffic::Plan;

/// A machine that the same job runs on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Machine {
    /// HB domains and a Clos that joins all rails.
    RailOptimized,
    /// HB domains and one network a rail.
    RailOnly,
    /// One HB domain for all GPUs, K = N: the bound that no network can pass.
    Ideal,
}

impl Machine {
    /// All three, the bound last.
    pub const ALL: [Self; 3] = [Self::RailOptimized, Self::RailOnly, Self::Ideal];
}

/// The links of a machine.
#[derive(Clone, Copy, Debug)]
pub struct Links {
    device: Device,
    machine: Machine,
}

impl Links {
    /// The links of `machine` built of `device`s.
    pub fn of(device: Device, machine: Machine) -> Self {
        Self { device, machine }
    }

    /// Seconds of `operations` halves, `payload` bytes in each, over `size` GPUs placed as `plan` says.
    pub fn halves(&self, plan: Plan, size: u64, payload: f64, operations: f64) -> f64 {
        if size <= 1 || payload <= 0.0 || operations <= 0.0 {
            return 0.0;
        }
        let within = |members: u64, bytes: f64| {
            moved(members, bytes) / self.device.hb + self.device.generation.hb_latency / 2.0
        };
        let between = |members: u64, bytes: f64, changes_rail: bool| {
            moved(members, bytes) / self.device.nic * self.detour(changes_rail)
                + steps(members) * self.device.generation.nic_latency
        };
        let once = match (self.machine, plan) {
            (Machine::Ideal, _) | (_, Plan::Within) => within(size, payload),
            (_, Plan::Across) => between(size, payload, false),
            (_, Plan::Split { inside, across }) => {
                within(inside, payload) + between(across, payload / inside as f64, false)
            }
            (_, Plan::Flat) => between(size, payload, true),
        };
        operations * once
    }

    /// Seconds of `operations` all-to-alls in which each GPU sends `pair` bytes to each of its `peers`.
    pub fn all_to_all(&self, peers: Peers, pair: f64, operations: f64) -> f64 {
        if peers.all() <= 0.0 || pair <= 0.0 {
            return 0.0;
        }
        operations * (self.exchange(peers, pair) + self.device.generation.nic_latency)
    }

    /// The bandwidth's part of one all-to-all. Both interconnects work at once, so the slower sets the time.
    pub fn exchange(&self, peers: Peers, pair: f64) -> f64 {
        if self.machine == Machine::Ideal {
            return peers.all() * pair / self.device.hb;
        }
        let network = (peers.rail + peers.elsewhere) * pair / self.device.nic;
        let detour = self.detour(peers.elsewhere > 0.0);
        (peers.inside * pair / self.device.hb).max(network * detour)
    }

    /// Seconds to hand `bytes` to a pipeline neighbour.
    pub fn hand_over(&self, plan: Plan, bytes: f64) -> f64 {
        let inside = self.machine == Machine::Ideal || plan == Plan::Within;
        let (bandwidth, detour) = if inside {
            (self.device.hb, 1.0)
        } else {
            (
                self.device.nic,
                self.detour(matches!(plan, Plan::Split { .. } | Plan::Flat)),
            )
        };
        bytes / bandwidth * detour + self.device.generation.nic_latency
    }

    /// 1 + C_S/C_F where rail-only has to change rails, else 1.
    pub fn detour(&self, changes_rail: bool) -> f64 {
        if changes_rail && self.machine == Machine::RailOnly {
            1.0 + self.device.nic
                / self.device.generation.nic
                / (self.device.hb / self.device.generation.hb)
        } else {
            1.0
        }
    }
}

/// How many of an expert group's other ranks a GPU meets where.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Peers {
    /// In its own HB domain.
    pub inside: f64,
    /// In other domains, on its rail.
    pub rail: f64,
    /// In other domains, on other rails.
    pub elsewhere: f64,
}

impl Peers {
    /// All of them.
    pub fn all(self) -> f64 {
        self.inside + self.rail + self.elsewhere
    }
}

fn moved(members: u64, payload: f64) -> f64 {
    let members = members as f64;
    (members - 1.0) / members * payload
}

/// Steps of a tree over `members`: ⌈log₂ n⌉.
fn steps(members: u64) -> f64 {
    f64::from(u64::BITS - members.saturating_sub(1).leading_zeros())
}
