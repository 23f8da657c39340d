package provider

import (
	"cmp"
	"errors"
	"fmt"
	"reflect"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/tfvalue"
)

// scheduleError puts an error of the scheduler to the attribute that it is about.
func (c *placementConfig) scheduleError(err error) diag.Diagnostic {
	at, message := tfvalue.Root(c.dialect()), err.Error()
	var misconfigured *placement.Misconfiguration
	if errors.As(err, &misconfigured) {
		fieldPath := misconfigured.Field
		if root, _, _ := strings.Cut(fieldPath, "."); root != "decisionStrategy" {
			fieldPath = c.dialect() + "." + fieldPath
		}
		at = tfvalue.Locate(nil, reflect.TypeOf(c), strings.TrimSuffix(fieldPath, "."))
		message = excerpt.Text(at.String()) + ": " + excerpt.Truncate(misconfigured.Message, maxMessageText)
	}
	return diag.NewAttributeErrorDiagnostic(attributePath(at), "The placement cannot be scheduled", sentence(message))
}

// warning is the title of a warning. It names the placement, because Terraform shows only the first of several warnings of
// the same title.
func (c *placementConfig) warning(what string) string {
	return fmt.Sprintf("The placement %s %s", excerpt.Quote(c.Name), what)
}

// warnings tells the first warnings of the scheduler, and how many more there are.
func (c *placementConfig) warnings(list []string) diag.Diagnostics {
	at, summary := path.Root(c.dialect()), c.warning("is decided with a warning")
	var diags diag.Diagnostics
	for _, warning := range list[:min(len(list), warningsShown)] {
		diags.AddAttributeWarning(at, summary, sentence(excerpt.Truncate(warning, maxMessageText)))
	}
	if more := len(list) - warningsShown; more > 0 {
		diags.AddAttributeWarning(at, summary, fmt.Sprintf("There are %d more warnings; the report has all of them.", more))
	}
	return diags
}

const (
	// warningsShown is how many warnings of the scheduler are told.
	warningsShown = 20
	// reasonsShown is how many reasons a diagnostic lists.
	reasonsShown = 20
	// maxMessageText bounds a message of the scheduler, which may quote the placement, in bytes.
	maxMessageText = 2 << 10
)

// unsatisfied tells that the placement did not get what it asked for, as on_unsatisfied says. No decision at all is
// never what somebody asked for, although a placement of type PickAll calls itself satisfied: it would empty every
// for_each.
func (c *placementConfig) unsatisfied(result *placement.Result) diag.Diagnostics {
	if result.Satisfied && len(result.Decisions) > 0 || c.OnUnsatisfied == unsatisfiedAccept {
		return nil
	}
	var text strings.Builder
	fmt.Fprintf(&text, "%s. %d of the %d clusters were chosen.\n",
		excerpt.Truncate(cmp.Or(result.Unsatisfied(), "No cluster passes the filters"), maxMessageText), len(result.Decisions),
		len(result.Decisions)+len(result.NotPicked)+len(result.Rejected))
	reasons := result.Summary()
	for _, reason := range reasons[:min(len(reasons), reasonsShown)] {
		fmt.Fprintf(&text, "\n  - %d: %s", reason.Count, reason.Reason)
		if reason.Example != "" {
			fmt.Fprintf(&text, " (such as %s)", reason.Example)
		}
	}
	if more := len(reasons) - reasonsShown; more > 0 {
		fmt.Fprintf(&text, "\n  - and %d more reasons", more)
	}
	at := path.Root(c.dialect())
	if c.OnUnsatisfied == unsatisfiedWarn {
		return diag.Diagnostics{diag.NewAttributeWarningDiagnostic(at, c.warning("is not satisfied"), text.String())}
	}
	fmt.Fprintf(&text, "\n\nChange the placement or the fleet, or set on_unsatisfied to %q or %q to go on with these decisions. "+
		withoutDeciding, unsatisfiedWarn, unsatisfiedAccept)
	return diag.Diagnostics{diag.NewAttributeErrorDiagnostic(at, "The placement is not satisfied", text.String())}
}
