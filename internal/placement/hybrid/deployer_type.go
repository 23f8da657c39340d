// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package hybrid

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
)

// DeployerTypes are the types of deployers that a rule chooses from; empty means DeployerKubernetes. Its JSON form is a string
// for one type, and a list for several: the document allows both, the operator one type only.
type DeployerTypes []string

const (
	// DeployerKubernetes is the deployer type of clusters.
	DeployerKubernetes = "kubernetes"
	// DeployerAll stands for clusters and for the types of all deployers.
	DeployerAll = "all"
)

// HasClusters reports whether the rule chooses from the clusters.
func (d DeployerTypes) HasClusters() bool {
	return len(d) == 0 || slices.Contains(d, DeployerKubernetes) || slices.Contains(d, DeployerAll)
}

// SetTexts sets the types. In Terraform a single one may be a string.
func (d *DeployerTypes) SetTexts(types []string) { *d = types }

// UnmarshalJSON reads a string or a list of strings; null and "" are no type.
func (d *DeployerTypes) UnmarshalJSON(text []byte) error {
	*d = nil
	var one string
	if text[0] == '[' {
		return json.Unmarshal(text, (*[]string)(d))
	}
	if err := json.Unmarshal(text, &one); err != nil {
		return fmt.Errorf("found %s; it must be a string or a list of strings", excerpt.Text(string(text)))
	}
	if one != "" {
		*d = DeployerTypes{one}
	}
	return nil
}

// MarshalJSON writes a string, or a list of several types.
func (d DeployerTypes) MarshalJSON() ([]byte, error) {
	if len(d) > 1 {
		return json.Marshal([]string(d))
	}
	return json.Marshal(strings.Join(d, ""))
}

func (d DeployerTypes) validate(path *field.Path) field.ErrorList {
	var errs field.ErrorList
	seen := map[string]int{}
	for i, name := range d {
		first, known := seen[name]
		switch {
		case name == "":
			errs = append(errs, field.Required(path.Index(i), "the type must not be empty"))
		case known:
			errs = append(errs, excerpt.Duplicate(path.Index(i), name, path.Index(first)))
		case name == DeployerAll && len(d) > 1:
			errs = append(errs, field.Invalid(path.Index(i), name, "includes every other type; remove it, or the others"))
		}
		seen[name] = i
	}
	return errs
}

// targetKinds are the kinds of targets that a rule chooses from.
type targetKinds struct {
	// kinds has kinds of targets, and deployers has the types of the deployers that are targets themselves.
	kinds, deployers map[string]bool
	// wanted names them in a sentence.
	wanted string
}

// has reports whether a target is of one of the kinds.
func (k *targetKinds) has(t *placement.Target) bool {
	return k.kinds[t.Kind] || t.Kind == placement.TargetDeployer && k.deployers[t.DeployerType]
}

// targetKinds returns what the rule's deployer types stand for: clusters; or the deployers of a type; or, if the first of these
// deployers has a PlacementTarget, all targets of that kind.
func (p *pass) targetKinds() targetKinds {
	result := targetKinds{kinds: map[string]bool{}, deployers: map[string]bool{}}
	first := map[string]*placement.Target{}
	for _, t := range p.targets {
		if known := first[t.DeployerType]; t.Kind == placement.TargetDeployer && (known == nil || t.Key() < known.Key()) {
			first[t.DeployerType] = t
		}
	}
	types := p.req.DeployerType
	switch {
	case len(types) == 0:
		types = DeployerTypes{DeployerKubernetes}
	case slices.Contains(types, DeployerAll):
		types = DeployerTypes{DeployerKubernetes}
		for name := range first {
			types = append(types, name)
		}
	}
	var names []string
	for _, name := range types {
		switch deployer := first[name]; {
		case name == DeployerKubernetes:
			result.kinds[placement.TargetCluster], name = true, placement.TargetCluster
		case deployer != nil && deployer.PlacementTarget != "":
			result.kinds[deployer.PlacementTarget], name = true, deployer.PlacementTarget
		default:
			result.deployers[name] = true
		}
		names = append(names, name)
	}
	slices.Sort(names)
	result.wanted = strings.Join(slices.Compact(names), ", ")
	if slices.Contains(p.req.DeployerType, DeployerAll) {
		result.wanted = DeployerAll
	}
	return result
}
