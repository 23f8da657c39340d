#!/usr/bin/env bash
# Copyright (c) The terraform-provider-multicluster Authors
# SPDX-License-Identifier: MPL-2.0

# Measures the CPU seconds, user and system, of whole plans: the tool and the provider together, the median of RUNS
# runs after a warm-up run. "tool alone" reads and passes on the same fleet without a provider; "provider" is the part of
# the provider's own processes.
set -euo pipefail
tool=$1
runs=${RUNS:-5}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
internal/tools/mirror.sh "$folder/terraform.d/plugins"
go build -o "$folder/benchfleet" ./internal/tools/benchfleet
for form in json yaml; do "$folder/benchfleet" -clusters 10000 -form $form > "$folder/fleet.$form"; done
"$folder/benchfleet" -clusters 1000 -form typed > "$folder/typed.json"
"$folder/benchfleet" -clusters 300 -form typed > "$folder/few.json"

# The tool starts this in place of the provider: it notes the CPU time of every process of the provider.
find "$folder/terraform.d" -name 'terraform-provider-*' | while read -r binary; do
  mv "$binary" "$binary.real"
  cat > "$binary" <<EOT
#!/usr/bin/env bash
exec 3>>"$folder/provider.times" 4>&2
TIMEFORMAT='%U %S'
{ time "$binary.real" "\$@" 2>&4; } 2>&3
EOT
  chmod +x "$binary"
done

placement() { # the argument for the fleet, the value of local.clusters, the number of clusters to choose
  cat <<EOT
terraform {
  required_providers {
    multicluster = { source = "terraform-multicluster/multicluster" }
  }
}
locals { clusters = $2 }
data "multicluster_placement" "p" {
  $1
  ocm = {
    number_of_clusters = $3
    predicates = [{ required_cluster_selector = {
      label_selector = { match_expressions = [{ key = "env", operator = "In", values = ["prod", "dev"] }] }
      claim_selector = { match_expressions = [{ key = "platform.open-cluster-management.io", operator = "NotIn", values = ["baremetal"] }] }
    } }]
    tolerations = [{ key = "gpu", operator = "Exists" }]
    prioritizer_policy = { configurations = [
      { score_coordinate = { built_in = "ResourceAllocatableCPU" }, weight = 2 },
      { score_coordinate = { built_in = "ResourceAllocatableMemory" }, weight = 2 },
    ] }
  }
}
EOT
}

resources() {
  cat <<'EOT'
terraform {
  required_providers {
    multicluster = { source = "terraform-multicluster/multicluster" }
  }
}
locals { clusters = jsondecode(file("../few.json")) }
resource "multicluster_cluster" "c" {
  count       = length(local.clusters)
  name        = local.clusters[count.index].name
  labels      = local.clusters[count.index].labels
  claims      = local.clusters[count.index].claims
  taints      = local.clusters[count.index].taints
  allocatable = local.clusters[count.index].allocatable
  capacity    = local.clusters[count.index].capacity
}
resource "multicluster_placement" "p" {
  name     = "p"
  clusters = multicluster_cluster.c
  ocm      = { number_of_clusters = 30, tolerations = [{ key = "gpu", operator = "Exists" }] }
}
EOT
}

measure() { # name; the configuration comes from standard input
  local place=$folder/$RANDOM$RANDOM
  mkdir "$place"
  cat > "$place/main.tf"
  (
    cd "$place"
    ln -s "$folder/terraform.d" terraform.d
    "$tool" init -input=false >/dev/null
    if [ "${2:-}" = applied ]; then "$tool" apply -input=false -auto-approve >/dev/null; fi
    for _ in $(seq 0 "$runs"); do
      : > "$folder/provider.times"
      TIMEFORMAT='%U %S'
      whole=$({ time "$tool" plan -input=false -out=plan.out >/dev/null; } 2>&1 | tail -n 1)
      awk -v whole="$whole" '{ provider += $1 + $2 } END { split(whole, w); print w[1] + w[2], provider + 0 }' "$folder/provider.times"
    done | tail -n "$runs" | sort -n | awk -v name="$1" '
      { seconds[NR] = $1; provider[NR] = $2 }
      END {
        middle = int((NR + 1) / 2)
        printf "%-52s %6.2f CPU s   (%.2f to %.2f)   provider %.2f\n", name, seconds[middle], seconds[1], seconds[NR], provider[middle]
      }'
  )
}

echo "$("$tool" version | head -n 1), median of $runs plans"
echo 'output "nothing" { value = 1 }' | measure "empty plan"
echo 'output "size" { value = md5(file("../fleet.json")) }' | measure "tool alone: 10 000 clusters as JSON text"
placement 'manifests = [file("../fleet.json")]' null 1000 | measure "10 000 clusters as manifests, JSON"
placement 'manifests = [file("../fleet.yaml")]' null 1000 | measure "10 000 clusters as manifests, YAML"
echo 'output "size" { value = length(jsondecode(file("../typed.json"))) }' | measure "tool alone: 1 000 clusters as values"
placement 'clusters = local.clusters' 'jsondecode(file("../typed.json"))' 100 | measure "1 000 clusters as values"
resources | measure "300 cluster resources and a placement, first plan"
resources | measure "300 cluster resources and a placement, second plan" applied
