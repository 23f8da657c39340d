package reference

import (
	"fmt"
	"reflect"
	"strings"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/advisor"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/hybrid"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/kubefleet"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/ocm"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/planner"
)

// root is a struct that a page starts with.
type root struct {
	heading string
	of      reflect.Type
}

// page is what the tables of a page are made from.
type page struct {
	roots []root
	// written says that the provider writes the structs: nothing in them is required or has a default.
	written bool
}

// fleetArguments are the arguments of a placement that are values of its fleet, and its previous decisions.
type fleetArguments struct {
	planner.Fleet
	planner.Prior
}

var pages = map[string]page{
	"ocm": {roots: []root{
		{"ocm", reflect.TypeFor[ocm.Spec]()},
		{"decision_strategy", reflect.TypeFor[placement.DecisionStrategy]()},
	}},
	"kubefleet": {roots: []root{{"kubefleet", reflect.TypeFor[kubefleet.Spec]()}}},
	"hybrid": {roots: []root{
		{"hybrid", reflect.TypeFor[hybrid.Spec]()},
		{"advisors of the provider", reflect.TypeFor[advisor.Config]()},
	}},
	"fleet":  {roots: []root{{"Arguments", reflect.TypeFor[fleetArguments]()}}},
	"report": {roots: []root{{"Report", reflect.TypeFor[placement.Report]()}}, written: true},
}

// Markdown returns the tables of a page, or an error if there is no such page.
func Markdown(name string) (string, error) {
	p, ok := pages[name]
	if !ok {
		return "", fmt.Errorf("there are no tables for %q", name)
	}
	all := sectionsOf(p.roots)
	all.setHeadings()
	parts := make([]string, len(all))
	for i, s := range all {
		parts[i] = all.markdown(s, p.written)
	}
	return strings.Join(parts, "\n"), nil
}

func (all sections) markdown(s *section, written bool) string {
	var text strings.Builder
	fmt.Fprintf(&text, "## %s\n\n", s.heading)
	if len(s.parents) > 0 {
		links := make([]string, len(s.parents))
		for i, parent := range s.parents {
			links[i] = parent.link()
		}
		fmt.Fprintf(&text, "In %s.\n\n", strings.Join(links, ", "))
	}
	if written {
		text.WriteString("| Attribute | Type | Always set | Description |\n|---|---|---|---|\n")
	} else {
		text.WriteString("| Attribute | Type | Required | Default | Description |\n|---|---|---|---|---|\n")
	}
	for _, l := range linesOf(s.of) {
		cells := []string{"`" + l.attribute + "`", all.typeOf(l.of), yes(l.Required), l.Default, l.Text}
		if written {
			cells = append(cells[:3], cells[4])
		}
		for i, cell := range cells {
			cells[i] = strings.ReplaceAll(cell, "|", `\|`)
		}
		fmt.Fprintf(&text, "| %s |\n", strings.Join(cells, " | "))
	}
	return text.String()
}

func yes(is bool) string {
	if is {
		return "yes"
	}
	return "no"
}
