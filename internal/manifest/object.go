// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package manifest

import (
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest/api"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest/apiobject"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest/decode"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest/document"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/hybrid"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/kubefleet"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/ocm"
)

// object is a document, and what it is.
type object struct {
	*document.Document
	decode.Header
	// kind is that of Header.GroupKind, and name is the object as kubectl prints it.
	kind, name string
	// inPart says that a placement is read even if something of it is not translated.
	inPart bool
}

// identify reads the header of a document.
func identify(doc *document.Document) (*object, error) {
	h, err := decode.ReadHeader(doc.JSON, doc.Header)
	if err != nil {
		return nil, doc.Mistake("", err)
	}
	name := strings.TrimSuffix(h.Kind+"/"+decode.NameOf(doc.JSON), "/")
	return &object{Document: doc, Header: h, kind: h.GroupKind(), name: name}, nil
}

// mistake adds the position to an error in the object.
func (o *object) mistake(err error) error { return o.Document.Mistake(o.name, err) }

// nameOfKind is a kind without its group.
func nameOfKind(groupKind string) string {
	kind, _, _ := strings.Cut(groupKind, ".")
	return kind
}

// specOf reads the spec of an object. Strict says that an unknown field is an error, also beside the spec.
func specOf[Spec any](raw []byte, strict bool, options ...json.Options) (Spec, error) {
	var fields struct {
		Spec       Spec           `json:"spec"`
		APIVersion jsontext.Value `json:"apiVersion"`
		Kind       jsontext.Value `json:"kind"`
		Metadata   jsontext.Value `json:"metadata"`
		Status     jsontext.Value `json:"status"`
	}
	err := decode.Into(raw, &fields, append(options, json.RejectUnknownMembers(strict))...)
	return fields.Spec, err
}

// otherFields are the fields of a spec that are not read.
type otherFields struct {
	Rest map[string]jsontext.Value `json:",embed"`
}

// placementObject is the Kubernetes object of a placement of any dialect, or of its rollout.
type placementObject = api.Object[any, struct {
	Decisions []apiobject.RuleDecision `json:"decisions,omitempty"`
}]

func newObject(apiVersion, kind, namespace, name string, spec any) placementObject {
	header := decode.Header{APIVersion: apiVersion, Kind: kind}
	return placementObject{Header: header, Metadata: api.Metadata{Name: name, Namespace: namespace}, Spec: spec}
}

// hybridFields has all fields that the spec of a PlacementRule may have. Only the kind, the name and the namespace of its targets
// are read. Attributes that only the provider's advisors have are not fields of a PlacementRule.
type hybridFields struct {
	hybrid.Spec
	Targets []struct {
		hybrid.TargetReference
		APIVersion      jsontext.Value `json:"apiVersion"`
		UID             jsontext.Value `json:"uid"`
		ResourceVersion jsontext.Value `json:"resourceVersion"`
		FieldPath       jsontext.Value `json:"fieldPath"`
	} `json:"targets"`
	Advisors []struct {
		Name   string         `json:"name"`
		Type   string         `json:"type"`
		Weight *int32         `json:"weight"`
		Rules  jsontext.Value `json:"rules"`
	} `json:"advisors"`
}

// kubeFleetFields has all fields that the spec may have, including older names.
type kubeFleetFields struct {
	Policy struct {
		kubefleet.Spec
		// Affinity comes last in messages.
		Affinity *kubefleet.Affinity `json:"affinity"`
	} `json:"policy"`
	Strategy *fleetStrategy `json:"strategy"`
	kubefleet.ObjectSpec
	otherFields
}

// unknown returns the error about a field that the spec does not have. A field of the policy or the strategy may be beside it.
func (f *kubeFleetFields) unknown() error {
	for _, part := range []struct {
		name string
		of   reflect.Type
	}{{"policy", reflect.TypeFor[kubefleet.Spec]()}, {"strategy", reflect.TypeFor[fleetStrategy]()}} {
		for _, name := range decode.FieldsOf(part.of) {
			if _, isThere := f.Rest[name]; isThere {
				return field.Forbidden(field.NewPath("spec", name), name+" belongs in spec."+part.name)
			}
		}
	}
	for _, name := range slices.Sorted(maps.Keys(f.Rest)) {
		known := slices.Concat([]string{"policy", "strategy"}, decode.FieldsOf(reflect.TypeFor[kubefleet.ObjectSpec]()))
		return field.Forbidden(field.NewPath("spec", name), "unknown field; expected one of "+excerpt.List(known,
			", ")+excerpt.DidYouMean(name, known))
	}
	return nil
}

// ocmFields has all fields that the spec of a Placement may have, including older names. The prioritizers come last in messages.
type ocmFields struct {
	ocm.Placement
	PrioritizerPolicy ocm.PrioritizerPolicy `json:"prioritizerPolicy"`
}

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
