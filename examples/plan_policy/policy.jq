.resource_changes[]? | select(.type == "multicluster_placement") | .address as $address | .change as { $before, $after, $actions }
| (
    # A placement limits what one plan may move.
    select($after != null and $after.max_moves == null) | "\($address): set max_moves"
  ), (
    # A placement is neither destroyed nor replaced.
    select($actions | index("delete")) | "\($address) is destroyed"
  ), (
    # At most one cluster loses the workload in one plan.
    select($actions | index("update"))
    | ($before.decisions_by_cluster | keys) - ($after.decisions_by_cluster | keys)
    | select(length > 1) | "\($address) leaves \(join(", "))"
  )
