package provider

import (
	"fmt"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/tfvalue"
)

// mistakesShown is how many mistakes are told. A generated fleet may have one in every cluster.
const mistakesShown = 100

// diagnostics are the mistakes of a reader as Terraform shows them.
func diagnostics(r *tfvalue.Reader) diag.Diagnostics {
	var diags diag.Diagnostics
	for i, m := range r.Mistakes() {
		if i == mistakesShown {
			diags.AddError("More mistakes", fmt.Sprintf("These are the first %d; there are more.", mistakesShown))
			break
		}
		text := m.Message
		if at := m.At.String(); at != "" {
			text = excerpt.Text(at) + ": " + text
		}
		if m.Warning {
			diags.AddAttributeWarning(attributePath(m.At), m.Summary, sentence(text))
			continue
		}
		diags.AddAttributeError(attributePath(m.At), m.Summary, sentence(text))
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

func sentence(text string) string {
	if strings.HasSuffix(text, ".") || strings.HasSuffix(text, "^") {
		return text
	}
	return text + "."
}
