package provider

import (
	"cmp"
	"errors"
	"fmt"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
)

// scheduleError puts an error of the scheduler to the attribute that it is about.
func scheduleError(dialect string, err error) diag.Diagnostic {
	at, message := path.Root(dialect), err.Error()
	var misconfigured *placement.Misconfiguration
	if errors.As(err, &misconfigured) {
		message = misconfigured.Message
		if root, _, _ := strings.Cut(misconfigured.Field, "."); root == "decisionStrategy" {
			at = path.Empty()
		}
		at = attributePath(at, misconfigured.Field)
		message = at.String() + ": " + message
	}
	return diag.NewAttributeErrorDiagnostic(at, "The placement cannot be scheduled", sentence(message))
}

// warning is the title of a warning. It names the placement, because Terraform shows only the first of several warnings of
// the same title.
func (c *placementConfig) warning(what string) string {
	return fmt.Sprintf("The placement %q %s", c.Name, what)
}

// unsatisfied tells that the placement did not get what it asked for, as on_unsatisfied says. No decision at all is
// never what somebody asked for, although a placement of type PickAll calls itself satisfied: it would empty every
// for_each.
func (c *placementConfig) unsatisfied(result *placement.Result) diag.Diagnostics {
	if result.Satisfied && len(result.Decisions) > 0 || c.OnUnsatisfied == unsatisfiedAccept {
		return nil
	}
	var text strings.Builder
	fmt.Fprintf(&text, "%s. %d of the %d clusters were chosen.\n",
		cmp.Or(result.Unsatisfied(), "No cluster passes the filters"), len(result.Decisions),
		len(result.Decisions)+len(result.NotPicked)+len(result.Rejected))
	for _, reason := range result.Summary() {
		fmt.Fprintf(&text, "\n  - %d: %s", reason.Count, reason.Reason)
		if reason.Example != "" {
			fmt.Fprintf(&text, " (such as %s)", reason.Example)
		}
	}
	at := path.Root(c.dialect())
	if c.OnUnsatisfied == unsatisfiedWarn {
		return diag.Diagnostics{diag.NewAttributeWarningDiagnostic(at, c.warning("is not satisfied"), text.String())}
	}
	fmt.Fprintf(&text, "\n\nChange the placement or the fleet, or set on_unsatisfied to %q or %q to go on with these decisions.",
		unsatisfiedWarn, unsatisfiedAccept)
	return diag.Diagnostics{diag.NewAttributeErrorDiagnostic(at, "The placement is not satisfied", text.String())}
}
