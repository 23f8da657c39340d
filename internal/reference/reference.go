// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

// Package reference describes the attributes of the structs that the provider reads and writes. Terraform sees structured
// arguments as dynamic, so their attributes are in no schema: the tables in docs/ are made from the structs and from here. The
// schemas take their descriptions from here, too.
//
// The descriptions are in a file for each topic, such as ocm.go. A test finds attributes without a description, and
// descriptions without an attribute.
package reference

import (
	"fmt"
	"maps"
	"reflect"
	"strings"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/tfvalue"
)

// Line describes an attribute.
type Line struct {
	// Text has sentences in Markdown.
	Text string
	// Default completes the sentence "Defaults to ...", and stands alone in a table; empty if the attribute has none that matters.
	Default string
	// Required says that the attribute must be set, although the Kubernetes API declares it as optional.
	Required bool
	// JSON is the struct that an attribute with a JSON document has in it.
	JSON reflect.Type
}

// objects are the attributes of structs, by the struct that declares them.
type objects map[reflect.Type]map[string]Line

var described = merge(
	ocmObjects, kubefleetObjects, hybridObjects, placementObjects, fleetObjects, clusterObjects, selectorObjects, resultObjects,
	decidedObjects, reportObjects, rolloutObjects, stepObjects, carryObjects, hubObjects, manifestWorkObjects, workloadObjects,
	renderedObjects, overrideObjects, replicasObjects, simulationObjects, resilienceObjects, shortfallObjects,
)

func merge(topics ...objects) objects {
	all := objects{}
	for _, topic := range topics {
		maps.Copy(all, topic)
	}
	return all
}

// Describe returns the description of an attribute, in Markdown. It panics for an attribute that the struct does not have.
func Describe(t reflect.Type, attribute string) string {
	if l, ok := described[t][attribute]; ok {
		return l.String()
	}
	for _, f := range tfvalue.Fields(t) {
		if f.Attribute == attribute {
			return described[f.Declared][attribute].String()
		}
	}
	panic(fmt.Sprintf("%s has no attribute %s", t, attribute))
}

// beforeDefault begins the paragraph of a description that has the default and nothing else. It ends with a period.
const beforeDefault = "\n\nDefaults to "

// String is the whole description. The default is its last paragraph, which parseLine reads.
func (l Line) String() string {
	if l.Default == "" {
		return l.Text
	}
	return l.Text + beforeDefault + l.Default + "."
}

// parseLine separates the default from a description that String has written. What is for editors is left out.
func parseLine(description string) Line {
	text, value, _ := strings.Cut(withoutSkeleton(description), beforeDefault)
	return Line{Text: text, Default: strings.TrimSuffix(value, ".")}
}

// attributeLine is a line with its attribute.
type attributeLine struct {
	Line
	attribute string
	of        reflect.Type
}

// typeName is the type in the words of HCL. Objects are linked if there is a link.
func (l *attributeLine) typeName(href func(reflect.Type) string) string {
	if l.JSON != nil {
		return "string, " + linked("JSON", href(l.JSON))
	}
	return typeOf(l.of, href)
}

// linesOf are the lines of a struct, in the order of its fields.
func linesOf(t reflect.Type) []attributeLine {
	fields := tfvalue.Fields(t)
	lines := make([]attributeLine, len(fields))
	for i, f := range fields {
		lines[i] = attributeLine{Line: described[f.Declared][f.Attribute], attribute: f.Attribute, of: f.Type}
		lines[i].Required = lines[i].Required || f.Required
	}
	return lines
}
