package manifest

import (
	"context"
	"errors"
	"maps"
	"slices"
	"strings"

	"github.com/go-json-experiment/json"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/hybrid"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/kubefleet"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/ocm"
)

// Placement is a placement of one of the three dialects, with the fields that all of them have. Exactly one of OCM,
// KubeFleet and Hybrid is set.
type Placement struct {
	Name      string `json:"name,omitempty"`
	Namespace string `json:"namespace,omitempty"`
	// OCM is a Placement of Open Cluster Management.
	OCM *ocm.Spec `json:"ocm,omitempty"`
	// KubeFleet is a ClusterResourcePlacement, or a ResourcePlacement if it has a namespace.
	KubeFleet *kubefleet.Spec `json:"kubefleet,omitempty"`
	// Hybrid is a PlacementRule.
	Hybrid *hybrid.Spec `json:"hybrid,omitempty"`
	// DecisionStrategy divides the decisions into groups. Only the object of Open Cluster Management has one.
	DecisionStrategy placement.DecisionStrategy `json:"decisionStrategy,omitzero"`
	// Decided are the keys of the targets that are chosen in the status of a PlacementRule.
	Decided []string `json:"-"`
	// Unscheduled is the reason why the hub does not schedule the placement. It is empty for a placement that is scheduled.
	Unscheduled string `json:"-"`
}

// Dialects are the dialects that are set, in the order of [placement.Dialects]. A valid placement has exactly one.
func (p *Placement) Dialects() []placement.Dialect {
	var set []placement.Dialect
	for _, d := range []struct {
		dialect placement.Dialect
		isSet   bool
	}{
		{placement.DialectOCM, p.OCM != nil}, {placement.DialectKubeFleet, p.KubeFleet != nil}, {placement.DialectHybrid, p.Hybrid != nil},
	} {
		if d.isSet {
			set = append(set, d.dialect)
		}
	}
	return set
}

// Dialect is the scheduler of the placement; it defaults to DialectOCM.
func (p *Placement) Dialect() placement.Dialect {
	if set := p.Dialects(); len(set) > 0 {
		return set[0]
	}
	return placement.DialectOCM
}

// FullName is the name, prefixed with the namespace and a slash if the placement has a namespace.
func (p *Placement) FullName() string {
	if p.Namespace == "" {
		return p.Name
	}
	return p.Namespace + "/" + p.Name
}

// The kinds of a placement.
const (
	ocmPlacementKind       = "Placement"
	clusterPlacementKind   = "ClusterResourcePlacement"
	namespacePlacementKind = "ResourcePlacement"
	placementRuleKind      = "PlacementRule"
)

// placementKinds has the kinds of a placement, each with the function that reads one.
var placementKinds = map[string]func([]byte) (Placement, error){
	ocmPlacementKind + "." + ocmGroup:                  readOCM,
	clusterPlacementKind + "." + fleetPlacementGroup:   readClusterResourcePlacement,
	namespacePlacementKind + "." + fleetPlacementGroup: readResourcePlacement,
	placementRuleKind + "." + hybridGroup:              readHybrid,
}

// ReadPlacement reads the one placement in a text of YAML or JSON: a Placement of Open Cluster Management, a
// ClusterResourcePlacement or ResourcePlacement of KubeFleet, or a hybrid PlacementRule, of any version that
// upstream has or had.
//
// Anything else in the text is an error, and so is an unknown field of the object or in the part that affects scheduling: the
// spec, and spec.policy of KubeFleet. Fields that upstream declares but does not implement are ignored, and so is the rest
// of the object, except for the decisions in the status of a PlacementRule, which are its previous decisions. The error is
// an *Error.
func ReadPlacement(ctx context.Context, text string) (Placement, error) {
	const wanted = "; the text must contain exactly one placement"
	list, err := documents(ctx, text)
	if err != nil {
		return Placement{}, err
	}
	if len(list) == 0 {
		return Placement{}, &Error{Document: 1, Line: 1, Message: "found nothing" + wanted}
	}
	var read func([]byte) (Placement, error)
	var name string
	for i := range list {
		doc := &list[i]
		h, err := readHeader(doc.json, doc.header)
		if err != nil {
			return Placement{}, doc.mistake("", err)
		}
		object := strings.TrimSuffix(h.Kind+"/"+nameOf(doc.json), "/")
		kind := h.groupKind()
		switch of := placementKinds[kind]; {
		case of == nil:
			return Placement{}, doc.mistake(object, errors.New("found "+kind+wanted+didYouMean(kind, slices.Sorted(maps.Keys(placementKinds))...)))
		case read != nil:
			return Placement{}, doc.mistake(object, errors.New("found a second placement"+wanted))
		default:
			if err := h.checkVersion(kind); err != nil {
				return Placement{}, doc.mistake(object, err)
			}
			read, name = of, object
		}
	}
	p, err := read(list[0].json)
	if err == nil && p.Name == "" {
		err = field.Required(field.NewPath("metadata", "name"), "the object must have a name")
	}
	if err != nil {
		return Placement{}, list[0].mistake(name, err)
	}
	return p, nil
}

// onlyKnown rejects unknown fields.
var onlyKnown = json.RejectUnknownMembers(true)

func readOCM(raw []byte) (Placement, error) {
	if err := decode(raw, &ocmFields{}, onlyKnown); err != nil {
		return Placement{}, err
	}
	req, err := ReadOCMPlacement(raw)
	return Placement{
		Name: req.Name, Namespace: req.Namespace, OCM: &req.Spec, DecisionStrategy: req.DecisionStrategy, Unscheduled: req.Unscheduled,
	}, err
}

func readClusterResourcePlacement(raw []byte) (Placement, error) {
	p, err := readKubeFleet(raw)
	if err == nil && p.Namespace != "" {
		err = field.Invalid(field.NewPath("metadata", "namespace"), p.Namespace,
			"a ClusterResourcePlacement has no namespace")
	}
	return p, err
}

func readResourcePlacement(raw []byte) (Placement, error) {
	p, err := readKubeFleet(raw)
	if err == nil && p.Namespace == "" {
		err = field.Required(field.NewPath("metadata", "namespace"), "a ResourcePlacement must have a namespace")
	}
	return p, err
}

func readKubeFleet(raw []byte) (Placement, error) {
	var fields kubeFleetFields
	if err := decode(raw, &fields, onlyKnown); err != nil {
		return Placement{}, err
	}
	if err := fields.misplaced(); err != nil {
		return Placement{}, err
	}
	req, err := ReadKubeFleetPlacement(raw)
	return Placement{Name: req.Name, Namespace: req.Namespace, KubeFleet: &req.Spec, Unscheduled: req.Unscheduled}, err
}

func readHybrid(raw []byte) (Placement, error) {
	if err := decode(raw, &hybridFields{}, onlyKnown); err != nil {
		return Placement{}, err
	}
	req, err := readHybridPlacement(raw)
	return Placement{Name: req.Name, Namespace: req.Namespace, Hybrid: &req.Spec, Decided: req.PreviousDecisions}, err
}
