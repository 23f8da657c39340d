package provider

import (
	"fmt"
	"reflect"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/planner"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/tfvalue"
)

// mistakesShown limits the mistakes that are shown. A generated fleet may have one in every cluster.
const mistakesShown = 100

// diagnostics are the mistakes of a reader as Terraform shows them.
func diagnostics(r *tfvalue.Reader) diag.Diagnostics {
	var diags diag.Diagnostics
	for m := range r.Mistakes {
		if len(diags) == mistakesShown {
			diags.AddError("More errors", fmt.Sprintf("Only the first %d errors are shown.", mistakesShown))
			break
		}
		text := m.Message
		if at := m.At.String(); at != "" {
			text = excerpt.Text(at) + ": " + text
		}
		if m.Warning {
			diags.AddAttributeWarning(attributePath(m.At), m.Summary, excerpt.Sentence(text))
			continue
		}
		diags.AddAttributeError(attributePath(m.At), m.Summary, excerpt.Sentence(text))
	}
	return diags
}

// attributePath is the path of a value as the framework has it.
func attributePath(at *tfvalue.Path) path.Path {
	p := path.Empty()
	for _, step := range at.Steps() {
		switch {
		case step.IsKey:
			p = p.AtMapKey(step.Key)
		case step.Name == "":
			p = p.AtListIndex(step.Index)
		default:
			p = p.AtName(step.Name)
		}
	}
	return p
}

// placementDiagnostics are the findings of the planner as Terraform shows them.
func placementDiagnostics(found planner.Findings) diag.Diagnostics {
	var diags diag.Diagnostics
	for _, f := range found {
		at, text := tfvalue.Locate(nil, reflect.TypeFor[placementConfig](), f.At), f.Text
		if shown := at.String(); len(at.Steps()) > 1 {
			text = excerpt.Text(shown) + ": " + text
		}
		switch {
		case f.At == "":
			diags.AddError(f.Title, text)
		case f.Warning:
			diags.AddAttributeWarning(attributePath(at), f.Title, text)
		default:
			diags.AddAttributeError(attributePath(at), f.Title, text)
		}
	}
	return diags
}
