#!/usr/bin/env bash
# Copyright (c) The terraform-provider-multicluster Authors
# SPDX-License-Identifier: MPL-2.0

# Makes a release, as 0.1.0: dates its changes, records what states of it look like, runs the tests, commits and tags. Pushing the tag
# publishes it; see .github/RELEASING.md.
set -euo pipefail
version=${1#v}
[[ $version =~ ^[0-9]+\.[0-9]+\.[0-9]+(-[0-9A-Za-z.]+)?$ ]] || { echo "found version \"$version\"; use one such as 0.1.0" >&2; exit 1; }
[ "$(git branch --show-current)" = main ] || { echo "this is not the branch main" >&2; exit 1; }
[ -z "$(git status --porcelain)" ] || { echo "commit or remove these first:" >&2; git status --short >&2; exit 1; }
! git rev-parse -q --verify "refs/tags/v$version" >/dev/null || { echo "v$version has been released" >&2; exit 1; }
# What a reader copies first installs this release, and none that breaks it.
minor=${version%.*}
for wrong in 'No (release is in a registry|registry has a release) yet' "\"~> 0\.(?!${minor#0.}\.0\")"; do
  ! git grep -nP -e "$wrong" -- README.md templates examples || { echo "correct these lines for version $version" >&2; exit 1; }
done
internal/tools/release-notes.sh Unreleased > /dev/null
make hub

sed -i.orig "s/^## Unreleased\$/## Unreleased\n\n## $version ($(date -u +%Y-%m-%d))/" CHANGELOG.md
rm CHANGELOG.md.orig
RECORD_STATES=$version go test -count=1 -run "^TestStatesOfVersions" ./internal/provider ./internal/provider/hubresource
make test-all
git add CHANGELOG.md internal/providertest/testdata/states
git commit -m "Version $version"
git switch --detach
go run ./internal/tools/reference -publish docs
git commit -m "Links of the registries, which read the documents of the tag" docs
git tag -a "v$version" -m "Version $version"
git switch main
echo "git push --atomic origin main v$version    publishes it"
