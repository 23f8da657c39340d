package multicluster

placements contains change if {
	some change in input.resource_changes
	change.type == "multicluster_placement"
}

# A placement limits what one plan may move.
deny contains message if {
	some placement in placements
	placement.change.after != null
	object.get(placement.change.after, "max_moves", null) == null
	message := sprintf("%s: set max_moves", [placement.address])
}

# A placement is neither destroyed nor replaced.
deny contains message if {
	some placement in placements
	"delete" in placement.change.actions
	message := sprintf("%s is destroyed", [placement.address])
}

# At most one cluster loses the workload in one plan.
deny contains message if {
	some placement in placements
	"update" in placement.change.actions
	left := object.keys(placement.change.before.decisions_by_cluster) - object.keys(placement.change.after.decisions_by_cluster)
	count(left) > 1
	message := sprintf("%s leaves %s", [placement.address, concat(", ", left)])
}
