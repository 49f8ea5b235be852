//! The best layouts for the jobs whose iteration time is compared, found by [`search`](crate::search) on rail-only and kept as
//! links: a search is too long to wait for when a panel opens. A test searches again.

use super::sheet::missing;
use crate::published::Malformed;

/// A job and its best layout.
struct Best {
    model: &'static str,
    gpus: u32,
    batch: u32,
    hb: u32,
    link: &'static str,
}

/// The link of the best layout of a model's job on `gpus` GPUs in domains of `hb`.
pub(super) fn best(model: &str, gpus: u32, batch: u32, hb: u32) -> Result<&'static str, Malformed> {
    FOUND
        .iter()
        .find(|best| (best.model, best.gpus, best.batch, best.hb) == (model, gpus, batch, hb))
        .map(|best| best.link)
        .ok_or_else(|| missing("best layouts", model))
}

/// 32,768 GPUs are H100, 3,072 are A100.
const FOUND: &[Best] = &[
    Best {
        model: "gpt-146b",
        gpus: 32768,
        batch: 256,
        hb: 1,
        link: "#v=1&model=gpt-146b&batch=256&recompute=none&sequence_parallel=1&zero=2&interleave=5&tp=16&cp=8&pp=16&gpus=32768&hb=1&gpu=h100",
    },
    Best {
        model: "gpt-146b",
        gpus: 32768,
        batch: 256,
        hb: 8,
        link: "#v=1&model=gpt-146b&batch=256&recompute=none&sequence_parallel=1&zero=2&interleave=5&tp=32&cp=4&pp=16&gpus=32768&gpu=h100",
    },
    Best {
        model: "gpt-146b",
        gpus: 32768,
        batch: 256,
        hb: 256,
        link: "#v=1&model=gpt-146b&batch=256&recompute=none&sequence_parallel=1&zero=2&interleave=20&tp=32&cp=4&pp=4&gpus=32768&hb=256&gpu=h100",
    },
    Best {
        model: "gpt-146b",
        gpus: 32768,
        batch: 256,
        hb: 32768,
        link: "#v=1&model=gpt-146b&batch=256&recompute=none&sequence_parallel=1&zero=2&interleave=20&tp=16&cp=8&pp=4&gpus=32768&hb=32768&gpu=h100",
    },
    Best {
        model: "gpt-146b",
        gpus: 32768,
        batch: 1024,
        hb: 1,
        link: "#v=1&model=gpt-146b&batch=1024&recompute=none&sequence_parallel=1&zero=2&interleave=5&cp=4&pp=16&gpus=32768&hb=1&gpu=h100",
    },
    Best {
        model: "gpt-146b",
        gpus: 32768,
        batch: 1024,
        hb: 8,
        link: "#v=1&model=gpt-146b&batch=1024&recompute=none&sequence_parallel=1&zero=2&interleave=5&tp=16&cp=2&pp=16&gpus=32768&gpu=h100",
    },
    Best {
        model: "gpt-146b",
        gpus: 32768,
        batch: 1024,
        hb: 256,
        link: "#v=1&model=gpt-146b&batch=1024&recompute=none&sequence_parallel=1&zero=2&interleave=20&tp=16&cp=2&pp=4&gpus=32768&hb=256&gpu=h100",
    },
    Best {
        model: "gpt-146b",
        gpus: 32768,
        batch: 1024,
        hb: 32768,
        link: "#v=1&model=gpt-146b&batch=1024&recompute=none&sequence_parallel=1&zero=2&interleave=20&cp=4&pp=4&gpus=32768&hb=32768&gpu=h100",
    },
    Best {
        model: "gpt-146b",
        gpus: 32768,
        batch: 4096,
        hb: 1,
        link: "#v=1&model=gpt-146b&batch=4096&recompute=none&sequence_parallel=1&zero=2&interleave=5&tp=4&cp=2&pp=16&gpus=32768&hb=1&gpu=h100",
    },
    Best {
        model: "gpt-146b",
        gpus: 32768,
        batch: 4096,
        hb: 8,
        link: "#v=1&model=gpt-146b&batch=4096&recompute=none&sequence_parallel=1&zero=2&interleave=5&tp=4&cp=2&pp=16&gpus=32768&gpu=h100",
    },
    Best {
        model: "gpt-146b",
        gpus: 32768,
        batch: 4096,
        hb: 256,
        link: "#v=1&model=gpt-146b&batch=4096&recompute=none&sequence_parallel=1&zero=2&interleave=20&tp=4&cp=2&pp=4&gpus=32768&hb=256&gpu=h100",
    },
    Best {
        model: "gpt-146b",
        gpus: 32768,
        batch: 4096,
        hb: 32768,
        link: "#v=1&model=gpt-146b&batch=4096&recompute=none&sequence_parallel=1&zero=2&interleave=20&tp=4&cp=2&pp=4&gpus=32768&hb=32768&gpu=h100",
    },
    Best {
        model: "gpt-1t",
        gpus: 32768,
        batch: 256,
        hb: 256,
        link: "#v=1&batch=256&recompute=none&sequence_parallel=1&zero=2&interleave=8&tp=32&cp=4&pp=16&gpus=32768&hb=256&gpu=h100",
    },
    Best {
        model: "gpt-1t",
        gpus: 32768,
        batch: 256,
        hb: 32768,
        link: "#v=1&batch=256&recompute=none&sequence_parallel=1&zero=2&interleave=32&tp=32&cp=4&pp=4&gpus=32768&hb=32768&gpu=h100",
    },
    Best {
        model: "gpt-1t",
        gpus: 32768,
        batch: 1024,
        hb: 256,
        link: "#v=1&batch=1024&recompute=none&sequence_parallel=1&zero=2&interleave=32&tp=16&cp=2&pp=4&gpus=32768&hb=256&gpu=h100",
    },
    Best {
        model: "gpt-1t",
        gpus: 32768,
        batch: 1024,
        hb: 32768,
        link: "#v=1&batch=1024&recompute=none&sequence_parallel=1&zero=2&interleave=32&tp=16&cp=2&pp=4&gpus=32768&hb=32768&gpu=h100",
    },
    Best {
        model: "gpt-1t",
        gpus: 32768,
        batch: 4096,
        hb: 8,
        link: "#v=1&batch=4096&recompute=none&sequence_parallel=1&zero=2&interleave=8&pp=16&gpus=32768&gpu=h100",
    },
    Best {
        model: "gpt-1t",
        gpus: 32768,
        batch: 4096,
        hb: 16,
        link: "#v=1&batch=4096&recompute=none&sequence_parallel=1&zero=2&interleave=8&pp=16&gpus=32768&hb=16&gpu=h100",
    },
    Best {
        model: "gpt-1t",
        gpus: 32768,
        batch: 4096,
        hb: 32,
        link: "#v=1&batch=4096&recompute=none&sequence_parallel=1&zero=2&interleave=16&pp=8&gpus=32768&hb=32&gpu=h100",
    },
    Best {
        model: "gpt-1t",
        gpus: 32768,
        batch: 4096,
        hb: 64,
        link: "#v=1&batch=4096&recompute=none&sequence_parallel=1&zero=2&interleave=16&pp=8&gpus=32768&hb=64&gpu=h100",
    },
    Best {
        model: "gpt-1t",
        gpus: 32768,
        batch: 4096,
        hb: 128,
        link: "#v=1&batch=4096&recompute=none&sequence_parallel=1&zero=2&interleave=16&pp=8&gpus=32768&hb=128&gpu=h100",
    },
    Best {
        model: "gpt-1t",
        gpus: 32768,
        batch: 4096,
        hb: 256,
        link: "#v=1&batch=4096&recompute=none&sequence_parallel=1&zero=2&interleave=16&pp=8&gpus=32768&hb=256&gpu=h100",
    },
    Best {
        model: "gpt-1t",
        gpus: 32768,
        batch: 4096,
        hb: 32768,
        link: "#v=1&batch=4096&recompute=none&sequence_parallel=1&zero=2&interleave=16&pp=8&gpus=32768&hb=32768&gpu=h100",
    },
    Best {
        model: "gpt-1t",
        gpus: 3072,
        batch: 3072,
        hb: 8,
        link: "#v=1&microbatch=2&recompute=selective&sequence_parallel=1&zero=2&interleave=8&pp=16",
    },
    Best {
        model: "gpt-1t",
        gpus: 3072,
        batch: 3072,
        hb: 16,
        link: "#v=1&recompute=selective&sequence_parallel=1&zero=2&interleave=8&pp=8&hb=16",
    },
    Best {
        model: "gpt-1t",
        gpus: 3072,
        batch: 3072,
        hb: 32,
        link: "#v=1&recompute=selective&sequence_parallel=1&zero=2&interleave=8&pp=8&hb=32",
    },
    Best {
        model: "gpt-1t",
        gpus: 3072,
        batch: 3072,
        hb: 64,
        link: "#v=1&recompute=selective&sequence_parallel=1&zero=2&interleave=8&pp=8&hb=64",
    },
    Best {
        model: "gpt-1t",
        gpus: 3072,
        batch: 3072,
        hb: 128,
        link: "#v=1&recompute=selective&sequence_parallel=1&zero=2&interleave=8&pp=8&hb=128",
    },
    Best {
        model: "gpt-1t",
        gpus: 3072,
        batch: 3072,
        hb: 256,
        link: "#v=1&microbatch=2&recompute=selective&sequence_parallel=1&zero=3&zero_gather=microbatch&attention=unfused&pp=1&hb=256",
    },
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scenario::link;
    use crate::search::Search;
    use crate::timing::{Machine, Timing};
    use crate::traffic::Traffic;
    use crate::workload::Workload;

    #[test]
    fn a_search_finds_nothing_much_better() {
        for best in FOUND {
            let scenario = link::read(best.link).chosen;
            assert_eq!(scenario.model.key(), best.model);
            assert_eq!(scenario.cluster.gpus, best.gpus);
            assert_eq!(scenario.training.batch, best.batch);
            assert_eq!(scenario.cluster.hb, best.hb);
            let workload = Workload::of(&scenario);
            let traffic = Traffic::of(&scenario, &workload);
            let kept = Timing::of(&scenario, &workload, traffic.cluster())
                .iteration_s
                .rail_only;
            let mut search = Search::new(&scenario, Machine::RailOnly);
            while !search.is_done() {
                search.step(1_000_000);
            }
            let found = search.best().first().unwrap();
            assert!(
                workload.fits && kept.0 <= 1.01 * found.iteration.0,
                "{}: {kept}, but {} with {}",
                best.link,
                found.iteration,
                link::write(&found.scenario)
            );
        }
    }
}
