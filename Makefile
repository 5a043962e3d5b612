# Everything runs from .venv, which these targets make by themselves.
PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
OLD    := .venv-opencv4
ARGS   ?=

.PHONY: play test quick coverage test-opencv4 lint bench accuracy calibration torture nightly venv
.PHONY: install uninstall read-only deb case prove-install prove-package prove-first-boot prove-camera clean

play: $(VENV)/.ready
	@$(BIN)/bordbuch play $(ARGS)

test: $(VENV)/.ready-dev
	@$(BIN)/python -m pytest $(ARGS)

# What can be checked between two thoughts, under half a minute on two cores: the rules of every game, the words, the
# screens, the desks, the menus, the records and the settings, with their doctests. Not the readers, the games at the
# simulated table, the page, the parts, the command, nor what is marked slow: `make test` runs all of that too.
QUICK := screens desks menus words records config
quick: $(VENV)/.ready-dev
	@$(BIN)/python -m pytest -q -n auto -m "not slow" tests/games games $(QUICK:%=tests/device/%) $(QUICK:%=device/%) $(ARGS)

# All tests with what they never reach, by line and branch; processes that a test starts are not counted.
coverage: $(VENV)/.ready-dev
	@$(BIN)/python -m pytest -n auto --dist loadfile --cov $(ARGS)

# The readers once more on the OpenCV of Raspberry Pi OS Bookworm.
test-opencv4: $(OLD)/.ready
	@$(OLD)/bin/python -m pytest tests/vision vision $(ARGS)

lint: $(VENV)/.ready-dev
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@$(BIN)/mypy
	@$(BIN)/lint-imports

# Killed, cut off, refused, pressed, spoilt, flooded: two minutes of it. ARGS="--seconds 600 --seed 7 --only kills"; the
# part with floods wants root and iproute2, those with refused calls gcc; what cannot be run is told.
torture: $(VENV)/.ready-dev
	@$(BIN)/python -m tools.torture $(ARGS)

# The same for some hours: 1,000 kills, 1,000,000 presses, 1,000 spoilt journals, every write of some evenings.
nightly: $(VENV)/.ready-dev
	@$(BIN)/python -m tools.torture --seconds 3600 --kills 1000 --commands 40 --presses 1000000 --flips 1000 --writes 5000 --drops 5000 --refusals 2000 --floods 12 $(ARGS)

bench: $(VENV)/.ready
	@$(BIN)/bordbuch bench $(ARGS)

# Both render many tables: a quarter of an hour and more. PHOTOS is where the photo sets are, if they are there.
PHOTOS ?= ../shared/photos
accuracy: $(VENV)/.ready-dev
	@$(BIN)/python -m tools.measuring.accuracy --photos $(PHOTOS) --sheet docs/hardest.jpg $(ARGS) > docs/accuracy.new && mv docs/accuracy.new docs/accuracy.md

calibration: $(VENV)/.ready-dev
	@$(BIN)/python -m tools.measuring.calibrate $(ARGS)

# On a Raspberry Pi, with sudo: hardware.md. To bring it up to date, pull and run it again.
install:
	@$(PYTHON) -B -m systemd.install $(ARGS)

# The book stays, unless BOOK=delete.
uninstall:
	@$(PYTHON) -B -m systemd.install --uninstall $(if $(filter delete,$(BOOK)),--delete-book) $(ARGS)

# A card that is never written to, with the book on a partition of its own: ARGS="--on /dev/sda1", or ARGS=--off.
read-only:
	@$(PYTHON) -B -m systemd.read_only $(ARGS)

# A Debian package in dist/: for any machine, or with ARCH=arm64 for a Pi, with all it needs beside Debian's own packages.
ARCH ?= all
SUITE ?= trixie
deb: $(VENV)/bin/python
	@$(BIN)/python -B -m systemd.package --arch $(ARCH) --suite $(SUITE) $(ARGS)

# The printed parts of all three builds: STL files in dist/case, pictures in docs/case, and whether they can be printed.
# Needs openscad; some minutes. ARGS="--build small" makes one build.
case: $(VENV)/.ready-dev
	@$(BIN)/python -m tools.building.case $(ARGS)

# The whole installation for real in a throw-away Debian, as root: about ten minutes and 1 GB. SUITE is bookworm or trixie.
prove-install:
	@$(PYTHON) -B -m tools.proving.prove_install $(SUITE) $(ARGS)

# The package in a throw-away Debian, as root; with ARCH=arm64 on the Pi's own architecture, emulated: an hour.
prove-package: $(VENV)/.ready
	@$(BIN)/python -B -m tools.proving.prove_package $(SUITE) --arch $(ARCH) $(ARGS)

# A card that installs itself, with the real cloud-init in a throw-away Debian, as root: about ten minutes and 1 GB.
prove-first-boot: $(VENV)/.ready
	@$(BIN)/python -B -m tools.proving.prove_first_boot $(ARGS)

# The camera's driver on the real picamera2 and libcamera with a virtual camera, as root: ten minutes and 1.5 GB at first.
prove-camera:
	@tools/proving/prove_camera $(ARGS)

venv: $(VENV)/.ready

clean:
	rm -rf $(VENV) $(OLD) build *.egg-info examples/pasch/build examples/pasch/*.egg-info .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache .coverage htmlcov dist

$(VENV)/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || \
	  { echo "Bordbuch needs Python 3.11 or newer. Install it, or name one: make PYTHON=python3.12 play" >&2; exit 2; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || { [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null && \
	  apt-get update -qq && apt-get install -y -qq python3-venv; } || \
	  { echo "This Python cannot make virtual environments. On Debian: sudo apt install python3-venv" >&2; exit 2; }
	@echo "Setting up .venv (once) ..." >&2
	@$(PYTHON) -m venv $(VENV)

$(VENV)/.ready: pyproject.toml | $(VENV)/bin/python
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -e .
	@touch $@

$(OLD)/.ready: pyproject.toml | $(VENV)/bin/python
	@echo "Setting up $(OLD) (once) ..." >&2
	@$(BIN)/python -m venv $(OLD)
	@$(OLD)/bin/python -m pip install --quiet --disable-pip-version-check -e '.[dev]' 'opencv-python-headless==4.11.*'
	@touch $@

$(VENV)/.ready-dev: pyproject.toml examples/pasch/pyproject.toml | $(VENV)/bin/python
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[dev]' -e ./examples/pasch
	@# Only to hold our camera against what it really offers: what it needs itself is on a Pi. Of the second only
	@# axe.min.js, by which the page tests judge whether everybody can use the pages.
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps 'picamera2==0.3.*' 'axe-playwright-python==0.1.*'
	@touch $@ $(VENV)/.ready
