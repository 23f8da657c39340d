// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package kubefleet

import (
	"slices"
	"strings"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
)

// resourceKinds are the kinds of amounts that a cluster has of a resource, by the word in the name of the property.
var resourceKinds = map[string]func(*placement.Cluster) placement.Resources{
	"total":       func(c *placement.Cluster) placement.Resources { return c.Capacity },
	"allocatable": func(c *placement.Cluster) placement.Resources { return c.Allocatable },
	"available":   func(c *placement.Cluster) placement.Resources { return c.Available },
}

// HasProperty reports whether a cluster has a property, whatever its value is: a measured one, or the amount of a resource.
// It allocates nothing.
func HasProperty(c *placement.Cluster, name string) bool {
	rest, isResource := strings.CutPrefix(name, ResourcePrefix)
	if !isResource {
		_, ok := c.Properties[name]
		return ok
	}
	kind, resource, _ := strings.Cut(rest, "-")
	amounts := resourceKinds[kind]
	if amounts == nil || resource == "" || strings.Contains(resource, "-") {
		return false
	}
	return slices.ContainsFunc(amounts(c), func(r placement.Resource) bool { return r.Name == resource })
}

// AddPropertyNames adds the names of the properties that a cluster has. A resource with a dash in its name is not a property: see
// compileProperty.
func AddPropertyNames(c *placement.Cluster, names map[string]bool) {
	for name := range c.Properties {
		if !strings.HasPrefix(name, ResourcePrefix) {
			names[name] = true
		}
	}
	var room [128]byte
	for kind, amounts := range resourceKinds {
		for _, r := range amounts(c) {
			if r.Name == "" || strings.Contains(r.Name, "-") {
				continue
			}
			name := append(append(append(append(room[:0], ResourcePrefix...), kind...), '-'), r.Name...)
			if !names[string(name)] { // A name that is known costs no allocation.
				names[string(name)] = true
			}
		}
	}
}

// PropertyNames are the names of the properties that the scheduler reads.
func (s *Spec) PropertyNames() (names []string) {
	for _, term := range s.required() {
		for i := 0; term.PropertySelector != nil && i < len(term.PropertySelector.MatchExpressions); i++ {
			names = append(names, term.PropertySelector.MatchExpressions[i].Name)
		}
	}
	for _, preferred := range s.preferred() {
		if sorter := preferred.Preference.PropertySorter; sorter != nil {
			names = append(names, sorter.Name)
		}
	}
	return names
}

// ResourceOf is the resource that a property is an amount of.
func ResourceOf(property string) (name string, isResource bool) {
	p := compileProperty(property)
	return p.resource, p.amounts != nil
}

// PropertyText is the value that a cluster has of a property, as reasons show it.
func PropertyText(c *placement.Cluster, name string) (text string, ok bool) {
	p := compileProperty(name)
	if p.mistake != "" {
		return "", false
	}
	return p.text(c)
}

// Met reports whether a cluster meets the requirement; not if the requirement or the property of the cluster is invalid.
func (r *PropertySelectorRequirement) Met(c *placement.Cluster) bool {
	e := expression{PropertySelectorRequirement: r, property: compileProperty(r.Name)}
	e.expected, e.mistake = expectedQuantity(r)
	met, message := e.met(c)
	return met && message == ""
}
