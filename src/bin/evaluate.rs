//! A link in, one line of JSON out. See `evaluate --help`.

use railyard::evaluation::{Evaluation, evaluate_link};
use railyard::language::{Bilingual, Language};
use railyard::scenario::Level;
use std::io::{self, BufRead, ErrorKind, Write};
use std::process::ExitCode;

/// A link has an error, or the command was not understood.
const WRONG: u8 = 2;
/// Standard input can't be read or standard output can't be written.
const BROKEN: u8 = 1;

const USAGE: Bilingual = Bilingual::new(
    "\
Usage: evaluate [--pretty] LINK...
       evaluate [--pretty] -

Prints the figures of a Railyard link as JSON, one line for each link.

  LINK       a link of the page, or only what stands behind its '#': '#v=1&gpus=32768&hb=256'
  -          read links from standard input, one a line; empty lines are skipped
  --pretty   indent the JSON
  --         what follows are links
  -h, --help, -V, --version

All amounts are in bytes, seconds, watts, dollars and operations; shares are 0 to 1.
An impossible link gives the figures of the nearest possible scenario, and its notices say what was wrong.
Exit status: 0, 2 if a link has an error or the command is not understood, 1 if input or output fails.
",
    "\
用法：evaluate [--pretty] 連結…
      evaluate [--pretty] -

把 Railyard 連結的各項數字輸出成 JSON，每個連結一行。

  連結       頁面的連結，或只寫「#」之後的部分：'#v=1&gpus=32768&hb=256'
  -          從標準輸入讀連結，一行一個；空行略過
  --pretty   縮排 JSON
  --         其後都是連結
  -h, --help, -V, --version

單位一律為位元組、秒、瓦、美元與運算次數；比例為 0 到 1。
無法成立的連結會改用最接近的可行情境計算，並在 notices 說明哪裡不對。
結束狀態：0；連結有錯或看不懂命令時為 2；輸入或輸出失敗時為 1。
",
);

const ASK: Bilingual = Bilingual::new(
    "evaluate: no link. Try 'evaluate --help'.",
    "evaluate：沒有連結。請見 evaluate --help。",
);

enum Command {
    Help,
    Version,
    NotUnderstood(String),
    Evaluate { links: Vec<Source>, pretty: bool },
}

enum Source {
    Link(String),
    StandardInput,
}

impl Command {
    fn parse(arguments: impl Iterator<Item = String>) -> Self {
        let mut links = Vec::new();
        let mut pretty = false;
        let mut only_links = false;
        for argument in arguments {
            match argument.as_str() {
                _ if only_links => links.push(Source::Link(argument)),
                "-h" | "--help" => return Self::Help,
                "-V" | "--version" => return Self::Version,
                "--pretty" => pretty = true,
                "--" => only_links = true,
                "-" => links.push(Source::StandardInput),
                option if option.starts_with('-') => return Self::NotUnderstood(argument),
                _ => links.push(Source::Link(argument)),
            }
        }
        Self::Evaluate { links, pretty }
    }
}

fn main() -> ExitCode {
    let language = language_of_terminal();
    // Arguments need not be Unicode; what is not shows up as a notice.
    let arguments = std::env::args_os()
        .skip(1)
        .map(|argument| argument.to_string_lossy().into_owned());
    match Command::parse(arguments) {
        Command::Help => print(USAGE.get(language)),
        Command::Version => print(concat!("evaluate ", env!("CARGO_PKG_VERSION"), "\n")),
        Command::NotUnderstood(option) => complain(&match language {
            Language::English => {
                format!("evaluate: no option {option:?}. Try 'evaluate --help'.")
            }
            Language::TraditionalChinese => {
                format!("evaluate：沒有 {option:?} 這個選項。請見 evaluate --help。")
            }
        }),
        Command::Evaluate { links, .. } if links.is_empty() => {
            complain(&format!("{}\n\n{}", ASK.get(language), USAGE.get(language)))
        }
        Command::Evaluate { links, pretty } => match run(&links, pretty) {
            Ok(false) => ExitCode::SUCCESS,
            Ok(true) => ExitCode::from(WRONG),
            Err(failure) => end(&failure),
        },
    }
}

/// Evaluates every link as it comes; tells whether one had an error.
fn run(sources: &[Source], pretty: bool) -> io::Result<bool> {
    let mut out = io::stdout().lock();
    let mut wrong = false;
    for source in sources {
        match source {
            Source::Link(link) => wrong |= answer(link, pretty, &mut out)?,
            Source::StandardInput => {
                let mut input = io::stdin().lock();
                let mut line = Vec::new();
                while input.read_until(b'\n', &mut line)? > 0 {
                    let link = String::from_utf8_lossy(&line);
                    if !link.trim().is_empty() {
                        wrong |= answer(link.trim(), pretty, &mut out)?;
                    }
                    line.clear();
                }
            }
        }
    }
    out.flush()?;
    Ok(wrong)
}

/// Prints the figures of one link, and on standard error what is wrong with it; tells whether something is.
fn answer(link: &str, pretty: bool, out: &mut impl Write) -> io::Result<bool> {
    let evaluation = evaluate_link(link);
    let json = if pretty {
        serde_json::to_string_pretty(&evaluation)?
    } else {
        serde_json::to_string(&evaluation)?
    };
    writeln!(out, "{json}")?;
    report(&evaluation);
    Ok(evaluation.has_errors())
}

/// The errors of a link on standard error. Where that is closed, the JSON still holds them.
fn report(evaluation: &Evaluation) {
    let language = evaluation.scenario.presentation.lang.unwrap_or_default();
    let mut err = io::stderr().lock();
    for notice in &evaluation.notices {
        if notice.level == Level::Error {
            let (key, message) = (&notice.key, notice.message(language));
            let _ = writeln!(err, "evaluate: {key}: {message}");
        }
    }
}

fn print(text: &str) -> ExitCode {
    let mut out = io::stdout().lock();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => end(&failure),
    }
}

fn complain(text: &str) -> ExitCode {
    let _ = writeln!(io::stderr(), "{}", text.trim_end());
    ExitCode::from(WRONG)
}

/// Whoever reads our output may stop early, as `head` does; that is no failure.
fn end(failure: &io::Error) -> ExitCode {
    if failure.kind() == ErrorKind::BrokenPipe {
        return ExitCode::SUCCESS;
    }
    let _ = writeln!(io::stderr(), "evaluate: {failure}");
    ExitCode::from(BROKEN)
}

/// The language of the command's own texts, as the environment has it. Notices speak the language of their link.
fn language_of_terminal() -> Language {
    let set = ["LC_ALL", "LC_MESSAGES", "LANG"]
        .into_iter()
        .filter_map(|name| std::env::var(name).ok())
        .find(|value| !value.is_empty());
    match set {
        Some(locale) if locale.starts_with("zh") => Language::TraditionalChinese,
        _ => Language::English,
    }
}
