//! The canvas as a surface for figures: sharp at any pixel ratio, with texts measured by the canvas itself.
//!
//! Three spaces meet here: a figure's own CSS pixels, of which plotters counts eighths; the page's CSS pixels, which are the figure's
//! times a scale (1 on the page, more where a figure fills a large frame); and device pixels.

use crate::figure::letters::{BASELINE_BELOW_TOP, PLOTTERS_SIZE_PER_EM};
use crate::figure::pen::UNITS_PER_PX;
use leptos::html;
use leptos::prelude::*;
use plotters_backend::text_anchor::HPos;
use plotters_backend::{
    BackendColor, BackendCoord, BackendStyle, BackendTextStyle, DrawingBackend, DrawingErrorKind,
    FontStyle, FontTransform,
};
use plotters_canvas::CanvasBackend;
use std::f64::consts::FRAC_PI_2;
use wasm_bindgen::prelude::Closure;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{CanvasRenderingContext2d, Element, HtmlCanvasElement, HtmlElement, ResizeObserver};

/// Device pixels on a side that canvases of every browser can have.
const MOST_DEVICE_PIXELS: f64 = 8192.0;

/// Size of a canvas on the page.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Size {
    /// Width in the page's CSS pixels.
    pub width: f64,
    /// Height in the page's CSS pixels.
    pub height: f64,
    /// The page's CSS pixels for one of the figure.
    pub scale: f64,
    /// Device pixels for one CSS pixel of the page.
    pub ratio: f64,
}

/// Device pixels for one CSS pixel, as the browser says.
pub fn device_ratio() -> f64 {
    let ratio = window().device_pixel_ratio();
    if ratio.is_finite() && ratio > 0.0 {
        ratio
    } else {
        1.0
    }
}

/// The ratio to draw lines and texts at: a deck that scales its slides leaves the browser's at 1, so embedded figures take at least 2.
pub fn drawing_ratio(embed: bool) -> f64 {
    device_ratio().max(if embed { 2.0 } else { 1.0 }).min(4.0)
}

/// A canvas that plotters draws on.
pub struct Surface {
    inner: CanvasBackend,
    context: CanvasRenderingContext2d,
    size: (u32, u32),
}

impl Surface {
    /// Sizes a canvas, wipes it and makes it a surface. `None` where the browser gives no drawing context.
    pub fn on(canvas: &HtmlCanvasElement, size: Size) -> Option<Self> {
        let longest = size.width.max(size.height).max(1.0);
        let ratio = size.ratio.min(MOST_DEVICE_PIXELS / longest);
        let device = |css: f64| (css * ratio).round().max(1.0) as u32;
        let (width, height) = (device(size.width), device(size.height));
        if canvas.width() != width {
            canvas.set_width(width);
        }
        if canvas.height() != height {
            canvas.set_height(height);
        }
        let style = HtmlElement::style(canvas);
        style
            .set_property("width", &format!("{}px", size.width))
            .ok()?;
        style
            .set_property("height", &format!("{}px", size.height))
            .ok()?;
        let inner = CanvasBackend::with_canvas_object(canvas.clone())?;
        let context: CanvasRenderingContext2d = canvas.get_context("2d").ok()??.dyn_into().ok()?;
        context.set_transform(1.0, 0.0, 0.0, 1.0, 0.0, 0.0).ok()?;
        context.clear_rect(0.0, 0.0, f64::from(width), f64::from(height));
        let units = ratio * size.scale / UNITS_PER_PX;
        context
            .set_transform(units, 0.0, 0.0, units, 0.0, 0.0)
            .ok()?;
        context.set_line_join("round");
        let count = |css: f64| (css / size.scale * UNITS_PER_PX).round() as u32;
        Some(Self {
            inner,
            context,
            size: (count(size.width), count(size.height)),
        })
    }

    fn set_font(&self, style: &impl BackendTextStyle) -> f64 {
        let em = style.size() / PLOTTERS_SIZE_PER_EM;
        let weight = match style.style() {
            FontStyle::Bold => "bold",
            FontStyle::Normal | FontStyle::Oblique | FontStyle::Italic => "normal",
        };
        self.context
            .set_font(&format!("{weight} {em}px {}", style.family().as_str()));
        em
    }
}

type Drawn = Result<(), DrawingErrorKind<<CanvasBackend as DrawingBackend>::ErrorType>>;

impl DrawingBackend for Surface {
    type ErrorType = <CanvasBackend as DrawingBackend>::ErrorType;

    fn get_size(&self) -> (u32, u32) {
        self.size
    }

    fn ensure_prepared(&mut self) -> Drawn {
        self.inner.ensure_prepared()
    }

    fn present(&mut self) -> Drawn {
        self.inner.present()
    }

    fn draw_pixel(&mut self, point: BackendCoord, color: BackendColor) -> Drawn {
        self.inner.draw_pixel(point, color)
    }

    fn draw_rect<S: BackendStyle>(
        &mut self,
        upper_left: BackendCoord,
        bottom_right: BackendCoord,
        style: &S,
        fill: bool,
    ) -> Drawn {
        self.inner.draw_rect(upper_left, bottom_right, style, fill)
    }

    fn draw_path<S: BackendStyle, I: IntoIterator<Item = BackendCoord>>(
        &mut self,
        path: I,
        style: &S,
    ) -> Drawn {
        self.inner.draw_path(path, style)
    }

    fn fill_polygon<S: BackendStyle, I: IntoIterator<Item = BackendCoord>>(
        &mut self,
        corners: I,
        style: &S,
    ) -> Drawn {
        self.inner.fill_polygon(corners, style)
    }

    fn draw_circle<S: BackendStyle>(
        &mut self,
        center: BackendCoord,
        radius: u32,
        style: &S,
        fill: bool,
    ) -> Drawn {
        self.inner.draw_circle(center, radius, style, fill)
    }

    /// The anchor lies where plotters' SVG surface puts it: on the baseline, and that [`BASELINE_BELOW_TOP`] of an em below the point.
    fn draw_text<T: BackendTextStyle>(
        &mut self,
        text: &str,
        style: &T,
        (x, y): BackendCoord,
    ) -> Drawn {
        let em = self.set_font(style);
        let BackendColor { alpha, rgb } = style.color();
        let (red, green, blue) = rgb;
        let color = format!("rgba({red},{green},{blue},{alpha})");
        self.context.set_fill_style_str(&color);
        self.context.set_text_baseline("alphabetic");
        self.context.set_text_align(match style.anchor().h_pos {
            HPos::Left => "left",
            HPos::Center => "center",
            HPos::Right => "right",
        });
        let (x, y, below) = (f64::from(x), f64::from(y), em * BASELINE_BELOW_TOP);
        let turns = match style.transform() {
            FontTransform::None => 0.0,
            FontTransform::Rotate90 => 1.0,
            FontTransform::Rotate180 => 2.0,
            FontTransform::Rotate270 => 3.0,
        };
        // A context that refuses a text is no reason to give up the figure.
        if turns == 0.0 {
            self.context.fill_text(text, x, y + below).ok();
        } else {
            self.context.save();
            self.context.translate(x, y).ok();
            self.context.rotate(turns * FRAC_PI_2).ok();
            self.context.fill_text(text, 0.0, below).ok();
            self.context.restore();
        }
        Ok(())
    }

    fn estimate_text_size<T: BackendTextStyle>(
        &self,
        text: &str,
        style: &T,
    ) -> Result<(u32, u32), DrawingErrorKind<Self::ErrorType>> {
        let em = self.set_font(style);
        match self.context.measure_text(text) {
            Ok(measured) => Ok((measured.width().ceil() as u32, em.ceil() as u32)),
            Err(_) => self.inner.estimate_text_size(text, style),
        }
    }
}

/// Calls `paint` in the next frame when something that `depends` reads has changed, and once at first: at most once a frame.
pub fn repaint(depends: impl Fn() + 'static, paint: impl Fn() + 'static) {
    let pending = StoredValue::new(false);
    let paint = StoredValue::new_local(paint);
    Effect::new(move |_| {
        depends();
        if pending.try_update_value(|pending| std::mem::replace(pending, true)) == Some(false) {
            request_animation_frame(move || {
                pending.try_update_value(|pending| *pending = false);
                paint.try_with_value(|paint| paint());
            });
        }
    });
}

/// Stops watching when it is dropped.
struct Watch {
    observer: ResizeObserver,
    _changed: Closure<dyn FnMut(JsValue)>,
}

impl Drop for Watch {
    fn drop(&mut self) {
        self.observer.disconnect();
    }
}

/// The room that an element has, in CSS pixels (width, height), as it changes; nothing before it is on the page.
pub fn room_of(element: NodeRef<html::Div>) -> ReadSignal<(f64, f64)> {
    let (room, set_room) = signal((0.0, 0.0));
    let watch = StoredValue::new_local(None::<Watch>);
    Effect::new(move |_| {
        let Some(element) = element.get() else {
            return;
        };
        let element: Element = element.unchecked_into();
        let measured = element.clone();
        let changed = Closure::<dyn FnMut(JsValue)>::new(move |_: JsValue| {
            let now = (
                f64::from(measured.client_width()),
                f64::from(measured.client_height()),
            );
            if room.try_get_untracked().is_some_and(|before| before != now) {
                set_room.try_set(now);
            }
        });
        if let Ok(observer) = ResizeObserver::new(changed.as_ref().unchecked_ref()) {
            observer.observe(&element);
            watch.try_set_value(Some(Watch {
                observer,
                _changed: changed,
            }));
        }
    });
    room
}
