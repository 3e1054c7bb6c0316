#!/usr/bin/env bash
# Runs every check, one step after the other, and goes on after a failure so that one run shows all
# of them. Exits with 0 only if every step passed. The last lines are cargo's own test results, and
# after them the steps that failed.
#
#   scripts/test.sh            everything
#   scripts/test.sh fmt core   these steps alone; `scripts/test.sh list` names them
set -uo pipefail
cd "$(dirname "$0")/.."

# Two sets of features, each with a profile of its own: `proof` for the battles of the engine, dev for the
# front end, so that Bevy is compiled once for checking and once for running; see docs/decisions.md.
core=(--no-default-features)
proof=(--profile proof "${core[@]}")
# The program as the tests built it: `cargo run` would build it once more, without what only tests need.
game() {
    cargo test --quiet "${proof[@]}" --test commands --no-run && "${CARGO_TARGET_DIR:-target}/proof/opportunist" "$@"
}
read -r -a all <<<"$(scripts/features.sh)"

# Software Vulkan, for the window test alone: the same pictures on every machine.
software_vulkan() {
    local icd
    for icd in {/usr/share,/usr/local/share,/etc}/vulkan/icd.d/lvp_icd{."$(uname -m)",.*,}.json; do
        if [ -e "$icd" ]; then
            printf 'VK_ICD_FILENAMES=%s\nVK_DRIVER_FILES=%s\n' "$icd" "$icd"
            return
        fi
    done
    echo "no software Vulkan (lavapipe) found; taking what Vulkan there is" >&2
}

fmt() { cargo fmt --check; }
lint_core() { cargo clippy "${core[@]}" --all-targets -- -D warnings; }
lint() { cargo clippy "${all[@]}" --all-targets -- -D warnings; }
core() { cargo test "${proof[@]}" --no-fail-fast; }
# How many percent of its rules each system has to prove. These numbers only ever go up.
scenarios() {
    local system percent status=0
    while read -r system percent; do
        game verify --coverage --at-least "$percent" "tests/scenarios/$system" </dev/null || status=1
    done <<< "classic_d20 100
amorphous 100
age_of_heroes 100
spiritual_pressure 100
epic_path 100
house_example 100"
    return "$status"
}
# Each value of a ruleset is changed by itself, and a proof has to notice; what none can notice is
# explained beside the proofs.
changes() {
    local system status=0
    for system in classic_d20 amorphous age_of_heroes spiritual_pressure epic_path house_example; do
        game verify --mutate "tests/scenarios/$system" </dev/null || status=1
    done
    return "$status"
}
content() { game check assets levels; }
# The rooms below the command line build the same with and without the front end, and have been tested in
# `core`. There is no display here: the window test has a screen of its own in the last step.
gui() {
    env -u DISPLAY -u WAYLAND_DISPLAY cargo test "${all[@]}" --lib -- game:: cli:: &&
        env -u DISPLAY -u WAYLAND_DISPLAY cargo test "${all[@]}" --bins --test commands --test pipe
}
window() {
    local vulkan
    mapfile -t vulkan < <(software_vulkan)
    env "${vulkan[@]}" WGPU_BACKEND=vulkan OPPORTUNIST_WINDOW_TEST=required \
        xvfb-run -a -s "-screen 0 1280x800x24" cargo test "${all[@]}" --test window
}

# The cheap steps first. Each: its name, what it does.
steps=(
    "fmt|the sources are formatted"
    "lint_core|clippy on the rules, without the front end"
    "core|tests without the front end"
    "scenarios|the rules' proofs, with their coverage of the compendium"
    "changes|no change of a finished ruleset goes unnoticed"
    "content|every asset and level is sound"
    "lint|clippy on everything"
    "gui|tests of the front end"
    "window|the real window, on a screen in memory"
)

if [ "${1:-}" = list ]; then
    for step in "${steps[@]}"; do printf '%-10s %s\n' "${step%%|*}" "${step#*|}"; done
    exit 0
fi
for wanted in "$@"; do
    if ! printf '%s\n' "${steps[@]}" | cut -d'|' -f1 | grep -qxF -- "$wanted"; then
        echo "test: there is no step \`$wanted\`; \`scripts/test.sh list\` names them" >&2
        exit 2
    fi
done

log=$(mktemp)
trap 'rm -f "$log"' EXIT
summary=()
failed=0
for step in "${steps[@]}"; do
    name=${step%%|*}
    if [ $# -gt 0 ] && ! printf '%s\n' "$@" | grep -qxF -- "$name"; then continue; fi
    echo "== $name: ${step#*|}"
    begin=$SECONDS
    "$name" 2>&1 | tee -a "$log"
    status=${PIPESTATUS[0]}
    took=$((SECONDS - begin))
    if [ "$status" -eq 0 ]; then
        verdict=ok
    else
        verdict="FAILED (exit $status)"
        failed=1
    fi
    summary+=("$(printf '%-10s %4d s  %s' "$name" "$took" "$verdict")")
done

echo "== steps"
printf '%s\n' "${summary[@]}"
echo "== results"
grep -E '^test result:|^test .* FAILED$' "$log"
printf '%s\n' "${summary[@]}" | awk '/FAILED/ { print "step " $1 " FAILED" }'
exit "$failed"
