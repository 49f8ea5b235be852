# Sourced by the other scripts: where things are kept, which versions are pinned, and how to speak to a person.
# shellcheck shell=bash
set -euo pipefail

ROOT=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
CACHE=${RAILYARD_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/railyard}

# Pinned versions. Trunk.toml names the last two again, and Cargo.toml pins the wasm-bindgen crate to the same version.
TRUNK_VERSION=0.21.14
WASM_BINDGEN_VERSION=0.2.130
BINARYEN_VERSION=132

WASM=wasm32-unknown-unknown
TRUNK_HOME=$CACHE/trunk-$TRUNK_VERSION
WASM_BINDGEN_HOME=$CACHE/wasm-bindgen-$WASM_BINDGEN_VERSION
BINARYEN_HOME=$CACHE/binaryen-$BINARYEN_VERSION
DEBIAN_TOOLCHAIN=$CACHE/debian-rust

# A progress line a step, with the seconds since this script began.
step() { printf '\033[1m[%4ds]\033[0m %s\n' "$SECONDS" "$*"; }
fail() { printf '\nrailyard: %s\n' "$*" >&2; exit 1; }
have() { command -v "$1" >/dev/null 2>&1; }

# quietly LABEL COMMAND...: runs a long command with its output kept in a log, which is shown only when it fails.
quietly() {
  local log="$CACHE/log/$1.log"
  shift
  mkdir -p "$CACHE/log"
  "$@" >"$log" 2>&1 </dev/null || {
    tail -n 40 "$log" >&2
    fail "this failed: $*  (all of its output: $log)"
  }
}

# One set-up at a time in a cache; a second one waits, then finds everything there.
lock_cache() {
  mkdir -p "$CACHE"
  if have flock; then
    exec 9>"$CACHE/lock"
    flock -n 9 || { step "waiting for another set-up to finish"; flock 9; }
  fi
}

# as_root COMMAND...: for Debian's packages.
as_root() {
  if [ "$(id -u)" = 0 ]; then "$@"
  elif have sudo; then sudo "$@"
  else fail "this needs root: $*"
  fi
}

on_debian() { grep -qx 'ID=debian' /etc/os-release 2>/dev/null && have apt-get; }

# install_packages NAME...: Debian packages that are not there yet.
install_packages() {
  local missing=() name
  for name in "$@"; do
    dpkg-query -W -f '${Status}' "$name" 2>/dev/null | grep -q 'ok installed' || missing+=("$name")
  done
  [ ${#missing[@]} -gt 0 ] || return 0
  step "installing Debian packages: ${missing[*]}"
  quietly apt-update as_root apt-get update
  quietly apt-install as_root env DEBIAN_FRONTEND=noninteractive \
    apt-get -o DPkg::Lock::Timeout=300 install -y --no-install-recommends "${missing[@]}"
}

# Which Rust compiles for the browser: "rustup" when the default toolchain has the target, "debian" when set-up had to fall
# back to Debian's, "none" before set-up. RAILYARD_WASM_RUST=debian asks for the fallback where both would do.
wasm_rust() {
  local libs
  if [ "${RAILYARD_WASM_RUST:-rustup}" = rustup ] && libs=$(rustc --print target-libdir --target "$WASM" 2>/dev/null) \
    && compgen -G "$libs/libstd-*.rlib" >/dev/null; then
    echo rustup
  elif [ -x /usr/bin/rustc ] && [ "$(cat "$DEBIAN_TOOLCHAIN/stamp" 2>/dev/null)" = "$(debian_rust_id)" ]; then
    echo debian
  else
    echo none
  fi
}

debian_rust_id() { /usr/bin/rustc --version --verbose; }

# Puts the pinned tools, and the Rust that compiles for the browser, first on PATH. Call it in a subshell or a script that
# builds the page; native tests want the machine's own Rust.
use_wasm_tools() {
  PATH=$TRUNK_HOME/bin:$WASM_BINDGEN_HOME/bin:$BINARYEN_HOME/node_modules/.bin:$PATH
  case $(wasm_rust) in
    rustup) ;;
    debian)
      PATH=$DEBIAN_TOOLCHAIN/bin:$PATH
      export SYSROOT=$DEBIAN_TOOLCHAIN # where Debian's clippy looks for std
      unset RUSTUP_TOOLCHAIN
      ;;
    none) fail "no Rust for $WASM yet: run 'make setup'" ;;
  esac
  export PATH
  forget_outputs_of_another_std
}

# Outputs that were built against another std cannot be linked any more, and rustc's message about it helps nobody.
forget_outputs_of_another_std() {
  local id seen="$ROOT/target/$WASM/.built-with"
  id=$(wasm_rust; rustc --version; cat "$DEBIAN_TOOLCHAIN/std-id" 2>/dev/null || true)
  if [ -d "$ROOT/target/$WASM" ] && [ "$(cat "$seen" 2>/dev/null)" != "$id" ]; then
    rm -rf "${ROOT:?}/target/$WASM"
  fi
  if [ ! -f "$seen" ]; then
    mkdir -p "$ROOT/target/$WASM"
    printf '%s\n' "$id" >"$seen"
  fi
}
