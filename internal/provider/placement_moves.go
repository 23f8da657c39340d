package provider

import (
	"fmt"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"k8s.io/apimachinery/pkg/util/intstr"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
)

// What on_exceeded may be.
const (
	exceededFail = "fail"
	exceededKeep = "keep"
)

// moveLimit says from how many of its clusters a placement may be taken in one plan.
type moveLimit struct {
	// MaxMoves is a number of clusters, or a percentage of those that were decided, rounded down; nil is no limit.
	MaxMoves   *intstr.IntOrString `json:"maxMoves,omitempty"`
	OnExceeded string              `json:"onExceeded,omitempty"`
}

func (l *moveLimit) validate(r *valueReader) {
	r.check(path.Empty(), validateOneOf("on_exceeded", l.OnExceeded, exceededFail, exceededKeep))
	if l.MaxMoves == nil {
		return
	}
	percent, err := intstr.GetScaledValueFromIntOrPercent(l.MaxMoves, 100, false)
	if err != nil || percent < 0 || l.MaxMoves.Type == intstr.String && percent > 100 {
		r.check(path.Empty(), field.ErrorList{field.Invalid(field.NewPath("max_moves"), l.MaxMoves.String(),
			`must be a number of clusters, or a percentage such as "25%"`)})
	}
}

// exceeded tells that a plan would take the workload off too many clusters: an error, or a warning that nothing moves.
// It returns nil for a plan within the limit.
func (c *placementConfig) exceeded(moves placement.Changes, decided int) diag.Diagnostic {
	limit := &c.limit
	if limit.MaxMoves == nil {
		return nil
	}
	allowed, err := intstr.GetScaledValueFromIntOrPercent(limit.MaxMoves, decided, false)
	if err == nil && len(moves.Left) <= allowed {
		return nil
	}
	text := fmt.Sprintf("%d of %d clusters would lose the workload; max_moves = %q allows %d.\n\n%s\n",
		len(moves.Left), decided, limit.MaxMoves.String(), allowed, moves.String())
	at := path.Root("max_moves")
	if limit.OnExceeded == exceededKeep {
		return diag.NewAttributeWarningDiagnostic(at, c.warning("stays as it is"),
			text+"\non_exceeded = \"keep\" leaves all decisions in force. Raise max_moves to let them move.")
	}
	return diag.NewAttributeErrorDiagnostic(at, "The placement would move too far",
		text+"\nCheck the fleet. If the moves are right, raise max_moves; on_exceeded = \"keep\" would go on with the decisions as they are.")
}
