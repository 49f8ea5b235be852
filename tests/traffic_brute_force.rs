//! Every sum of the traffic engine against a matrix filled edge by edge, over random layouts small enough to do so.

use proptest::prelude::*;
use railyard::cluster::Cluster;
use railyard::quantity::Bytes;
use railyard::scenario::{
    Algorithm, Axis, Dimension, Model, PairCounting, Placement, RankOrder, Recompute, Scenario,
};
use railyard::traffic::{ByKind, Kind, Traffic, Window};
use railyard::workload::Workload;

const AXES: [Axis; 2] = [Axis::Domain, Axis::Rail];

/// Bytes from GPU to GPU, by kind.
struct Matrix {
    gpus: usize,
    cells: Vec<[f64; 5]>,
}

impl Matrix {
    fn send(&mut self, kind: Kind, from: u64, to: u64, bytes: f64) {
        if from != to {
            self.cells[from as usize * self.gpus + to as usize][kind as usize] += bytes;
        }
    }

    fn cell(&self, from: u64, to: u64) -> [f64; 5] {
        self.cells[from as usize * self.gpus + to as usize]
    }

    /// Both directions added.
    fn both_ways(&self) -> Self {
        let gpus = self.gpus as u64;
        let cells = (0..gpus * gpus)
            .map(|at| {
                let (there, back) = (
                    self.cell(at / gpus, at % gpus),
                    self.cell(at % gpus, at / gpus),
                );
                std::array::from_fn(|kind| there[kind] + back[kind])
            })
            .collect();
        Self {
            gpus: self.gpus,
            cells,
        }
    }
}

/// The job, looked at rank by rank.
struct Job<'a> {
    scenario: &'a Scenario,
    cluster: Cluster,
    matrix: Matrix,
}

impl Job<'_> {
    fn size(&self, dimension: Dimension) -> u64 {
        let layout = &self.scenario.layout;
        u64::from(match dimension {
            Dimension::Tp => layout.tp,
            Dimension::Cp => layout.cp,
            Dimension::Pp => layout.pp,
            Dimension::Dp => self.scenario.dp(),
        })
    }

    fn coordinate(&self, rank: u64, wanted: Dimension) -> u64 {
        let mut rest = rank;
        for dimension in self.scenario.layout.order.0 {
            if dimension == wanted {
                return rest % self.size(dimension);
            }
            rest /= self.size(dimension);
        }
        unreachable!("an order has every dimension")
    }

    /// Ranks that agree in all that `key` gives, in rank order.
    fn groups<K: Ord>(&self, key: impl Fn(u64) -> K) -> Vec<Vec<u64>> {
        let mut groups = std::collections::BTreeMap::<K, Vec<u64>>::new();
        for rank in 0..self.cluster.gpus {
            groups.entry(key(rank)).or_default().push(rank);
        }
        groups.into_values().collect()
    }

    /// Groups of ranks that differ in these dimensions alone.
    fn along(&self, free: &[Dimension]) -> Vec<Vec<u64>> {
        use Dimension::{Cp, Dp, Pp, Tp};
        self.groups(|rank| {
            [Tp, Cp, Pp, Dp].map(|dimension| {
                if free.contains(&dimension) {
                    0
                } else {
                    self.coordinate(rank, dimension)
                }
            })
        })
    }

    fn domain(&self, rank: u64) -> u64 {
        self.cluster.gpu_of_rank(rank) / self.cluster.hb
    }

    fn rail(&self, rank: u64) -> u64 {
        self.cluster.gpu_of_rank(rank) % self.cluster.hb
    }

    fn spread(&mut self, kind: Kind, group: &[u64], payload: f64, algorithm: Algorithm) {
        let members = group.len();
        for (place, &from) in group.iter().enumerate() {
            match algorithm {
                Algorithm::Ring => {
                    let to = group[(place + 1) % members];
                    let bytes = payload * (members - 1) as f64 / members as f64;
                    self.send(kind, from, to, bytes);
                }
                Algorithm::Direct => {
                    for &to in group {
                        self.send(kind, from, to, payload / members as f64);
                    }
                }
            }
        }
    }

    fn send(&mut self, kind: Kind, from: u64, to: u64, bytes: f64) {
        let (from, to) = (self.cluster.gpu_of_rank(from), self.cluster.gpu_of_rank(to));
        self.matrix.send(kind, from, to, bytes);
    }

    /// Members by domain, each domain's in rank order.
    fn by_domain(&self, group: &[u64]) -> Vec<Vec<u64>> {
        let mut parts = std::collections::BTreeMap::<u64, Vec<u64>>::new();
        for &rank in group {
            parts.entry(self.domain(rank)).or_default().push(rank);
        }
        parts.into_values().collect()
    }

    fn collective(&mut self, kind: Kind, groups: &[Vec<u64>], payload: f64) {
        let accounting = &self.scenario.accounting;
        let (inside, outside) = (accounting.hb_collective, accounting.nic_collective);
        let aligned = self.scenario.layout.placement == Placement::Aligned;
        let all = |test: &dyn Fn(&[u64]) -> bool| groups.iter().all(|group| test(group));
        let same_domain = |group: &[u64]| {
            group
                .iter()
                .all(|&rank| self.domain(rank) == self.domain(group[0]))
        };
        let contained = if aligned {
            all(&same_domain)
        } else {
            self.cluster.domains == 1
        };
        // As many members in each domain, on the same rails.
        let members = self.by_domain(&groups[0])[0].len();
        let splits = aligned
            && accounting.hierarchical
            && members > 1
            && all(&|group| {
                let parts = self.by_domain(group);
                let rails: Vec<Vec<u64>> = parts
                    .iter()
                    .map(|part| part.iter().map(|&rank| self.rail(rank)).collect())
                    .collect();
                rails
                    .iter()
                    .all(|part| part.len() == members && *part == rails[0])
            });
        if contained {
            for group in groups {
                self.spread(kind, group, payload, inside);
            }
        } else if splits {
            for group in groups {
                let parts = self.by_domain(group);
                for part in &parts {
                    self.spread(kind, part, payload, inside);
                }
                for place in 0..members {
                    let across: Vec<u64> = parts.iter().map(|part| part[place]).collect();
                    self.spread(kind, &across, payload / members as f64, outside);
                }
            }
        } else {
            for group in groups {
                self.spread(kind, group, payload, outside);
            }
        }
    }

    fn fill(&mut self, workload: &Workload) {
        use Dimension::{Cp, Dp, Pp, Tp};
        let volumes = workload.volumes;
        self.collective(Kind::Tp, &self.along(&[Tp]), volumes.tensor.0);
        self.collective(Kind::Cp, &self.along(&[Cp]), volumes.context.0);

        for stages in self.along(&[Pp]) {
            let last = stages.len() - 1;
            for stage in 0..last {
                let (here, next) = (stages[stage], stages[stage + 1]);
                self.send(Kind::Pp, here, next, volumes.pipeline.0);
                self.send(Kind::Pp, next, here, volumes.pipeline.0);
            }
            if last > 0 {
                let (first, last) = (stages[0], stages[last]);
                self.send(Kind::Pp, last, first, volumes.pipeline_wrap.0);
                self.send(Kind::Pp, first, last, volumes.pipeline_wrap.0);
            }
        }

        let experts_over = u64::from(self.scenario.layout.ep);
        let order = self.scenario.layout.order.0;
        let context_then_data = order.windows(2).any(|neighbours| neighbours == [Cp, Dp]);
        let between = order
            .iter()
            .skip_while(|&&dimension| dimension != Cp)
            .skip(1)
            .take_while(|&&dimension| dimension != Dp)
            .map(|&dimension| self.size(dimension))
            .product::<u64>();
        let context_before_data =
            order.iter().position(|&d| d == Cp) < order.iter().position(|&d| d == Dp);
        // Dimensions of size 1 between them don't part them.
        let neighbours = context_then_data || (context_before_data && between == 1);
        let replicas = self.groups(|rank| {
            (
                self.coordinate(rank, Tp),
                self.coordinate(rank, Cp),
                self.coordinate(rank, Pp),
                self.coordinate(rank, Dp) % experts_over,
            )
        });
        if neighbours {
            self.collective(Kind::Dp, &self.along(&[Cp, Dp]), volumes.gradients.0);
        } else {
            let context = self.size(Cp) as f64;
            self.collective(Kind::Dp, &self.along(&[Cp]), volumes.gradients.0);
            self.collective(Kind::Dp, &self.along(&[Dp]), volumes.gradients.0 / context);
        }
        if neighbours && experts_over == 1 {
            self.collective(Kind::Dp, &self.along(&[Cp, Dp]), volumes.expert_gradients.0);
        } else {
            let context = self.size(Cp) as f64;
            self.collective(Kind::Dp, &self.along(&[Cp]), volumes.expert_gradients.0);
            self.collective(Kind::Dp, &replicas, volumes.expert_gradients.0 / context);
        }

        for stages in self.along(&[Pp]) {
            let (first, last) = (stages[0], stages[stages.len() - 1]);
            self.send(Kind::Dp, first, last, volumes.embedding.0 / 2.0);
            self.send(Kind::Dp, last, first, volumes.embedding.0 / 2.0);
        }

        let experts = self.groups(|rank| {
            (
                self.coordinate(rank, Tp),
                self.coordinate(rank, Cp),
                self.coordinate(rank, Pp),
                self.coordinate(rank, Dp) / experts_over,
            )
        });
        let shape = &self.scenario.shape;
        let (limit, copies) = (shape.token_domains, shape.top_k.min(shape.experts));
        if limit > 0 && copies > 0 && self.lie_evenly(&experts) {
            for group in experts {
                self.visit_domains(&group, limit, copies, volumes.expert_copy.0);
            }
            return;
        }
        for group in experts {
            for &from in &group {
                for &to in &group {
                    self.send(Kind::Ep, from, to, volumes.expert_pair.0);
                }
            }
        }
    }

    /// Whether every group has as many members on the same rails in each of its domains.
    fn lie_evenly(&self, groups: &[Vec<u64>]) -> bool {
        if self.scenario.layout.placement != Placement::Aligned {
            return self.cluster.domains == 1 || self.cluster.hb == 1;
        }
        let members = self.by_domain(&groups[0])[0].len();
        groups.iter().all(|group| {
            let parts = self.by_domain(group);
            let rails = |part: &[u64]| part.iter().map(|&rank| self.rail(rank)).collect::<Vec<_>>();
            parts
                .iter()
                .all(|part| part.len() == members && rails(part) == rails(&parts[0]))
        })
    }

    /// Every rank's tokens, domain by domain: to the counterpart there, and from it a copy to each expert.
    fn visit_domains(&mut self, group: &[u64], limit: u32, copies: u32, copy: f64) {
        let parts = self.by_domain(group);
        let visited = (limit as usize).min(parts.len()).min(copies as usize) as f64;
        let chance = visited / parts.len() as f64;
        for home in &parts {
            for (place, &from) in home.iter().enumerate() {
                for part in &parts {
                    self.send(Kind::Ep, from, part[place], copy * chance);
                    let each = copy * chance * f64::from(copies) / visited / part.len() as f64;
                    for &expert in part {
                        self.send(Kind::Ep, part[place], expert, each);
                    }
                }
            }
        }
    }
}

fn brute_force(scenario: &Scenario) -> Matrix {
    let cluster = Cluster::of(scenario);
    let gpus = cluster.gpus as usize;
    let mut job = Job {
        scenario,
        cluster,
        matrix: Matrix {
            gpus,
            cells: vec![[0.0; 5]; gpus * gpus],
        },
    };
    job.fill(&Workload::of(scenario));
    job.matrix
}

fn near(a: f64, b: f64) -> bool {
    (a - b).abs() <= 1e-9 * a.abs().max(b.abs())
}

fn kinds(bytes: &ByKind<Bytes>) -> [f64; 5] {
    Kind::ALL.map(|kind| bytes[kind].0)
}

fn all_near(a: [f64; 5], b: [f64; 5]) -> bool {
    a.iter().zip(b).all(|(&a, b)| near(a, b))
}

fn add(a: [f64; 5], b: [f64; 5]) -> [f64; 5] {
    std::array::from_fn(|kind| a[kind] + b[kind])
}

/// Everything the engine says of a scenario, against the matrix.
fn check(scenario: &Scenario, windows: &[(f64, f64, f64, u32)]) -> Result<(), TestCaseError> {
    let traffic = Traffic::of(scenario, &Workload::of(scenario));
    let cluster = traffic.cluster();
    let sent = brute_force(scenario);
    let unordered = scenario.accounting.pairs == PairCounting::Unordered;
    let cells = if unordered {
        sent.both_ways()
    } else {
        brute_force(scenario)
    };
    let n = cluster.gpus;

    let mut total = [0.0; 5];
    let mut placed = [0.0; 3];
    let mut peak = [0.0_f64; 2];
    let mut peak_by_kind = [0.0_f64; 5];
    let (mut busy, mut with_tp) = (0_u64, 0_u64);
    for from in 0..n {
        for to in 0..n {
            let bytes = sent.cell(from, to);
            let all: f64 = bytes.iter().sum();
            total = add(total, bytes);
            let same_domain = cluster.domain_of(from) == cluster.domain_of(to);
            let same_rail = cluster.local_rank_of(from) == cluster.local_rank_of(to);
            placed[if same_domain {
                0
            } else if same_rail {
                1
            } else {
                2
            }] += all;
            let cell = cells.cell(from, to);
            let all: f64 = cell.iter().sum();
            let place = usize::from(!same_domain);
            peak[place] = peak[place].max(all);
            busy += u64::from(all > 0.0);
            with_tp += u64::from(cell[0] > 0.0);
            for (peak, bytes) in peak_by_kind.iter_mut().zip(cell) {
                *peak = peak.max(bytes);
            }
            let pair = kinds(&traffic.pair(from, to));
            prop_assert!(
                all_near(pair, cell),
                "pair {from} {to}: {pair:?} is not {cell:?}"
            );
        }
    }

    let bytes = traffic.bytes();
    prop_assert!(all_near(kinds(&bytes), total), "{bytes:?} is not {total:?}");
    let found = traffic.placed();
    let found = [found.within_domain.0, found.same_rail.0, found.cross_rail.0];
    for (found, placed) in found.into_iter().zip(placed) {
        prop_assert!(near(found, placed), "placed {found} is not {placed}");
    }
    let found = traffic.pairs();
    let pairs = (n * n.saturating_sub(1)).max(1) as f64;
    prop_assert!(
        (found.idle - (1.0 - busy as f64 / pairs)).abs() < 1e-12 || n == 1,
        "idle {found:?}: {busy} busy"
    );
    prop_assert!(
        (found.tp - with_tp as f64 / pairs).abs() < 1e-12,
        "tp {found:?}: {with_tp}"
    );
    let found = traffic.peak_pair();
    prop_assert!(
        near(found.within_domain.0, peak[0]) && near(found.across_domains.0, peak[1]),
        "{found:?} is not {peak:?}"
    );
    let found = kinds(&traffic.peak_by_kind());
    prop_assert!(
        all_near(found, peak_by_kind),
        "{found:?} is not {peak_by_kind:?}"
    );

    for axis in AXES {
        for &(row, column, span, most_cells) in windows {
            let span = 1 + (span * (n - 1) as f64) as u64;
            let window = Window {
                row: (row * n as f64) as u64,
                column: (column * n as f64) as u64,
                span,
            };
            let raster = traffic.raster(axis, window, most_cells);
            prop_assert!(raster.cells <= most_cells);
            prop_assert_eq!(raster.bytes.len(), (raster.cells * raster.cells) as usize);
            for i in 0..raster.cells {
                for j in 0..raster.cells {
                    let (rows, columns) = (raster.rows_of(i), raster.columns_of(j));
                    let mut expected = [0.0; 5];
                    for from in rows.clone() {
                        for to in columns.clone() {
                            let (from, to) = (cluster.gpu_at(from, axis), cluster.gpu_at(to, axis));
                            expected = add(expected, cells.cell(from, to));
                        }
                    }
                    let found = raster.bytes[(i * raster.cells + j) as usize];
                    let sum: f64 = expected.iter().sum();
                    prop_assert!(
                        near(found, sum),
                        "{axis:?} {window:?} cell {i} {j}: {found} is not {sum}"
                    );
                    let block = kinds(&traffic.block(axis, rows, columns));
                    prop_assert!(
                        all_near(block, expected),
                        "{axis:?} block {block:?} is not {expected:?}"
                    );
                }
            }
        }
    }
    Ok(())
}

fn orders() -> impl Strategy<Value = RankOrder> {
    use Dimension::{Cp, Dp, Pp, Tp};
    Just([Tp, Cp, Dp, Pp]).prop_shuffle().prop_map(RankOrder)
}

fn algorithm() -> impl Strategy<Value = Algorithm> {
    prop_oneof![Just(Algorithm::Direct), Just(Algorithm::Ring)]
}

fn divisor_of(n: u32) -> impl Strategy<Value = u32> {
    let divisors: Vec<u32> = (1..=n).filter(|&k| n.is_multiple_of(k)).collect();
    proptest::sample::select(divisors)
}

prop_compose! {
    fn sizes()(tp in 1..=6_u32, cp in prop_oneof![3 => Just(1_u32), 2 => 2..=3_u32], pp in 1..=4_u32, dp in 1..=8_u32)
        (hb in divisor_of(tp * cp * pp * dp), ep in divisor_of(dp), tp in Just(tp), cp in Just(cp), pp in Just(pp), dp in Just(dp))
        -> (u32, u32, u32, u32, u32, u32) {
        (tp, cp, pp, dp, ep, hb)
    }
}

prop_compose! {
    fn scenarios()(
        (tp, cp, pp, dp, ep, hb) in sizes().prop_filter("small", |s| s.0 * s.1 * s.2 * s.3 <= 72),
        order in orders(),
        moe in any::<bool>(),
        (hb_collective, nic_collective) in (algorithm(), algorithm()),
        (hierarchical, scatter_gather, pp_per_layer, unordered, random) in any::<(bool, bool, bool, bool, bool)>(),
        embedding_gradients in any::<bool>(),
        (zero, interleave, seed) in (0..4_u32, 1..3_u32, any::<u32>()),
        (top_k, token_domains) in (1..5_u32, 0..4_u32),
        recompute in prop_oneof![Just(Recompute::None), Just(Recompute::Selective), Just(Recompute::Full)],
    ) -> Scenario {
        let mut scenario = Scenario::preset(if moe { Model::Moe1_3b } else { Model::Gpt7_5b });
        scenario.shape.top_k = top_k;
        scenario.shape.token_domains = token_domains;
        scenario.cluster.gpus = tp * cp * pp * dp;
        scenario.cluster.hb = hb;
        let layout = &mut scenario.layout;
        (layout.tp, layout.cp, layout.pp, layout.ep) = (tp, cp, pp, ep);
        layout.order = order;
        layout.placement = if random { Placement::Random } else { Placement::Aligned };
        layout.seed = seed;
        scenario.training.batch = 64 * dp;
        scenario.training.zero = zero;
        scenario.training.interleave = interleave;
        scenario.training.recompute = recompute;
        let accounting = &mut scenario.accounting;
        (accounting.hb_collective, accounting.nic_collective) = (hb_collective, nic_collective);
        accounting.hierarchical = hierarchical;
        accounting.scatter_gather = scatter_gather;
        accounting.pp_per_layer = pp_per_layer;
        accounting.embedding_gradients = embedding_gradients;
        accounting.pairs = if unordered { PairCounting::Unordered } else { PairCounting::Ordered };
        scenario
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, ..ProptestConfig::default() })]
    #[test]
    fn every_sum_is_that_of_the_edges(
        scenario in scenarios(),
        windows in proptest::collection::vec((0.0..1.0_f64, 0.0..1.0_f64, 0.0..=1.0_f64, 1..20_u32), 2),
    ) {
        check(&scenario, &windows)?;
    }
}

/// The whole matrix, a coarse raster, and a zoom.
const WINDOWS: [(f64, f64, f64, u32); 3] = [
    (0.0, 0.0, 1.0, 1024),
    (0.0, 0.0, 1.0, 7),
    (0.2, 0.4, 0.3, 10),
];

/// A dense job in Megatron's order.
fn dense(gpus: u32, hb: u32, tp: u32, pp: u32) -> Scenario {
    let mut scenario = Scenario::preset(Model::Gpt7_5b);
    scenario.cluster.gpus = gpus;
    scenario.cluster.hb = hb;
    scenario.layout.tp = tp;
    scenario.layout.pp = pp;
    scenario
}

#[test]
fn first_and_last_stage_sum_the_gradients_of_the_embedding() {
    let bytes = |model, counted| {
        let mut scenario = Scenario::preset(model);
        scenario.accounting.embedding_gradients = counted;
        let traffic = Traffic::of(&scenario, &Workload::of(&scenario));
        let gpus = u64::from(scenario.cluster.gpus);
        traffic.demand().total(gpus).dp.0
    };
    // GPT-1T: 51,200 · 25,600 / 8 gradients of 2 bytes, from 8 · 6 GPUs of two stages.
    let more = bytes(Model::Gpt1t, true) - bytes(Model::Gpt1t, false);
    assert!(
        (more - 96.0 * 327_680_000.0).abs() < 1e-9 * bytes(Model::Gpt1t, true),
        "{more}"
    );
    // Llama's output matrix is its own.
    assert_eq!(bytes(Model::Llama3, true), bytes(Model::Llama3, false));
}

#[test]
fn a_limit_of_domains_keeps_tokens_on_their_rails() {
    let mut scenario = Scenario::preset(Model::DeepSeekV3);
    scenario.cluster.gpus = 64;
    (scenario.layout.pp, scenario.layout.ep) = (1, 64);
    let bytes = |limit| {
        let mut scenario = scenario.clone();
        scenario.shape.token_domains = limit;
        check(&scenario, &WINDOWS).unwrap();
        Traffic::of(&scenario, &Workload::of(&scenario)).placed_of(Kind::Ep)
    };
    let (free, limited) = (bytes(0), bytes(4));
    assert!(free.cross_rail.0 > 0.0 && limited.cross_rail.0 == 0.0);
    // 8 copies to 8 domains, or one copy to each of 4.
    let outside = free.cross_rail + free.same_rail;
    assert!(near(outside.0, 2.0 * limited.same_rail.0));
    assert!(near(8.0 * free.within_domain.0, limited.within_domain.0));
}

#[test]
fn odd_layouts_show_exactly_what_crosses() {
    for (gpus, hb, tp, pp) in [
        (48, 8, 3, 4),    // t·d = 12 in domains of 8
        (48, 8, 6, 4),    // t = 6, d = 2
        (24, 8, 12, 1),   // t = 12
        (144, 72, 16, 1), // t = 16 in domains of 72
        (144, 72, 16, 3),
    ] {
        for hierarchical in [false, true] {
            let mut scenario = dense(gpus, hb, tp, pp);
            scenario.accounting.hierarchical = hierarchical;
            check(&scenario, &WINDOWS).unwrap();
            let crossing = Traffic::of(&scenario, &Workload::of(&scenario))
                .placed()
                .cross_rail;
            assert!(crossing.0 > 0.0, "{gpus} {hb} {tp} {pp}: {crossing:?}");
        }
    }
}
