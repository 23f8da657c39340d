// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package kubefleet

import (
	"fmt"
	"strings"

	"k8s.io/apimachinery/pkg/api/resource"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
)

// ResourcePrefix is the prefix of properties that are a cluster's resources. The rest of the name is total, allocatable or
// available, a dash, and the resource. All other names are names of measured properties.
const ResourcePrefix = placement.ResourcePropertyPrefix

// property is the compiled name of a property.
type property struct {
	name string
	// amounts and resource are set for a resource; amounts is nil for a measured property.
	amounts  func(*placement.Cluster) placement.Resources
	resource string
	// mistake is what is wrong with the name, which upstream finds when it reads the property of a cluster.
	mistake string
}

// compileProperty compiles a name. Upstream's webhook accepts a resource with a dash in its name, such as
// ephemeral-storage; its scheduler does not.
func compileProperty(name string) property {
	p := property{name: name}
	rest, ok := strings.CutPrefix(name, ResourcePrefix)
	if !ok {
		return p
	}
	parts := strings.Split(rest, "-")
	if len(parts) != 2 || parts[0] == "" || parts[1] == "" {
		p.mistake = "invalid resource property name: " + rest
		return p
	}
	p.resource, p.amounts = parts[1], resourceKinds[parts[0]]
	if p.amounts == nil {
		p.mistake = fmt.Sprintf("invalid capacity type %s in resource property name %s", parts[0], rest)
	}
	return p
}

// value reads the property of a cluster. A missing property is not an error; for a value that is not a quantity, message is
// upstream's.
func (p *property) value(c *placement.Cluster) (quantity resource.Quantity, ok bool, message string) {
	switch {
	case p.mistake != "":
		return quantity, false, fmt.Sprintf("failed to retrieve resource property value for %s from cluster %s: %s",
			strings.TrimPrefix(p.name, ResourcePrefix), c.Name, p.mistake)
	case p.amounts != nil:
		quantity, ok = p.amounts(c).Get(p.resource)
		return quantity, ok, ""
	}
	text, ok := c.Properties[p.name]
	if !ok {
		return quantity, false, ""
	}
	quantity, err := placement.ParseQuantity(text)
	if err != nil {
		return quantity, false, fmt.Sprintf("value %s of property %s from cluster %s is not a valid quantity: %v",
			text, p.name, c.Name, err)
	}
	return quantity, true, ""
}

// text is the property's value as the cluster has it, for reasons.
func (p *property) text(c *placement.Cluster) (text string, ok bool) {
	if p.amounts == nil {
		text, ok = c.Properties[p.name]
		return text, ok
	}
	quantity, ok := p.amounts(c).Get(p.resource)
	if !ok {
		return "", false
	}
	return quantity.String(), true
}

// float is the quantity as upstream computes with it: mantissa times a power of ten, in the notation in which the hub
// stores the value. It stores a measured property as written, and a resource in the canonical notation, 150m for 0.15,
// which can give another float64.
func (p *property) float(quantity *resource.Quantity) float64 {
	if _, whole := quantity.AsInt64(); whole || p.amounts == nil {
		return quantity.AsApproximateFloat64()
	}
	if quantity.Format != resource.BinarySI {
		for _, scale := range [...]resource.Scale{0, resource.Milli, resource.Micro, resource.Nano} {
			scaled := resource.NewScaledQuantity(quantity.ScaledValue(scale), scale)
			if scaled.Cmp(*quantity) == 0 {
				return scaled.AsApproximateFloat64()
			}
		}
	}
	canonical := quantity.DeepCopy()
	canonical.Add(resource.Quantity{}) // drops the notation that was read
	if parsed, err := resource.ParseQuantity(canonical.String()); err == nil {
		return parsed.AsApproximateFloat64()
	}
	return quantity.AsApproximateFloat64()
}

// resourceKinds are the kinds of amounts that a cluster has of a resource, by the word in the name of the property.
var resourceKinds = map[string]func(*placement.Cluster) placement.Resources{
	"total":       func(c *placement.Cluster) placement.Resources { return c.Capacity },
	"allocatable": func(c *placement.Cluster) placement.Resources { return c.Allocatable },
	"available":   func(c *placement.Cluster) placement.Resources { return c.Available },
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
	for _, term := range s.Required() {
		for _, requirement := range term.Properties() {
			names = append(names, requirement.Name)
		}
	}
	for _, preferred := range s.Preferred() {
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
	e := r.compile()
	met, message := e.met(c)
	return met && message == ""
}
