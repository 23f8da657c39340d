# The status of a Deployment, by the rules of kubectl rollout status. Its controller
# counts replicas of the observed generation only.
(.status.conditions // [] | map(select(.type == "Progressing")) | first) as $progressing
| {
    ($cluster): {
      revision: .spec.template.spec.containers[0].image,
      status: (
        if (.status.observedGeneration // 0) < .metadata.generation then "Progressing"
        elif $progressing.reason == "ProgressDeadlineExceeded" then "Failed"
        elif (.status.updatedReplicas // 0) < .spec.replicas then "Progressing"
        elif (.status.replicas // 0) > .status.updatedReplicas then "Progressing"
        elif (.status.availableReplicas // 0) < .status.updatedReplicas then "Progressing"
        else "Succeeded"
        end
      ),
      message: (if $progressing.reason == "ProgressDeadlineExceeded" then $progressing.message else null end)
    }
  }
