//! The random placement: one permutation for each seed, the same on every machine and for ever, as links name it.
//!
//! SplitMix64 (Steele, Lea, Flood: "Fast splittable pseudorandom number generators", 2014) draws 64-bit numbers from the seed; the
//! Fisher–Yates shuffle walks i from N−1 down to 1 and swaps places i and j, with j = ⌊x·(i+1) / 2⁶⁴⌋ of the next number x.

use std::sync::Arc;

/// Which rank sits on which GPU, both ways.
#[derive(Clone, Debug, PartialEq)]
pub struct Permutation {
    gpu_of_rank: Arc<[u32]>,
    rank_of_gpu: Arc<[u32]>,
}

/// SplitMix64's state.
struct SplitMix64(u64);

impl SplitMix64 {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// A number below `bound`.
    fn below(&mut self, bound: u64) -> u64 {
        ((u128::from(self.next()) * u128::from(bound)) >> 64) as u64
    }
}

impl Permutation {
    /// The permutation of `gpus` ranks that a seed names.
    pub fn of_seed(gpus: u64, seed: u32) -> Self {
        let count = u32::try_from(gpus).unwrap_or(u32::MAX);
        let mut gpu_of_rank: Vec<u32> = (0..count).collect();
        let mut random = SplitMix64(u64::from(seed));
        for last in (1..gpu_of_rank.len()).rev() {
            let other = random.below(last as u64 + 1) as usize;
            gpu_of_rank.swap(last, other);
        }
        let mut rank_of_gpu = vec![0; gpu_of_rank.len()];
        for (rank, &gpu) in (0_u32..).zip(&gpu_of_rank) {
            rank_of_gpu[gpu as usize] = rank;
        }
        Self {
            gpu_of_rank: gpu_of_rank.into(),
            rank_of_gpu: rank_of_gpu.into(),
        }
    }

    /// The GPU that a rank sits on.
    pub fn gpu_of_rank(&self, rank: u64) -> u64 {
        look_up(&self.gpu_of_rank, rank)
    }

    /// The rank on a GPU.
    pub fn rank_of_gpu(&self, gpu: u64) -> u64 {
        look_up(&self.rank_of_gpu, gpu)
    }
}

fn look_up(table: &[u32], index: u64) -> u64 {
    usize::try_from(index)
        .ok()
        .and_then(|index| table.get(index))
        .map_or(index, |&found| u64::from(found))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_those_of_splitmix64() {
        // The first outputs of the reference implementation for the seed 1234567.
        let mut random = SplitMix64(1_234_567);
        assert_eq!(random.next(), 6_457_827_717_110_365_317);
        assert_eq!(random.next(), 3_203_168_211_198_807_973);
        assert_eq!(random.next(), 9_817_491_932_198_370_423);
    }

    #[test]
    fn a_seed_names_one_permutation_for_ever() {
        let permutation = Permutation::of_seed(8, 1);
        let gpus: Vec<u64> = (0..8).map(|rank| permutation.gpu_of_rank(rank)).collect();
        assert_eq!(gpus, PERMUTATION_OF_8_BY_SEED_1);
        for rank in 0..8 {
            assert_eq!(permutation.rank_of_gpu(permutation.gpu_of_rank(rank)), rank);
        }
    }

    const PERMUTATION_OF_8_BY_SEED_1: [u64; 8] = [0, 3, 7, 1, 2, 6, 5, 4];
}
