# Policies for plans with placements and rollouts, for OPA in HCP Terraform (policies.hcl) and for Conftest (check.sh).
# What they do not recognise is denied. placements.sentinel has the same rules.
package multicluster

import rego.v1

settings := {
	# How many clusters one placement may lose in one plan.
	"max_lost": 1,
	# The label that every placement lists in with_labels. "" turns off the rule that every region stays.
	"region_label": "region",
	# Every placement is in a data source multicluster_resilience, and survives all that it asks about.
	"resilience": true,
	# A placement on a hub changes only if the plan has what the hub is expected to decide. With false, max_moves is enough.
	"prediction": true,
}

# HCP Terraform passes an object with the plan and the run, Conftest the plan.
plan := input.plan if {
	"plan" in object.keys(input)
} else := input

recognised_plan if {
	startswith(plan.format_version, "1.")
	is_object(plan.planned_values)
	is_array(object.get(plan, "resource_changes", []))
	not object.get(plan, "errored", false)
	every change in object.get(plan, "resource_changes", []) {
		every value in [change.address, change.type, change.mode] { is_string(value) }
		is_array(change.change.actions)
	}
}

deny contains "this is no complete plan of format 1: nothing can be checked" if not recognised_plan

changes contains change if {
	some change in plan.resource_changes
	startswith(change.type, "multicluster_")
	change.mode != "data"
}

placements contains change if {
	some change in changes
	change.type == "multicluster_placement"
}

# A multicluster_placements has several placements, which are checked one by one.
together contains change if {
	some change in changes
	change.type == "multicluster_placements"
}

placements contains placement if {
	some several in together
	change := several.change
	some key in keys(change)
	before_plan := entry(change.before, {}, key)
	after_plan := entry(change.after, change.after_unknown, key)
	placement := {"address": concat("", [several.address, ".outcomes[\"", key, "\"]"]), "change": {
		"actions": actions(change, before_plan, after_plan),
		"before": before_plan, "after": after_plan, "after_unknown": {},
	}}
}

keys(change) := {key |
	some values in [change.before, change.after, change.after_unknown]
	some key, _ in values.outcomes
	entries := [entry(change.before, {}, key), entry(change.after, change.after_unknown, key)]
	entries != [null, null]
}

# A placement of several as a placement of its own: its arguments and its outputs. Null if it is not there.
entry(values, unknown, key) := object.union_n([
	{"max_moves": object.get(values, "max_moves", null), "name": key},
	{name: value | some name, value in object.get(values, ["placements", key], {}); value != null},
	object.get(values, ["outcomes", key], {}),
]) if {
	is_there(values, unknown, key)
} else := null

is_there(values, _, key) if values.outcomes[key]

is_there(_, unknown, key) if unknown.outcomes[key] == true

actions(change, before_plan, after_plan) := ["no-op"] if {
	before_plan == after_plan
} else := ["create"] if {
	before_plan == null
} else := ["delete"] if {
	after_plan == null
} else := change.actions

rollouts contains change if {
	some change in changes
	change.type == "multicluster_rollout"
}

# Kinds of resources that no rule is about.
others := {concat("_", ["multicluster", noun]) | some noun in [
	"cluster", "cluster_set", "cluster_set_binding", "cluster_score", "manifest_work", "resource_override",
	"staged_update_strategy", "staged_update_run", "disruption_budget",
]}

deny contains message if {
	some change in (((changes - placements) - rollouts) - together)
	not change.type in others
	message := sprintf("%s: these policies do not know resources of type %s", [change.address, change.type])
}

deny contains message if {
	some resource in resources(plan.planned_values)
	not resource.mode == "data"
	startswith(resource.type, "multicluster_")
	not resource.address in {change.address | some change in changes}
	message := sprintf("%s: resource_changes does not have it", [resource.address])
}

deny contains message if {
	some several in together
	several.change.after != null
	not is_object(object.get(several.change.after, "outcomes", null))
	message := sprintf("%s: the plan does not say which placements it has", [several.address])
}

deny contains message if {
	some change in ((placements | rollouts) | together)
	not change.change.actions in [["no-op"], ["create"], ["update"], ["delete"], ["delete", "create"], ["create", "delete"]]
	message := sprintf("%s: these policies do not know the actions %v", [change.address, change.change.actions])
}

# --- The clusters of a placement before and after the plan. Undefined if the plan does not say.

chosen(values) := object.keys(values.decisions_by_cluster)

previous(values) := {decision.cluster_name | some decision in values.previous_decisions}

before(change) := previous(change.after) if change.before == null

before(change) := chosen(change.before) if change.before.decisions != null

# An import has nothing but previous_decisions to compare with.
before(change) := clusters if {
	change.before.decisions == null
	clusters := previous(change.after)
	count(clusters) > 0
}

after(change) := chosen(change.before) if {
	change.after == null
	released(change)
}

after(change) := set() if {
	change.after == null
	not released(change)
}

# A hub takes the workload from all clusters before it decides the new placement.
after(change) := set() if replaced_on_hub(change)

after(change) := {name | some name in change.after.expected.clusters} if {
	expects(change)
	not replaced_on_hub(change)
}

after(change) := chosen(change.after) if {
	not expects(change)
	not unpredicted(change)
	not replaced_on_hub(change)
	not creates(change)
}

on_hub(change) if change.before.hub_uid != null

on_hub(change) if change.after.hub_uid != null

on_hub(change) if change.after_unknown.hub_uid

released(change) if {
	on_hub(change)
	change.before.on_destroy == "release"
}

replaced_on_hub(change) if {
	on_hub(change)
	change.before != null
	"create" in change.actions
	not released(change)
}

# A hub decides after the apply. The plan has what it is expected to decide; if the placement stays the same, what it has decided.
expects(change) if {
	on_hub(change)
	spec(change.before) != spec(change.after)
	is_array(change.after.expected.clusters)
}

# A new placement takes the workload from no cluster, and only its hub knows the clusters that it gets.
creates(change) if {
	on_hub(change)
	change.before == null
	object.get(change.after, "adopt", null) != true
}

unpredicted(change) if {
	on_hub(change)
	change.after != null
	not creates(change)
	not expects(change)
	spec(change.before) != spec(change.after)
}

spec(values) := {name: value | some name, value in values; name in {"ocm", "kubefleet", "hybrid", "decision_strategy"}}

deny contains message if {
	some placement in placements
	unpredicted(placement.change)
	settings.prediction
	message := sprintf("%s: the plan does not say what the hub is expected to decide", [placement.address])
}

deny contains message if {
	some placement in placements
	not unpredicted(placement.change)
	not known(placement.change)
	message := sprintf("%s: the plan does not say which clusters it has before and after", [placement.address])
}

known(change) if {
	before(change)
	after(change)
}

known(change) if creates(change)

lost(change) := before(change) - after(change)

# --- The rules.

# max_moves is set.
deny contains message if {
	some placement in placements
	placement.change.after != null
	object.get(placement.change.after, "max_moves", null) == null
	message := sprintf("%s: max_moves is not set", [placement.address])
}

# No placement loses more than so many clusters in one plan, also if it is destroyed or replaced.
deny contains message if {
	some placement in placements
	clusters := sort(lost(placement.change))
	count(clusters) > settings.max_lost
	values := [placement.address, count(clusters), settings.max_lost, concat(", ", clusters)]
	message := sprintf("%s: %d of its clusters lose the workload, at most %v may: %s", values)
}

# No placement is or becomes empty.
deny contains message if {
	some placement in placements
	placement.change.actions != ["no-op"]
	count(after(placement.change)) == 0
	message := sprintf("%s: no cluster has the workload afterwards", [placement.address])
}

# Every region stays.
regions(change, clusters) := {region |
	some values in [change.before, change.after]
	some cluster in clusters
	region := values.decisions_by_cluster[cluster].labels[settings.region_label]
}

labels(values) := {label | some label in values.with_labels}

deny contains message if {
	some placement in placements
	some name in (regions(placement.change, before(placement.change)) - regions(placement.change, after(placement.change)))
	message := sprintf("%s: no cluster of the region %s is known to have the workload afterwards", [placement.address, name])
}

deny contains message if {
	settings.region_label != ""
	some placement in placements
	placement.change.after != null
	not settings.region_label in labels(placement.change.after)
	message := sprintf("%s: with_labels does not have %s", [placement.address, settings.region_label])
}

deny contains message if {
	settings.region_label != ""
	some placement in placements
	count(lost(placement.change)) > 0
	not settings.region_label in labels(placement.change.before)
	message := sprintf("%s: the regions of the clusters that lose the workload are not known", [placement.address])
}

# Any one failure domain may fail. A data source that is read during plan is in the state before it.
deny contains message if {
	settings.resilience
	some source in resilience
	some bottleneck in source.bottlenecks
	bottleneck.domain != "none"
	message := sprintf("%s: it does not survive the loss of %s", [bottleneck.placement, bottleneck.value])
}

deny contains message if {
	settings.resilience
	some source in resilience
	some bottleneck in source.bottlenecks
	bottleneck.domain == "none"
	message := sprintf("%s: it is not satisfied", [bottleneck.placement])
}

deny contains message if {
	settings.resilience
	some placement in placements
	placement.change.after != null
	not surveyed(id_of(placement.change.after))
	message := sprintf("%s: no multicluster_resilience says what it survives, or only during apply", [placement.address])
}

id_of(values) := object.get(values, "id", concat("/", [part |
	some name in ["namespace", "name"]
	part := values[name]
	part != null
]))

surveyed(id) if {
	some source in resilience
	some entry in source.weakest
	entry.placement == id
}

# Besides the 25 that survive least, a data source does not list its placements.
surveyed(_) if {
	some source in resilience
	source.placement_count > 25
}

resources(values) := {resource |
	walk(values.root_module, [path, resource])
	path[count(path) - 2] == "resources"
}

state := resources(plan.prior_state.values)

resilience contains resource.values if {
	some resource in state
	resource.type == "multicluster_resilience"
}

# A rollout does not start while another one is breached.
breached[address] := values.breached if {
	some rollout in rollouts
	address := rollout.address
	values := rollout.change.after
	values != null
}

# With -target, the others are in the state alone.
breached[resource.address] := resource.values.breached if {
	some resource in state
	resource.type == "multicluster_rollout"
	not resource.address in {rollout.address | some rollout in rollouts}
}

starts(change) if "create" in change.actions

starts(change) if change.before.revision != change.after.revision

deny contains message if {
	some rollout in rollouts
	starts(rollout.change)
	some address, value in breached
	address != rollout.address
	value
	message := sprintf("%s: it starts while %s is breached", [rollout.address, address])
}

deny contains message if {
	some rollout in rollouts
	rollout.change.after != null
	not is_boolean(rollout.change.after.breached)
	message := sprintf("%s: the plan does not say whether it is breached", [rollout.address])
}
