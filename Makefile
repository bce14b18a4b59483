# The two everyday commands are `make start` and `make test`; options go in ARGS, as in
# make start ARGS="--port 8001 --no-browser"
PYTHON ?= python3
VENV = .venv
IN_VENV = $(VENV)/bin/python
ARGS ?=

# Choose German or English by the locale, as the program does.
SAY = $(if $(filter de%,$(firstword $(LANGUAGE) $(LC_ALL) $(LC_MESSAGES) $(LANG))),$(2),$(1))
INSTALLING = $(call SAY,Installing what is needed (once; over the internet) ...,Es wird installiert (einmal; aus dem Internet) ...)
NO_INTERNET = $(call SAY,This needs the internet once. Connect this computer and type the command again.,\
	Dafür wird einmal das Internet gebraucht. Den Rechner verbinden und den Befehl noch einmal eingeben.)
OLD_PYTHON = $(call SAY,Python 3.11 or newer is needed: make start PYTHON=python3.11,\
	Gebraucht wird Python ab 3.11: make start PYTHON=python3.11)

# Without a network pip prints a page of warnings; one sentence replaces it.
PIP = $(IN_VENV) -m pip install --quiet --disable-pip-version-check --require-hashes
INSTALL = $(PIP) --requirement $< 2>$(VENV)/pip.log || { \
	if grep -q "Retrying\|NewConnectionError" $(VENV)/pip.log; then echo "$(strip $(NO_INTERNET))"; else cat $(VENV)/pip.log; fi >&2; exit 1; }

.PHONY: start demo restore test lint cheap-tests test-costly quick lint-scripts styles test-package test-postgresql test-postgresql-all on-postgresql engines all-engines in-chromium in-others pictures prove soak bench messages statements keep audit materials wheel windows smoke-windows linux smoke-linux

start: $(VENV)/installed
	@$(IN_VENV) manage.py start $(ARGS)

demo: $(VENV)/installed
	@$(IN_VENV) manage.py demo $(ARGS)

# make restore FILE=/media/me/STICK: restores the newest backup in a folder, or the named backup or archive.
restore: $(VENV)/installed
	@$(IN_VENV) manage.py restore $(ARGS) $(if $(FILE),"$(FILE)")

# With it every worker and every command that the tests start would compile the program again.
unexport PYTHONDONTWRITEBYTECODE

# Whatever tests and browsers write outside this folder is removed at the end.
LEAVING_NOTHING = @aside=$$(mktemp -d); trap 'rm -rf "$$aside"' EXIT; trap 'exit 130' INT TERM; \
	TMPDIR=$$aside XDG_CONFIG_HOME=$$aside XDG_CACHE_HOME=$$aside

PYTEST = $(LEAVING_NOTHING) $(IN_VENV) -m pytest --dist worksteal
# The tests that `make test` leaves to other commands.
ELSEWHERE = prove or soak or package or installation or pictures
LEFT_OUT = $(if $(COSTLY),$(ELSEWHERE),costly or $(ELSEWHERE))

# Runs linters and tests side by side, which takes half a minute less than one after the other. `make test COSTLY=yes`
# runs the costly tests as well and checks the scripts: one run, because each process takes eight seconds to collect the
# tests.
test: $(VENV)/installed-for-development
	@$(IN_VENV) -m tests.installed
	@$(MAKE) --no-print-directory --jobs 3 lint cheap-tests $(if $(COSTLY),lint-scripts)

lint: $(VENV)/installed-for-development
	$(VENV)/bin/ruff check
	$(VENV)/bin/ruff format --check
	$(VENV)/bin/mypy
	$(VENV)/bin/lint-imports
	$(VENV)/bin/djlint --lint --quiet templates
	$(VENV)/bin/djangofmt --quiet --check templates
	$(VENV)/bin/check-jsonschema --quiet --builtin-schema vendor.github-workflows .github/workflows/*.yml
	$(VENV)/bin/zizmor --quiet --offline --min-severity medium .github
	$(IN_VENV) manage.py makemigrations --check --dry-run

# Runs every test except the costly ones; in a browser only three.
cheap-tests: $(VENV)/installed-for-development
	$(PYTEST) -n 2 -m "not ($(LEFT_OUT)) and (everyday or not browser)" --ignore tests/webkit $(ARGS)

# Runs the tests that take half a second of processor time and more.
test-costly: $(VENV)/installed-for-development
	$(PYTEST) -n 2 -m "costly and not ($(ELSEWHERE) or browser)" --ignore tests/webkit $(ARGS)

# Checks the scripts and the style sheet by tools of their own; needs npm.
SCRIPT_TOOLS = packaging/scripts/node_modules

lint-scripts: $(SCRIPT_TOOLS)/.package-lock.json $(VENV)/installed-for-development
	$(SCRIPT_TOOLS)/.bin/biome lint --config-path packaging/scripts/biome.jsonc --error-on-warnings static
	$(SCRIPT_TOOLS)/.bin/tsc --project packaging/scripts
	node packaging/scripts/bootstrap.mjs --check

# Collects what the pages use of Bootstrap's style sheet, for when they use another class of it.
styles: $(SCRIPT_TOOLS)/.package-lock.json $(VENV)/installed-for-development
	node packaging/scripts/bootstrap.mjs

$(SCRIPT_TOOLS)/.package-lock.json: packaging/scripts/package-lock.json
	@cd packaging/scripts && npm ci --silent

# Runs the cheap tests that reach lines changed since the last run; it does not notice changes in templates, scripts and
# translations, nor in a script without an ending, which pytest-testmon cannot read. The first run records all tests.
quick: $(VENV)/installed-for-development
	$(PYTEST) -n 2 -q -p no:tests.costs --testmon --testmon-forceselect \
		-m "not (costly or $(ELSEWHERE) or browser)" --ignore tests/webkit --ignore tests/test_swiss.py $(ARGS)

# Tests the package as it is released, the commands that its documentation names, and the installed program: started,
# killed, upgraded and moved.
test-package: $(VENV)/installed-for-development
	$(PYTEST) -n 3 -m "(package or installation) and not (prove or soak)" \
		tests/package tests/commands tests/earlier tests/faults tests/management tests/migrations $(ARGS)

# Tests on a PostgreSQL server of their own: Debian's postgresql has all that it needs.
ON_POSTGRESQL = $(LEAVING_NOTHING) $(IN_VENV) -m tests.postgresql \
	$(IN_VENV) -m pytest -n 3 --dist worksteal -m "not (prove or soak or pictures)"

# Runs the tests in which databases may differ, and tests that together send every statement.
test-postgresql: $(VENV)/installed-for-development
	$(ON_POSTGRESQL) @tests/on_postgresql.txt $(ARGS) || { ended=$$?; $(IN_VENV) -m tests.chosen_for_postgresql; exit $$ended; }

# Runs all tests that touch the database.
test-postgresql-all: $(VENV)/installed-for-development
	$(ON_POSTGRESQL) $(ARGS)

# Chooses again which tests make test-postgresql runs, by the statements that each of them sends.
on-postgresql: $(VENV)/installed-for-development
	$(ON_POSTGRESQL) -p tests.chosen_for_postgresql

# Tests the pages that make test does not open: in Chromium, layouts also in the narrowest and the widest font; and in
# the engines of Firefox and Safari a few that have found faults before. Needs Debian's firefox-esr, webkit2gtk-driver,
# fonts-liberation, fonts-dejavu-core and, for all-engines, fonts-noto-core.
FONTS ?= LETTERS="Liberation_Sans DejaVu_Sans" WIDEST=DejaVu_Sans
FEW ?= sample and
EVERY_FAMILY = LETTERS="Liberation_Sans DejaVu_Sans Noto_Sans"
all-engines: export FONTS = $(EVERY_FAMILY)
all-engines: export FEW =
all-engines: engines

# Side by side, because the tools of Firefox and Safari wait half of the time.
engines: $(VENV)/installed-for-development
	@$(MAKE) --no-print-directory --jobs 2 --output-sync=line in-chromium in-others

in-chromium:
	$(LEAVING_NOTHING) $(FONTS) $(IN_VENV) -m pytest -n 3 --dist worksteal \
		-m "browser and not (everyday or prove or pictures)" tests/browser $(ARGS)

in-others:
	$(PYTEST) -n 2 -rs --browser firefox -m "$(FEW) every_engine and not only_browser" tests/browser $(ARGS)
	$(PYTEST) -n 2 -rs -m "$(FEW) webkit" tests/webkit $(ARGS)

# Runs everything: the tests of all parts in a random order and with new random examples, which a failure names; all
# tests on PostgreSQL and in all engines; and the long proofs.
DRAWN = -p randomly --hypothesis-profile=drawn

prove: $(VENV)/installed-for-development
	$(MAKE) test test-package test-postgresql-all all-engines COSTLY=yes ARGS="$(DRAWN) $(ARGS)"
	$(EVERY_FAMILY) $(IN_VENV) -m pytest -n 2 -m prove -rs $(DRAWN) $(ARGS)

# Takes new pictures for the handbook, in each language.
pictures: $(VENV)/installed-for-development
	$(LEAVING_NOTHING) $(IN_VENV) -m pytest -m pictures tests/browser $(ARGS)

# After a new migration: adds its statements to those with which backups are compared before they are read.
statements: $(VENV)/installed-for-development
	$(IN_VENV) -m tests.snapshots.statements

# Before a release: stores the files that it writes, which every later version has to read.
keep: $(VENV)/installed-for-development
	@aside=$$(mktemp -d); trap 'rm -rf "$$aside"' EXIT; env -u DATABASE_URL DATA_DIR="$$aside" \
		DJANGO_SETTINGS_MODULE=tournament.settings $(IN_VENV) -c "import django; django.setup(); from tests.earlier.keep import keep; keep()"

# Kills the running server a thousand times (SOAK_KILLS and SOAK_SEED change that). Then simulates an evening of sixty
# phones while program and database server come and go.
soak: $(VENV)/installed-for-development
	$(IN_VENV) -m pytest -n 2 -m soak $(ARGS)
	$(IN_VENV) -m tests.faults.outages

bench: $(VENV)/installed-for-development
	$(IN_VENV) -m tests.benchmarks.bench_engine
	$(IN_VENV) -m tests.benchmarks.bench_database
	$(IN_VENV) -m tests.benchmarks.bench_exports
	$(IN_VENV) -m tests.benchmarks.bench_bodies
	$(IN_VENV) -m tests.benchmarks.bench_publishing
	$(IN_VENV) -m tests.benchmarks.bench_walks
	$(IN_VENV) -m tests.benchmarks.bench_desk
	$(IN_VENV) -m tests.benchmarks.bench_hall
	$(IN_VENV) -m tests.postgresql $(IN_VENV) -m tests.benchmarks.bench_hall
	$(IN_VENV) -m tests.benchmarks.bench_live
	$(IN_VENV) -m tests.benchmarks.bench_public
	$(IN_VENV) -m tests.benchmarks.bench_viewers
	$(IN_VENV) -m tests.benchmarks.bench_crowd
	$(IN_VENV) -m tests.benchmarks.bench_board
	$(IN_VENV) -m tests.benchmarks.bench_club

# Builds the package from its own source archive, into dist.
wheel: $(VENV)/installed-for-development
	@rm -rf dist
	@$(IN_VENV) -m hatchling build --target sdist
	@mkdir dist/source && tar --extract --file dist/*.tar.gz --directory dist/source --strip-components 1
	@cd dist/source && $(CURDIR)/$(IN_VENV) -m hatchling build --target wheel --directory ..
	@rm -r dist/source

# Builds the zip for Windows on any system, and with NSIS the installer; both are tested under Wine. With
# ARGS=--official the Python in them is the current one from python.org.
windows: wheel
	@$(IN_VENV) packaging/windows/build.py dist/*.whl dist $(ARGS)

smoke-windows: windows
	@packaging/windows/smoke.sh dist/*-windows.zip $$(ls dist/*-windows-setup.exe 2>/dev/null)

# Builds the folder for Linux that needs no Python; it is tested in an empty root.
linux: wheel
	@$(IN_VENV) packaging/pyinstaller/build.py dist/*.whl dist

smoke-linux: linux
	@packaging/pyinstaller/smoke.sh dist/*-linux-*.tar.xz

# Fails on a dependency with a known vulnerability, and where the list of vulnerabilities could not be read.
audit: $(VENV)/supply
	@locks=$$(ls requirements.lock requirements-postgresql.lock requirements-metrics.lock 2>/dev/null); \
	$(VENV)/supply/bin/pip-audit --disable-pip --require-hashes --progress-spinner off --format json \
		$$(printf -- '--requirement %s ' $$locks) 2>/dev/null | $(IN_VENV) packaging/audit.py

# Writes the licences and the bill of materials of the wheel's dependencies into dist.
materials: wheel $(VENV)/supply
	@rm -rf $(VENV)/handed-out && $(PYTHON) -m venv $(VENV)/handed-out
	@$(VENV)/handed-out/bin/python -m pip install --quiet --disable-pip-version-check --require-hashes --requirement requirements.lock
	@$(VENV)/handed-out/bin/python -m pip install --quiet --disable-pip-version-check --no-deps dist/*.whl
	@$(VENV)/supply/bin/cyclonedx-py environment $(VENV)/handed-out/bin/python --output-reproducible \
		--output-file dist/bill-of-materials.json
	@$(VENV)/supply/bin/pip-licenses --python $(VENV)/handed-out/bin/python --format plain-vertical \
		--with-license-file --no-license-path --output-file dist/licences.txt

$(VENV)/supply: | $(VENV)/created
	@$(PYTHON) -m venv $@
	@$@/bin/python -m pip install --quiet --disable-pip-version-check pip-audit==2.10.1 cyclonedx-bom==7.5.0 \
		pip-licenses==5.5.5 || { rm -rf $@; exit 1; }

# Collects the sentences to translate and compiles the translations; needs GNU gettext.
messages: $(VENV)/installed
	$(IN_VENV) manage.py makemessages --all --ignore $(VENV) --ignore tests --no-location --no-obsolete
	$(IN_VENV) manage.py compilemessages --ignore $(VENV)

# The marker files stay newer than the lock files as long as nothing has to be installed, so that no start needs the
# network.
$(VENV)/installed: requirements.lock | $(VENV)/created
	@echo "$(INSTALLING)"
	@$(INSTALL)
	@touch $@

$(VENV)/installed-for-development: requirements-dev.lock | $(VENV)/created
	@echo "$(INSTALLING)"
	@$(INSTALL)
	@touch $@

$(VENV)/created:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "$(strip $(OLD_PYTHON))")'
	@$(PYTHON) -m venv $(VENV)
	@touch $@
