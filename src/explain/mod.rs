//! How each figure is computed: the formula in symbols, the same with a scenario's numbers put in, what comes out, and the source.
//!
//! A formula is one tree ([`Expression`]) that is written in symbols, written in numbers, and computed. What it gives is held
//! against the figure of the evaluation, so that an explanation can't tell of another number than the one on the page.
//!
//! Units: GB = 10⁹ bytes, GiB = 2³⁰ bytes; a multiply-add is two operations; seconds, dollars and watts are what they say.

mod amount;
mod expression;
mod memory;
mod model;
mod network;
mod pairs;
mod symbols;
mod terms;
mod timing;
mod traffic;

pub use amount::Unit;
pub use expression::{Expression, Symbol, number};

use crate::evaluation::Evaluation;
use crate::language::{Bilingual, Language};

/// Figures that are explained together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Group {
    /// Bytes of GPU pairs.
    Heatmap,
    /// Bytes by kind of parallelism and by path.
    Shares,
    /// Tiers, links and switches.
    Network,
    /// Cost, power, and what is saved.
    Cost,
    /// Parameters and operations.
    Model,
    /// Memory of a GPU.
    Memory,
    /// The iteration.
    Timing,
    /// What a GPU, its links and its memory sustain.
    Device,
    /// The experts' all-to-all.
    Moe,
}

impl Group {
    /// Every group.
    pub const ALL: [Self; 9] = [
        Self::Heatmap,
        Self::Shares,
        Self::Network,
        Self::Cost,
        Self::Model,
        Self::Memory,
        Self::Timing,
        Self::Device,
        Self::Moe,
    ];

    /// A stable name.
    pub const fn key(self) -> &'static str {
        match self {
            Self::Heatmap => "pairs",
            Self::Shares => "shares",
            Self::Network => "network",
            Self::Cost => "cost",
            Self::Model => "model",
            Self::Memory => "memory",
            Self::Timing => "timing",
            Self::Device => "device",
            Self::Moe => "moe",
        }
    }

    /// The heading.
    pub const fn label(self) -> Bilingual {
        match self {
            Self::Heatmap => Bilingual::new("Bytes of a pair of GPUs", "一對 GPU 之間的位元組"),
            Self::Shares => Bilingual::new("Bytes by kind and by path", "依種類與路徑的位元組"),
            Self::Network => Bilingual::new("Tiers, links and switches", "層數、鏈路與交換器"),
            Self::Cost => Bilingual::new("Cost and power", "成本與用電"),
            Self::Model => Bilingual::new("Parameters and operations", "參數量與運算量"),
            Self::Memory => Bilingual::new("Memory of a GPU", "每顆 GPU 的記憶體"),
            Self::Timing => Bilingual::new("Time of an iteration", "一次迭代的時間"),
            Self::Device => Bilingual::new("What a GPU sustains", "GPU 可維持的速率"),
            Self::Moe => Bilingual::new("The experts’ all-to-all", "專家的 all-to-all"),
        }
    }
}

/// How one figure is computed, in one language.
#[derive(Clone, Debug, PartialEq)]
pub struct Explanation {
    /// The figure's name.
    pub subject: String,
    /// The formula in symbols, with what it computes on the left.
    pub formula: String,
    /// The formula with the scenario's numbers, and the result at its end.
    pub with_numbers: String,
    /// The result as it is written on the page.
    pub result: String,
    /// What the letters stand for, in the order of the formula.
    pub legend: Vec<(&'static str, &'static str)>,
    /// Where the formula comes from.
    pub source: String,
    /// What else there is to know; often nothing.
    pub note: Option<String>,
    /// What the formula gives, in the base unit.
    pub computed: f64,
    /// The evaluation's figure, in the same unit.
    pub figure: f64,
}

/// Every explanation of a group, in `language`. Figures that are nothing in this scenario are left out.
///
/// ```
/// use railyard::evaluation::evaluate_link;
/// use railyard::explain::{Group, of};
/// use railyard::language::Language;
///
/// let all = of(Group::Shares, &evaluate_link("#v=1"), Language::English);
/// let tp = all.iter().find(|one| one.formula.starts_with("TP =")).unwrap();
/// assert_eq!(tp.formula, "TP = (t − 1)/t·ar·2·V·ℓ");
/// assert_eq!(tp.with_numbers, "(8 − 1)/8·6·2·53.69 GB·2 = 1.13 TB");
/// ```
pub fn of(group: Group, evaluation: &Evaluation, language: Language) -> Vec<Explanation> {
    let mut page = Page {
        language,
        explanations: Vec::new(),
    };
    match group {
        Group::Heatmap => pairs::pairs(&mut page, evaluation),
        Group::Shares => traffic::shares(&mut page, evaluation),
        Group::Network => network::networks(&mut page, evaluation),
        Group::Cost => network::prices(&mut page, evaluation),
        Group::Model => model::explain(&mut page, evaluation),
        Group::Memory => memory::explain(&mut page, evaluation),
        Group::Timing => timing::iteration(&mut page, evaluation),
        Group::Device => timing::device(&mut page, evaluation),
        Group::Moe => timing::slowdown(&mut page, evaluation),
    }
    page.explanations
}

/// Explanations as they are written down.
struct Page {
    language: Language,
    explanations: Vec<Explanation>,
}

impl Page {
    /// Adds one: `name = expression`, which the evaluation says is `figure`.
    fn add(
        &mut self,
        subject: Bilingual,
        name: &str,
        expression: &Expression,
        unit: Unit,
        figure: f64,
        source: Bilingual,
    ) -> &mut Explanation {
        self.add_named(
            subject.get(self.language).to_owned(),
            name,
            expression,
            unit,
            figure,
            source,
        )
    }

    fn add_named(
        &mut self,
        subject: String,
        name: &str,
        expression: &Expression,
        unit: Unit,
        figure: f64,
        source: Bilingual,
    ) -> &mut Explanation {
        let result = unit.write(figure);
        self.explanations.push(Explanation {
            subject,
            formula: format!("{name} = {}", expression.in_symbols()),
            with_numbers: format!("{} = {result}", expression.in_numbers()),
            result,
            legend: (expression.symbols().into_iter())
                .map(|(symbol, _)| (symbol.letter, symbol.meaning.get(self.language)))
                .collect(),
            source: source.get(self.language).to_owned(),
            note: None,
            computed: expression.value(),
            figure,
        });
        let last = self.explanations.len() - 1;
        &mut self.explanations[last]
    }

    /// Says more about the last one.
    fn note(&mut self, note: Bilingual) {
        let text = note.get(self.language).to_owned();
        if let Some(last) = self.explanations.last_mut() {
            last.note = Some(text);
        }
    }
}

/// Sources that several groups name.
mod source {
    use crate::language::Bilingual;

    pub(super) const RAIL_ONLY: Bilingual = Bilingual::new(
        "Rail-only (arXiv 2307.12169), §IV and Table II",
        "Rail-only（arXiv 2307.12169）§IV 與表 II",
    );
    pub(super) const MEGATRON: Bilingual = Bilingual::new(
        "Megatron-LM (arXiv 2104.04473)",
        "Megatron-LM（arXiv 2104.04473）",
    );
    pub(super) const SEQUENCE: Bilingual = Bilingual::new(
        "Korthikanti et al. (arXiv 2205.05198)",
        "Korthikanti 等人（arXiv 2205.05198）",
    );
    pub(super) const ZERO: Bilingual = Bilingual::new(
        "Ring all-reduce; ZeRO (arXiv 1910.02054), §7",
        "環狀 all-reduce；ZeRO（arXiv 1910.02054）§7",
    );
    pub(super) const RING_ATTENTION: Bilingual = Bilingual::new(
        "Ring attention (arXiv 2310.01889)",
        "Ring attention（arXiv 2310.01889）",
    );
    pub(super) const EXPERTS: Bilingual =
        Bilingual::new("GShard (arXiv 2006.16668)", "GShard（arXiv 2006.16668）");
    pub(super) const DEEPSEEK: Bilingual = Bilingual::new(
        "DeepSeek-V3 (arXiv 2412.19437), node-limited routing",
        "DeepSeek-V3（arXiv 2412.19437）節點受限路由",
    );
    pub(super) const COUNTED: Bilingual =
        Bilingual::new("Counted edge by edge, in closed form", "逐邊計數（封閉式）");
    pub(super) const MODEL: Bilingual = Bilingual::new(
        "Railyard’s own timing model: printed peaks times one set of efficiencies for each GPU generation",
        "Railyard 自己的時間模型：標稱峰值乘以各世代 GPU 的一組效率",
    );
}
