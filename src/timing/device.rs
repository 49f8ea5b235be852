//! What a GPU sustains: its printed figures times one documented set of efficiencies for each generation.
//!
//! No constant is fitted to a measured iteration. Each is what single operations reach on that generation when they are big:
//! matrix products under the power limit, streaming kernels, collectives of hundreds of megabytes. What is small reaches less
//! because of tiles, waves and fixed latencies, which are modelled and not fitted.

use crate::scenario::{Cluster, GpuKind};

/// A GPU and its two interconnects as the iteration meets them.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Device {
    /// Printed dense 16-bit peak, FLOP/s.
    pub peak: f64,
    /// Memory bandwidth that streaming kernels sustain, bytes/s.
    pub memory: f64,
    /// One-way bandwidth in the HB domain that collectives sustain, bytes/s.
    pub hb: f64,
    /// One-way bandwidth of the NIC that collectives sustain, bytes/s.
    pub nic: f64,
    /// The generation's efficiencies.
    pub generation: Generation,
}

/// Efficiencies of a generation of GPUs and of the software that it is run with.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Generation {
    /// Streaming multiprocessors: as many output tiles are computed at a time.
    pub multiprocessors: f64,
    /// Share of the peak that a large matrix product sustains at the clock that the power limit leaves.
    pub matmul: f64,
    /// How many times as fast products of 8-bit numbers are as those of 16-bit ones.
    pub eight_bits: f64,
    /// Steps of the inner dimension that starting and ending a tile cost, in elements.
    pub tile_overhead: f64,
    /// Share of the memory bandwidth that streaming kernels sustain.
    pub memory: f64,
    /// How fast attention's core is computed.
    pub attention: AttentionRates,
    /// Share of the HB bandwidth that collectives sustain.
    pub hb: f64,
    /// Share of the NIC bandwidth that collectives sustain.
    pub nic: f64,
    /// Share of the multiprocessors that a collective keeps busy while it runs beside computation.
    pub collective: f64,
    /// Seconds between two kernels.
    pub launch: f64,
    /// Seconds that a collective in an HB domain takes however small it is.
    pub hb_latency: f64,
    /// Seconds of one step between NICs.
    pub nic_latency: f64,
}

/// Shares of the peak that the core of attention sustains.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AttentionRates {
    /// Batched products, the scores between them being written to memory.
    pub unfused: f64,
    /// A fused kernel's forward pass, on the half that a causal mask leaves.
    pub fused_forward: f64,
    /// A fused kernel's backward pass.
    pub fused_backward: f64,
    /// The forward pass of a kernel written for the GPU.
    pub tuned_forward: f64,
    /// Its backward pass.
    pub tuned_backward: f64,
}

/// A100: cuBLAS's large 16-bit products sustain 235 to 250 of 312 TFLOP/s under the 400 W limit; NCCL's bus bandwidth in a DGX
/// is about 230 of 300 GB/s and 21 of 25 GB/s a NIC, and its kernels take some 20 of the 108 multiprocessors. FlashAttention, in
/// CUDA or Triton, sustains 25 to 40 % of the peak, less of it backward; FlashAttention-2, written for this GPU, 50 to 73 % (arXiv
/// 2307.08691). It has no 8-bit floating point.
const AMPERE: Generation = Generation {
    multiprocessors: 108.0,
    matmul: 0.76,
    eight_bits: 1.0,
    tile_overhead: 64.0,
    memory: 0.85,
    attention: AttentionRates {
        unfused: 0.55,
        fused_forward: 0.33,
        fused_backward: 0.30,
        tuned_forward: 0.60,
        tuned_backward: 0.50,
    },
    hb: 0.77,
    nic: 0.85,
    collective: 0.2,
    launch: 4e-6,
    hb_latency: 20e-6,
    nic_latency: 10e-6,
};

/// H100, H800, GH200: large products sustain 600 to 700 of 989 TFLOP/s under the 700 W limit, of which whole runs
/// (`measured_elsewhere.csv`) speak for the lower end; NCCL's bus bandwidth is about 350 of 450 GB/s. Attention as on the A100: its
/// kernels' matrix instructions are those of Ampere, which reach some 63 % of Hopper's peak (arXiv 2402.13499), so their shares are
/// 63 % of the A100's. FlashAttention-3, written for this GPU, sustains up to 75 % forward (arXiv 2407.08608), with a causal mask and
/// at 4,096 tokens rather 55 %. Products of 8-bit numbers have twice the peak, of which
/// less is sustained: power and the scaling of their parts leave about 1.6 times the 16-bit rate, near the 16-bit peak.
const HOPPER: Generation = Generation {
    multiprocessors: 132.0,
    matmul: 0.62,
    eight_bits: 1.6,
    tile_overhead: 128.0,
    memory: 0.85,
    attention: AttentionRates {
        unfused: 0.35,
        fused_forward: 0.21,
        fused_backward: 0.19,
        tuned_forward: 0.55,
        tuned_backward: 0.45,
    },
    hb: 0.77,
    nic: 0.85,
    collective: 0.2,
    launch: 3e-6,
    hb_latency: 20e-6,
    nic_latency: 10e-6,
};

/// B200, GB200: like Hopper with more multiprocessors; large products sustain about 1.4 of 2.25 PFLOP/s.
const BLACKWELL: Generation = Generation {
    multiprocessors: 148.0,
    ..HOPPER
};

impl Device {
    /// The GPU of a cluster, with its figures as overridden.
    pub fn of(cluster: &Cluster) -> Self {
        let generation = match cluster.gpu {
            GpuKind::A100 | GpuKind::Custom => AMPERE,
            GpuKind::H100 | GpuKind::H800 | GpuKind::Gh200 => HOPPER,
            GpuKind::B200 | GpuKind::Gb200 => BLACKWELL,
        };
        let bytes_a_second = |gigabits: f64| gigabits * 1e9 / 8.0;
        Self {
            peak: cluster.peak_tflops * 1e12,
            memory: cluster.hbm_gbytes_s * 1e9 * generation.memory,
            hb: bytes_a_second(cluster.hb_gbps) * generation.hb,
            nic: bytes_a_second(cluster.nic_gbps) * generation.nic,
            generation,
        }
    }

    /// Whether products of `bits` bits are products of 8-bit numbers here: where they are no faster, nobody makes them.
    pub fn multiplies_8_bits(&self, bits: u32) -> bool {
        bits == 8 && self.generation.eight_bits > 1.0
    }

    /// Operations a second that large products of `bits` bits sustain.
    pub fn sustained(&self, bits: u32) -> f64 {
        let sustained = self.peak * self.generation.matmul;
        if self.multiplies_8_bits(bits) {
            sustained * self.generation.eight_bits
        } else {
            sustained
        }
    }

    /// Seconds of a matrix product of `rows` × `depth` by `depth` × `columns` numbers of `bits` bits, its result in 16.
    ///
    /// The output is computed in tiles, as many at a time as there are multiprocessors; a last wave that is not full takes as long
    /// as a full one. Whichever is longer counts: that, or moving the three matrices through memory once.
    pub fn matmul(&self, bits: u32, rows: f64, columns: f64, depth: f64) -> f64 {
        if rows <= 0.0 || columns <= 0.0 || depth <= 0.0 {
            return 0.0;
        }
        // Tiles of the two shapes that matter; the smaller one reaches 95 % of the larger one's rate.
        const TILES: [(f64, f64, f64); 2] = [(256.0, 128.0, 1.0), (128.0, 128.0, 0.95)];
        let bytes = if self.multiplies_8_bits(bits) {
            1.0
        } else {
            2.0
        };
        let one = self.sustained(bits) / self.generation.multiprocessors;
        let computing = TILES
            .iter()
            .map(|(high, wide, rate)| {
                let tiles = (rows / high).ceil() * (columns / wide).ceil();
                let waves = (tiles / self.generation.multiprocessors).ceil();
                waves * 2.0 * high * wide * (depth + self.generation.tile_overhead) / (one * rate)
            })
            .fold(f64::INFINITY, f64::min);
        let read = bytes * (rows * depth + depth * columns);
        let moving = (read + 2.0 * rows * columns) / self.memory;
        computing.max(moving) + self.generation.launch
    }

    /// Seconds of `kernels` streaming kernels that move `bytes` in all.
    pub fn stream(&self, bytes: f64, kernels: f64) -> f64 {
        bytes / self.memory + kernels * self.generation.launch
    }
}
