//! The way between two GPUs, drawn through the boxes that stand for its switches.

use super::layout::{Step, TopologyLayout};
use crate::fabric::{Hop, Node, Route, SwitchId};
use crate::figure::geometry::{Point, Rect, s_curve};

/// What a way can go through, where it lies.
#[derive(Default)]
pub(super) struct Anchors {
    gpus: Vec<(u64, Point, f64)>,
    leaves: Vec<(u64, f64, Rect)>,
    switches: Vec<(u32, u64, Rect)>,
    rail_switches: Vec<(u32, u64, Rect)>,
}

impl Anchors {
    /// A GPU, and the height of what joins it with the others of its domain.
    pub fn gpu(&mut self, gpu: u64, center: Point, bus: f64) {
        self.gpus.push((gpu, center, bus));
    }

    /// A rail's switches, and where on their box its cables come in.
    pub fn leaf(&mut self, rail: u64, x: f64, rect: Rect) {
        self.leaves.push((rail, x, rect));
    }

    /// A switch that joins rails.
    pub fn switch(&mut self, tier: u32, index: u64, rect: Rect) {
        self.switches.push((tier, index, rect));
    }

    /// Upper switches of one rail.
    pub fn rail_switch(&mut self, tier: u32, rail: u64, rect: Rect) {
        self.rail_switches.push((tier, rail, rect));
    }

    fn place_of_gpu(&self, gpu: u64) -> Option<(Point, f64)> {
        self.gpus
            .iter()
            .find(|(found, ..)| *found == gpu)
            .map(|&(_, center, bus)| (center, bus))
    }

    /// The box of a switch on the way of `rail`, and where along it the way comes in from below.
    fn place_of_switch(&self, switch: SwitchId, rail: u64) -> Option<(Rect, f64)> {
        if switch.tier == 1 {
            return self
                .leaves
                .iter()
                .find(|(found, ..)| *found == rail)
                .map(|&(_, x, rect)| (rect, x));
        }
        let joined = self
            .switches
            .iter()
            .find(|&&(tier, index, _)| tier == switch.tier && index == switch.index);
        let own = self
            .rail_switches
            .iter()
            .find(|&&(tier, found, _)| tier == switch.tier && found == rail);
        joined.or(own).map(|&(_, _, rect)| (rect, rect.center().x))
    }
}

/// Half the distance between the way up and the way down where both use one box.
const APART: f64 = 5.0;

/// Adds the steps of `route`.
pub(super) fn lay_out(layout: &mut TopologyLayout, anchors: &Anchors, route: &Route) {
    let mut number = 0;
    let mut climb: Vec<Hop> = Vec::new();
    for &hop in &route.hops {
        match hop {
            Hop::Nvlink { from_gpu, to_gpu } => {
                if let Some(points) = nvlink(anchors, from_gpu, to_gpu) {
                    number += 1;
                    let badge = Point::new(f64::midpoint(points[1].x, points[2].x), points[1].y);
                    layout.steps.push(Step {
                        number,
                        nvlink: true,
                        points,
                        badge,
                    });
                }
            }
            Hop::Up { .. } => climb.push(hop),
            Hop::Down { to, .. } => {
                climb.push(hop);
                if matches!(to, Node::Gpu(_)) {
                    let hops = std::mem::take(&mut climb);
                    if let Some((points, badge)) = network(anchors, &hops, route) {
                        number += 1;
                        layout.steps.push(Step {
                            number,
                            nvlink: false,
                            points,
                            badge,
                        });
                    }
                }
            }
        }
    }
}

/// Inside an HB domain: down to what joins its GPUs, along it, and up.
fn nvlink(anchors: &Anchors, from: u64, to: u64) -> Option<Vec<Point>> {
    let ((from, bus), (to, _)) = (anchors.place_of_gpu(from)?, anchors.place_of_gpu(to)?);
    Some(vec![
        from,
        Point::new(from.x, bus),
        Point::new(to.x, bus),
        to,
    ])
}

/// Up from a GPU to the highest switch of `hops`, and down to another GPU.
fn network(anchors: &Anchors, hops: &[Hop], route: &Route) -> Option<(Vec<Point>, Point)> {
    let (Node::Gpu(from), Node::Gpu(to)) = (hops.first()?.from(), hops.last()?.to()) else {
        return None;
    };
    let top = hops
        .iter()
        .filter_map(|hop| match hop.to() {
            Node::Switch(switch) => Some(switch.tier),
            Node::Gpu(_) => None,
        })
        .max()?;
    // On rail-only the relay hands over on the destination's rail.
    let first_rail = if route.relay().is_some() {
        route.to_rail
    } else {
        route.from_rail
    };
    let (start, _) = anchors.place_of_gpu(from)?;
    let (end, _) = anchors.place_of_gpu(to)?;
    let passed: Vec<(u32, Rect, f64)> = hops
        .iter()
        .scan(true, |climbing, hop| {
            let Node::Switch(switch) = hop.to() else {
                return Some(None);
            };
            let rail = if *climbing { first_rail } else { route.to_rail };
            *climbing &= switch.tier != top;
            Some(
                anchors
                    .place_of_switch(switch, rail)
                    .map(|(rect, x)| (switch.tier, rect, x)),
            )
        })
        .flatten()
        .collect();
    let summit = passed.iter().position(|&(tier, ..)| tier == top)?;
    // Where the way up and the way down share boxes they run side by side, without crossing.
    let before = summit
        .checked_sub(1)
        .map_or(start.x, |below| passed[below].2);
    let after = passed.get(summit + 1).map_or(end.x, |below| below.2);
    let rightwards = if before == after {
        start.x <= end.x
    } else {
        before < after
    };
    let sign = if rightwards { 1.0 } else { -1.0 };
    let mut points = vec![start];
    for (place, &(tier, rect, x)) in passed.iter().enumerate() {
        let apart = sign * APART.min(rect.width / 4.0);
        let shared = passed
            .iter()
            .filter(|&&(other, found, _)| other == tier && found == rect)
            .count()
            > 1;
        let side = match (shared, place < summit) {
            (false, _) => 0.0,
            (true, true) => -apart,
            (true, false) => apart,
        };
        if place == summit {
            join(&mut points, Point::new(x - apart, rect.bottom()));
            points.push(Point::new(x - apart, rect.center().y));
            points.push(Point::new(x + apart, rect.center().y));
            points.push(Point::new(x + apart, rect.bottom()));
        } else if place < summit {
            join(&mut points, Point::new(x + side, rect.bottom()));
            points.push(Point::new(x + side, rect.y));
        } else {
            join(&mut points, Point::new(x + side, rect.y));
            points.push(Point::new(x + side, rect.bottom()));
        }
    }
    join(&mut points, end);
    let (_, rect, x) = passed[summit];
    Some((points, Point::new(x, rect.y - 3.0)))
}

/// Continues a way to `to` by an S-shaped curve.
fn join(points: &mut Vec<Point>, to: Point) {
    if let Some(&from) = points.last() {
        points.extend(s_curve(from, to).into_iter().skip(1));
    }
}
