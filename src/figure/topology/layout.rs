//! Where everything in the topology figure lies. No drawing here, so that tests can look at it.

use super::beside::Beside;
use super::design::{Frame, Measures};
use super::path;
use crate::fabric::{Fabric, Route, Wiring};
use crate::figure::geometry::{Point, Rect};
use crate::figure::letters::Measure;
use crate::language::Language;
use crate::scenario::{FabricKind, Network, Prices, Scenario};

/// What the figure shows: both designs of the same GPUs, and perhaps the way between two of them.
#[derive(Clone, Debug)]
pub struct Subject {
    /// Counts of both designs.
    pub fabric: Fabric,
    /// How rail-optimized is wired.
    pub rail_optimized: Wiring,
    /// How rail-only is wired.
    pub rail_only: Wiring,
    /// The way between two chosen GPUs in rail-optimized and in rail-only.
    pub routes: Option<[Route; 2]>,
}

impl Subject {
    /// Both designs of a scenario, with the way from one GPU to another.
    pub fn of(scenario: &Scenario, pair: Option<(u64, u64)>) -> Self {
        Self::new(
            u64::from(scenario.cluster.gpus),
            u64::from(scenario.cluster.hb),
            &scenario.network,
            &scenario.prices,
            pair,
        )
    }

    /// Both designs for `gpus` GPUs in HB domains of `hb`, with the way from one GPU to another.
    pub fn new(
        gpus: u64,
        hb: u64,
        network: &Network,
        prices: &Prices,
        pair: Option<(u64, u64)>,
    ) -> Self {
        let wiring = |kind| Wiring::new(kind, gpus, hb, network.radix, network.oversubscription);
        let rail_optimized = wiring(FabricKind::RailOptimized);
        let rail_only = wiring(FabricKind::RailOnly);
        let routes = pair.and_then(|(from, to)| {
            Some([rail_optimized.route(from, to)?, rail_only.route(from, to)?])
        });
        Self {
            fabric: Fabric::new(gpus, hb, network, prices),
            rail_optimized,
            rail_only,
            routes,
        }
    }

    /// How a design is wired.
    pub fn wiring(&self, kind: FabricKind) -> &Wiring {
        match kind {
            FabricKind::RailOptimized => &self.rail_optimized,
            FabricKind::RailOnly => &self.rail_only,
        }
    }

    /// The way between the two chosen GPUs in a design.
    pub fn route(&self, kind: FabricKind) -> Option<&Route> {
        let [rail_optimized, rail_only] = self.routes.as_ref()?;
        Some(match kind {
            FabricKind::RailOptimized => rail_optimized,
            FabricKind::RailOnly => rail_only,
        })
    }

    /// Rows of switches in both halves.
    pub fn rows(&self) -> u32 {
        self.fabric
            .rail_optimized
            .tiers
            .max(self.fabric.rail_only.tiers)
    }

    /// The two chosen GPUs.
    pub fn pair(&self) -> Option<(u64, u64)> {
        self.routes
            .as_ref()
            .map(|[route, _]| (route.from, route.to))
    }
}

/// What a box is, and with it how it looks.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum BoxRole {
    /// An HB domain.
    Domain,
    /// Switches of one rail, or of a few that share one.
    Rail(u64),
    /// Switches that join rails.
    Spine,
    /// Switches that rail-only does without.
    Deleted,
}

/// A box of the figure.
#[derive(Clone, Debug, PartialEq)]
pub struct Box {
    /// Where it lies.
    pub rect: Rect,
    /// What it is.
    pub role: BoxRole,
    /// Whether it stands for several alike.
    pub stacked: bool,
}

/// What a line is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum LineRole {
    /// A cable on one rail.
    Rail(u64),
    /// A cable between rails and the switches that join them.
    Spine,
    /// A cable that rail-only does without.
    Deleted,
    /// Joins the GPUs of an HB domain.
    Nvlink,
    /// Strikes out what is deleted.
    Strike,
}

/// A line of the figure.
#[derive(Clone, Debug, PartialEq)]
pub struct Line {
    /// Through these points.
    pub points: Vec<Point>,
    /// What it is.
    pub role: LineRole,
}

/// How a text looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LabelRole {
    /// The design's name.
    Title,
    /// The name of a tier.
    Name,
    /// A count.
    Count,
    /// Something of lesser rank.
    Note,
    /// A number on a box, in its middle.
    Box,
    /// What is deleted.
    Deleted,
    /// A chosen GPU.
    Chosen,
}

/// A text of the figure.
#[derive(Clone, Debug, PartialEq)]
pub struct Label {
    /// What it says.
    pub text: String,
    /// Its anchor on the baseline.
    pub at: Point,
    /// How it looks.
    pub role: LabelRole,
    /// The space that it takes.
    pub room: Rect,
}

/// A GPU.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Dot {
    /// Which.
    pub gpu: u64,
    /// Its rail.
    pub rail: u64,
    /// Where it lies.
    pub center: Point,
    /// Radius.
    pub radius: f64,
    /// Whether it is one of the two chosen ones.
    pub chosen: bool,
}

/// A step of the way between the two chosen GPUs.
#[derive(Clone, Debug, PartialEq)]
pub struct Step {
    /// 1, 2, …
    pub number: usize,
    /// Whether it stays inside an HB domain.
    pub nvlink: bool,
    /// Through these points.
    pub points: Vec<Point>,
    /// Where its number stands.
    pub badge: Point,
}

/// The whole figure: what stands where, from back to front.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TopologyLayout {
    /// Width in CSS pixels.
    pub width: u32,
    /// Height in CSS pixels.
    pub height: u32,
    /// Lines behind the boxes.
    pub lines: Vec<Line>,
    /// Boxes.
    pub boxes: Vec<Box>,
    /// GPUs.
    pub dots: Vec<Dot>,
    /// Ellipses: the middle dot of each three.
    pub ellipses: Vec<Point>,
    /// The way between the chosen GPUs.
    pub steps: Vec<Step>,
    /// Lines over the boxes.
    pub strikes: Vec<Line>,
    /// Texts.
    pub labels: Vec<Label>,
    /// Of rails, for their colours.
    pub rails: u64,
}

/// Below this width the two designs stand one above the other.
pub const BESIDE: u32 = 640;

impl TopologyLayout {
    /// The figure `width` CSS pixels wide.
    pub fn new(subject: &Subject, width: u32, language: Language, measure: &Measure<'_>) -> Self {
        const BETWEEN: f64 = 28.0;
        let width = width.max(200);
        let beside = width >= BESIDE;
        let whole = f64::from(width);
        let each = if beside {
            (whole - BETWEEN) / 2.0
        } else {
            whole
        };
        let mut layout = Self {
            width,
            rails: subject.rail_only.hb(),
            ..Self::default()
        };
        let kinds = [FabricKind::RailOptimized, FabricKind::RailOnly];
        let labels = kinds.map(|kind| Beside::new(subject, kind, language));
        let measures = Measures::new(subject, &labels, each, measure);
        let height = measures.height;
        for (place, (kind, labels)) in kinds.into_iter().zip(&labels).enumerate() {
            let place = place as f64;
            let corner = if beside {
                Point::new(place * (each + BETWEEN), 0.0)
            } else {
                Point::new(0.0, place * (height + BETWEEN))
            };
            let frame = Frame::new(subject, kind, labels, corner, measures);
            let anchors = frame.lay_out(&mut layout, language, measure);
            if let Some(route) = subject.route(kind) {
                path::lay_out(&mut layout, &anchors, route);
            }
        }
        let rows = if beside { 1.0 } else { 2.0 };
        layout.height = (rows * height + (rows - 1.0) * BETWEEN).ceil() as u32;
        layout
    }

    /// Whether a way runs through a text's space.
    pub fn crosses(&self, label: &Label) -> bool {
        let room = label.room.grown(3.0);
        self.steps
            .iter()
            .flat_map(|step| step.points.windows(2))
            .any(|pair| {
                let (a, b) = (pair[0], pair[1]);
                let reach = Rect::new(
                    a.x.min(b.x),
                    a.y.min(b.y),
                    (a.x - b.x).abs().max(0.1),
                    (a.y - b.y).abs().max(0.1),
                );
                reach.overlaps(room)
            })
    }

    /// Adds a text whose anchor is `at`, and says how much space it takes. `align` is where the anchor lies: 0 start, ½ middle, 1 end.
    pub(super) fn write(
        &mut self,
        text: String,
        at: Point,
        align: f64,
        role: LabelRole,
        measure: &Measure<'_>,
    ) {
        let letters = super::letters_of(role, crate::figure::palette::Tone::Light);
        let width = measure(&text, &letters);
        let left = at.x - width * align;
        let room = Rect::new(left, at.y - letters.size * 0.8, width, letters.size);
        self.labels.push(Label {
            text,
            at: Point::new(left, at.y),
            role,
            room,
        });
    }
}
