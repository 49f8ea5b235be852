# Every target sets up what it needs, once; `make` alone lists them.
.DEFAULT_GOAL := help
.PHONY: help serve test build standalone shots bench fmt setup setup-page setup-browser clean
PORT ?= 8080
SHOTS ?= /tmp/railyard-shots
LINK ?= \#v=1

help: ## this list
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):.*## (.*)/  make \1 \t\2/' | expand -t 22

serve: build ## the release page at 127.0.0.1:8080 (PORT=8081 for another port)
	@PORT=$(PORT) scripts/serve

test: setup ## every check and test, native and in a real browser
	@scripts/test

build: setup-page ## the release page, into dist/
	@scripts/build-page

standalone: build ## the page as one file, dist-standalone/railyard.html
	@node scripts/standalone.mjs

shots: build setup-browser ## screenshots in SHOTS=/tmp/railyard-shots, of LINK='#v=1&…'
	@scripts/shots '$(SHOTS)' '$(LINK)'

bench: ## how long the engine takes
	@cargo bench --locked --bench '*'

fmt: ## formats the sources
	@cargo fmt

setup: setup-page setup-browser ## only the set-up: Rust for the browser, the tools, Chromium

setup-page:
	@scripts/setup-rust
	@scripts/setup-tools

setup-browser:
	@scripts/setup-browser

clean: ## removes what was built here (the tools stay in their cache)
	@rm -rf target dist dist-standalone tests/e2e/node_modules
