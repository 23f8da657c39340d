// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package manifest

import (
	"fmt"

	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest/document"
)

// WritePlacement writes a placement as YAML, in upstream's current version. ReadPlacement returns the same placement.
//
// The previous decisions of a PlacementRule are in its status. A field that the object of the dialect does not have, such as a
// decision strategy in KubeFleet, is an error that names the field and wraps a *field.Error. Values are not validated.
//
// The object that RolloutOf names is a second document. It has nothing but the strategy: it is meant to be merged into the
// object on the hub, whose other fields are not known here.
func WritePlacement(p Placement) (string, error) {
	if len(p.Dialects()) != 1 {
		return "", fmt.Errorf("placement %s must have exactly one scheduler", excerpt.Quote(p.Name))
	}
	object, mistake := p.dialect().object(&p)
	if mistakes := append(p.refuseObjectSpec(), p.ValidateRollout()...); mistake == nil && len(mistakes) > 0 {
		mistake = mistakes[0]
	}
	if p.Name == "" {
		mistake = field.Required(field.NewPath("name"), "the object must have a name")
	}
	name := object.Kind + "/" + excerpt.Text(p.Name)
	if mistake != nil {
		return "", fmt.Errorf("%s, %w", name, excerpt.Error(mistake))
	}
	text, err := document.WriteYAML(object)
	if err != nil {
		return "", fmt.Errorf("%s: %w", name, err)
	}
	if p.RolloutOf == nil {
		return text, nil
	}
	second, err := document.WriteYAML(p.dialect().rolloutObject(&p))
	if err != nil {
		return "", fmt.Errorf("%s/%s: %w", p.RolloutOf.Kind, excerpt.Text(p.RolloutOf.Name), err)
	}
	return text + "---\n" + second, nil
}

// ObjectSpec returns the spec of a placement's object. The error is a *field.Error.
func ObjectSpec(p *Placement) (any, error) {
	object, mistake := p.dialect().object(p)
	if mistake != nil {
		return nil, mistake
	}
	return object.Spec, nil
}
