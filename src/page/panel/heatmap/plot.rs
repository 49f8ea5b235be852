//! What the heatmap shows, and its painting.

use crate::figure::geometry::{Point, Rect};
use crate::figure::heatmap::axes::Axes;
use crate::figure::heatmap::paint::{Decades, Scale};
use crate::figure::heatmap::{self, Layout};
use crate::figure::palette::{Palette, Tone};
use crate::page::panel::fills_frame;
use crate::page::state::Page;
use crate::page::surface::{Size, Surface, device_ratio, drawing_ratio, repaint};
use crate::scenario::{Axis, Zoom};
use crate::traffic::{Raster, Window};
use leptos::html;
use leptos::prelude::*;
use std::ops::Range;
use std::sync::Arc;
use wasm_bindgen::{Clamped, JsCast};
use web_sys::{CanvasRenderingContext2d, HtmlCanvasElement, ImageData};

/// Cells on a side at most, however large the screen: what one frame can compute and paint.
const MOST_CELLS: f64 = 1024.0;
/// Height of the figure on the page at most, in CSS pixels.
const MOST_HEIGHT: f64 = 760.0;
/// Where a figure that fills a frame begins to grow.
const NATURAL_SIDE: f64 = 600.0;

/// A block of positions that is pointed at: rows, columns.
pub type Spot = (Range<u64>, Range<u64>);

/// The signals of the heatmap.
#[derive(Clone, Copy)]
pub struct Plot {
    /// The page's state.
    pub page: Page,
    /// The order of the axes.
    pub axis: Memo<Axis>,
    /// The cells.
    pub cells: NodeRef<html::Canvas>,
    /// What stands over and around them.
    pub over: NodeRef<html::Canvas>,
    /// Where the parts lie, in the figure's CSS pixels.
    pub layout: Memo<Layout>,
    /// Whether the figure takes what a frame leaves.
    pub fills: Memo<bool>,
    /// The page's CSS pixels for one of the figure.
    pub scale: Memo<f64>,
    /// The figure's width on the page.
    pub width: Memo<f64>,
    /// The figure's height on the page.
    pub height: Memo<f64>,
    /// What is in sight.
    pub window: Memo<Window>,
    /// Whether that is less than all.
    pub is_zoomed: Memo<bool>,
    /// Its cells.
    pub raster: Memo<Arc<Raster>>,
    /// The position that is pointed at: row, column.
    pub pointed: RwSignal<Option<(u64, u64)>>,
    /// Pixels, kept between frames for their memory.
    pixels: StoredValue<Vec<u8>>,
}

impl Plot {
    /// The plot in a room of the page.
    pub fn new(page: Page, axis: Memo<Axis>, room: ReadSignal<(f64, f64)>) -> Self {
        let fills = fills_frame(page);
        let scale = Memo::new(move |_| {
            let (width, height) = room.get();
            if fills.get() {
                (width.min(height) / NATURAL_SIDE).clamp(1.0, 2.5)
            } else {
                1.0
            }
        });
        let layout = Memo::new(move |_| {
            let (width, height) = room.get();
            let most_height = if fills.get() { height } else { MOST_HEIGHT };
            let figure_px = |css: f64| (css / scale.get()).floor().max(1.0) as u32;
            Layout::fit(figure_px(width), figure_px(most_height))
        });
        let width = Memo::new(move |_| layout.with(|layout| f64::from(layout.width) * scale.get()));
        let height =
            Memo::new(move |_| layout.with(|layout| f64::from(layout.height) * scale.get()));
        let window = Memo::new(move |_| {
            let zoom = page.presentation.with(|shown| shown.zoom);
            page.evaluation
                .with(|evaluation| window_of(zoom, evaluation.cluster.gpus))
        });
        let is_zoomed = Memo::new(move |_| {
            page.evaluation
                .with(|evaluation| window.with(|window| window.span < evaluation.cluster.gpus))
        });
        let most_cells = Memo::new(move |_| {
            // Never more cells than device pixels, or some would fall between them.
            let side = layout.with(|layout| layout.cells.width) * scale.get() * device_ratio();
            side.floor().clamp(1.0, MOST_CELLS) as u32
        });
        let raster = Memo::new_with_compare(
            move |_| {
                page.evaluation.with(|evaluation| {
                    Arc::new(
                        evaluation
                            .traffic
                            .raster(axis.get(), window.get(), most_cells.get()),
                    )
                })
            },
            |last, now| match (last, now) {
                (Some(last), Some(now)) => !Arc::ptr_eq(last, now),
                _ => true,
            },
        );
        Self {
            page,
            axis,
            cells: NodeRef::new(),
            over: NodeRef::new(),
            layout,
            fills,
            scale,
            width,
            height,
            window,
            is_zoomed,
            raster,
            pointed: RwSignal::new(None),
            pixels: StoredValue::new(Vec::new()),
        }
    }

    /// Where the cells lie on the page, in CSS pixels from the figure's corner.
    pub fn cells_on_page(self) -> Rect {
        let scale = self.scale.get();
        let Rect {
            x,
            y,
            width,
            height,
        } = self.layout.with(|layout| layout.cells);
        Rect::new(x * scale, y * scale, width * scale, height * scale)
    }

    /// The axes of what is shown.
    pub fn axes(self) -> Option<Axes> {
        let axis = self.axis.try_get_untracked()?;
        let raster = self.raster.try_get_untracked()?;
        self.page.evaluation.try_with_untracked(|evaluation| {
            let cluster = &evaluation.cluster;
            let pairs = evaluation.scenario.accounting.pairs;
            Axes::of(&raster, axis, pairs, cluster.gpus, cluster.hb)
        })
    }

    /// The position under a point of the page's CSS pixels from the figure's corner.
    pub fn positions_from_page(self, point: Point) -> Option<(u64, u64)> {
        let scale = self.scale.try_get_untracked()?;
        let axes = self.axes()?;
        let point = Point::new(point.x / scale, point.y / scale);
        self.layout
            .try_with_untracked(|layout| layout.positions_from_css(&axes, point))?
    }

    /// The cell that a position lies in.
    pub fn cell_of(raster: &Raster, (row, column): (u64, u64)) -> Option<Spot> {
        let cell = |first: u64, position: u64| {
            let cell = position.checked_sub(first)? / raster.cell_span.max(1);
            u32::try_from(cell).ok().filter(|cell| *cell < raster.cells)
        };
        let row = cell(raster.window.row, row)?;
        let column = cell(raster.window.column, column)?;
        Some((raster.rows_of(row), raster.columns_of(column)))
    }

    /// The pair of GPUs that was chosen, where there are such GPUs, as positions.
    pub fn chosen(self) -> Option<Spot> {
        let (from, to) = self.page.presentation.with(|shown| shown.pair)?;
        let axis = self.axis.get();
        self.page.evaluation.with(|evaluation| {
            let cluster = &evaluation.cluster;
            let (from, to) = (u64::from(from), u64::from(to));
            (from < cluster.gpus && to < cluster.gpus).then(|| {
                let at = |gpu| cluster.position_of(gpu, axis);
                (at(from)..at(from) + 1, at(to)..at(to) + 1)
            })
        })
    }

    /// Paints the figure whenever something in it changes.
    pub fn paint(self) {
        let Self { page, .. } = self;
        repaint(
            move || {
                self.raster.track();
                page.dark.track();
                self.cells.track();
            },
            move || {
                self.paint_cells();
            },
        );
        repaint(
            move || {
                self.raster.track();
                self.layout.track();
                self.scale.track();
                self.pointed.track();
                page.presentation.track();
                page.language.track();
                page.dark.track();
                self.over.track();
            },
            move || {
                self.paint_over();
            },
        );
    }

    fn paint_cells(self) -> Option<()> {
        let canvas = self.cells.try_get_untracked()??;
        let raster = self.raster.try_get_untracked()?;
        let tone = tone(self.page)?;
        let scale = Scale::new(Decades::of(&raster.bytes), tone);
        let mut pixels = self.pixels.try_update_value(std::mem::take)?;
        scale.paint_into(&raster.bytes, &mut pixels);
        show(&canvas, raster.cells, &pixels);
        self.pixels.try_set_value(pixels);
        Some(())
    }

    fn paint_over(self) -> Option<()> {
        let canvas = self.over.try_get_untracked()??;
        let layout = self.layout.try_get_untracked()?;
        let raster = self.raster.try_get_untracked()?;
        let axes = self.axes()?;
        let tone = tone(self.page)?;
        let palette = Palette::of(tone);
        let language = self.page.language.try_get_untracked()?;
        let embed = self.page.embed.try_get_untracked()?;
        let mut surface = Surface::on(
            &canvas,
            Size {
                width: self.width.try_get_untracked()?,
                height: self.height.try_get_untracked()?,
                scale: self.scale.try_get_untracked()?,
                ratio: drawing_ratio(embed),
            },
        )?;
        let scale = Scale::new(Decades::of(&raster.bytes), tone);
        heatmap::draw_frame(
            &mut surface,
            &layout,
            &axes,
            raster.cell_span,
            &scale,
            palette,
            language,
        )
        .ok()?;
        let chosen = untrack(|| self.chosen());
        let pointed = self
            .pointed
            .try_get_untracked()?
            .and_then(|position| Self::cell_of(&raster, position));
        for (spot, is_chosen) in [(chosen, true), (pointed, false)] {
            if let Some((rows, columns)) = spot {
                let ends = |range: Range<u64>| (range.start, range.end);
                heatmap::draw_crosshair(
                    &mut surface,
                    &layout,
                    &axes,
                    ends(rows),
                    ends(columns),
                    is_chosen,
                    palette,
                )
                .ok()?;
            }
        }
        Some(())
    }
}

/// The tone of the page.
fn tone(page: Page) -> Option<Tone> {
    page.dark
        .try_get_untracked()
        .map(|dark| if dark { Tone::Dark } else { Tone::Light })
}

/// The window of a zoom, or all.
fn window_of(zoom: Option<Zoom>, gpus: u64) -> Window {
    let whole = Window {
        row: 0,
        column: 0,
        span: gpus,
    };
    zoom.map_or(whole, |zoom| {
        Window {
            row: zoom.row.into(),
            column: zoom.column.into(),
            span: zoom.span.into(),
        }
        .clamped(gpus)
    })
}

/// Shows pixels on a canvas that has as many.
fn show(canvas: &HtmlCanvasElement, side: u32, pixels: &[u8]) -> Option<()> {
    if canvas.width() != side {
        canvas.set_width(side);
    }
    if canvas.height() != side {
        canvas.set_height(side);
    }
    let context: CanvasRenderingContext2d = canvas.get_context("2d").ok()??.dyn_into().ok()?;
    let image = ImageData::new_with_u8_clamped_array_and_sh(Clamped(pixels), side, side).ok()?;
    context.put_image_data(&image, 0.0, 0.0).ok()
}
