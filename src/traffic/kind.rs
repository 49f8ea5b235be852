//! The five kinds of traffic, and amounts held by kind.

use crate::quantity::Bytes;
use serde::Serialize;
use std::ops::{Index, IndexMut};

/// What a message is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    /// Tensor parallelism.
    Tp,
    /// Context parallelism.
    Cp,
    /// Pipeline parallelism.
    Pp,
    /// Data parallelism.
    Dp,
    /// Expert parallelism.
    Ep,
}

impl Kind {
    /// Every kind, in the order in which they are listed everywhere.
    pub const ALL: [Self; 5] = [Self::Tp, Self::Cp, Self::Pp, Self::Dp, Self::Ep];

    /// The name in the JSON.
    pub const fn key(self) -> &'static str {
        match self {
            Self::Tp => "tp",
            Self::Cp => "cp",
            Self::Pp => "pp",
            Self::Dp => "dp",
            Self::Ep => "ep",
        }
    }
}

/// One amount for each kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct ByKind<T> {
    /// Tensor parallelism.
    pub tp: T,
    /// Context parallelism.
    pub cp: T,
    /// Pipeline parallelism.
    pub pp: T,
    /// Data parallelism.
    pub dp: T,
    /// Expert parallelism.
    pub ep: T,
}

impl<T> Index<Kind> for ByKind<T> {
    type Output = T;
    fn index(&self, kind: Kind) -> &T {
        match kind {
            Kind::Tp => &self.tp,
            Kind::Cp => &self.cp,
            Kind::Pp => &self.pp,
            Kind::Dp => &self.dp,
            Kind::Ep => &self.ep,
        }
    }
}

impl<T> IndexMut<Kind> for ByKind<T> {
    fn index_mut(&mut self, kind: Kind) -> &mut T {
        match kind {
            Kind::Tp => &mut self.tp,
            Kind::Cp => &mut self.cp,
            Kind::Pp => &mut self.pp,
            Kind::Dp => &mut self.dp,
            Kind::Ep => &mut self.ep,
        }
    }
}

impl<T> ByKind<T> {
    /// The amounts that a function gives.
    pub fn from_fn(mut amount: impl FnMut(Kind) -> T) -> Self {
        Self {
            tp: amount(Kind::Tp),
            cp: amount(Kind::Cp),
            pp: amount(Kind::Pp),
            dp: amount(Kind::Dp),
            ep: amount(Kind::Ep),
        }
    }
}

impl ByKind<Bytes> {
    /// All kinds together.
    pub fn total(&self) -> Bytes {
        Kind::ALL.into_iter().map(|kind| self[kind]).sum()
    }

    /// Each kind's part of the total; all 0 when nothing is sent.
    pub fn share(&self) -> ByKind<f64> {
        let total = self.total();
        ByKind::from_fn(|kind| self[kind] / total)
    }
}
