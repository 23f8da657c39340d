package manifest

import (
	"cmp"
	"context"
	"errors"
	"maps"
	"slices"
	"strings"

	"github.com/go-json-experiment/json"
	"k8s.io/apimachinery/pkg/util/validation/field"
)

// placementKind is a kind of placement. Both functions are set.
type placementKind struct {
	// read reads one. Strict says that unknown fields are errors.
	read func(raw []byte, strict bool) (Placement, error)
	// addDecisions adds what the status of one says, and the objects of the same placement.
	addDecisions func(d *Decided, of *decidedPlacement) error
}

// placementKinds are the kinds of a placement, as groupKind returns them.
var placementKinds = map[string]placementKind{
	ocmPlacementKind + "." + OCMGroup:                  {readOCM, (*Decided).addOCM},
	clusterPlacementKind + "." + FleetPlacementGroup:   {readClusterResourcePlacement, (*Decided).addKubeFleet},
	namespacePlacementKind + "." + FleetPlacementGroup: {readResourcePlacement, (*Decided).addKubeFleet},
	placementRuleKind + "." + HybridGroup:              {readHybrid, (*Decided).addRule},
	placementRuleKind + "." + rhacmGroup:               {readKubernetesRule, (*Decided).addRule},
	placementRuleKind + "." + appGroup:                 {readKubernetesRule, (*Decided).addRule},
	placementRuleKind + "." + mcmGroup:                 {readKubernetesRule, (*Decided).addRule},
}

// ReadPlacement reads the one placement in a text of YAML or JSON: a Placement of Open Cluster Management, a
// ClusterResourcePlacement or ResourcePlacement of KubeFleet, a hybrid PlacementRule, or a PlacementRule for Kubernetes resources
// alone, which is read as a Placement of Open Cluster Management, of any version that upstream has or had. The text may also have
// the objects that have the rollout strategy of the placement: a ManifestWorkReplicaSet or a ClusterManagementAddOn, or the
// StagedUpdateStrategy of KubeFleet.
//
// Objects of other kinds are ignored, unless the kind is almost one of these. A second placement is an error, and so is an
// unknown field of a placement, of its spec, or of a rolloutStrategy. The rest of the objects is ignored, except for the
// decisions in the status of a PlacementRule, which are its previous decisions. The error is an *Error.
func ReadPlacement(ctx context.Context, text string) (Placement, error) {
	const wanted = "; the text must contain exactly one placement"
	list, err := documents(ctx, text)
	if err != nil {
		return Placement{}, err
	}
	if len(list) == 0 {
		return Placement{}, &Error{Document: 1, Line: 1, Message: "found nothing" + wanted}
	}
	var of, other *object
	var rollouts []*object
	for i := range list {
		o, err := identify(&list[i])
		switch {
		case err != nil:
			return Placement{}, err
		case placementKinds[o.kind].read == nil && rolloutKinds[o.kind].add == nil:
			if suggestion := didYouMean(o.kind, readKinds()...); suggestion != "" {
				return Placement{}, o.mistake(errors.New("found " + o.kind + wanted + suggestion))
			}
			other = cmp.Or(other, o)
			continue
		case placementKinds[o.kind].read != nil && of != nil:
			return Placement{}, o.mistake(errors.New("found a second placement" + wanted))
		}
		if err := o.checkVersion(o.kind); err != nil {
			return Placement{}, o.mistake(err)
		}
		if placementKinds[o.kind].read == nil {
			rollouts = append(rollouts, o)
		} else {
			of = o
		}
	}
	switch {
	case of == nil && len(rollouts) == 0:
		return Placement{}, other.mistake(errors.New("found " + other.kind + wanted))
	case of == nil:
		o := rollouts[0]
		return Placement{}, o.mistake(errors.New("found " + o.kind + wanted + "; add the " + nameOfKind(rolloutKinds[o.kind].of) +
			" that the rollout belongs to"))
	}
	p, err := placementKinds[of.kind].read(of.json, true)
	if err == nil && p.Name == "" {
		err = field.Required(field.NewPath("metadata", "name"), "the object must have a name")
	}
	if err != nil {
		return Placement{}, of.mistake(err)
	}
	return readRollouts(&p, of, rollouts)
}

// readKinds are the kinds of the objects that ReadPlacement reads, sorted.
func readKinds() []string {
	return slices.Sorted(slices.Values(slices.Concat(slices.Collect(maps.Keys(placementKinds)),
		slices.Collect(maps.Keys(rolloutKinds)))))
}

// ReadStoredPlacement reads a placement that an API server returned as JSON, of any kind of ReadPlacement. Fields that are not
// known here are ignored: they are those of another version of the hub. The error is an *Error.
func ReadStoredPlacement(raw []byte) (Placement, error) {
	o, err := identify(&document{json: raw, number: 1})
	if err != nil {
		return Placement{}, err
	}
	read := placementKinds[o.kind].read
	if read == nil {
		return Placement{}, o.mistake(errors.New("found " + o.kind + "; it must be a placement"))
	}
	p, err := read(raw, false)
	if err != nil {
		return Placement{}, o.mistake(err)
	}
	return p, nil
}

// object is a document, and what it is.
type object struct {
	*document
	header
	// kind is that of groupKind, and name is the object as kubectl prints it.
	kind, name string
}

// identify reads the header of a document.
func identify(doc *document) (*object, error) {
	h, err := readHeader(doc.json, doc.header)
	if err != nil {
		return nil, doc.mistake("", err)
	}
	return &object{doc, h, h.groupKind(), strings.TrimSuffix(h.Kind+"/"+nameOf(doc.json), "/")}, nil
}

// mistake adds the position to an error in the object.
func (o *object) mistake(err error) error { return o.document.mistake(o.name, err) }

// nameOfKind is a kind without its group.
func nameOfKind(groupKind string) string {
	kind, _, _ := strings.Cut(groupKind, ".")
	return kind
}

// onlyKnown rejects unknown fields.
var onlyKnown = json.RejectUnknownMembers(true)

func readOCM(raw []byte, strict bool) (Placement, error) {
	if err := decode(raw, &ocmFields{}, json.RejectUnknownMembers(strict)); err != nil {
		return Placement{}, err
	}
	req, err := ReadOCMPlacement(raw)
	return Placement{
		Name: req.Name, Namespace: req.Namespace, OCM: &req.Spec, DecisionStrategy: req.DecisionStrategy, Unscheduled: req.Unscheduled,
	}, err
}

func readClusterResourcePlacement(raw []byte, strict bool) (Placement, error) {
	p, err := readKubeFleet(raw, strict)
	if err == nil && p.Namespace != "" {
		err = field.Invalid(field.NewPath("metadata", "namespace"), p.Namespace,
			"a ClusterResourcePlacement has no namespace")
	}
	return p, err
}

func readResourcePlacement(raw []byte, strict bool) (Placement, error) {
	p, err := readKubeFleet(raw, strict)
	if err == nil && p.Namespace == "" {
		err = field.Required(field.NewPath("metadata", "namespace"), "a ResourcePlacement must have a namespace")
	}
	return p, err
}

func readKubeFleet(raw []byte, strict bool) (Placement, error) {
	var fields kubeFleetFields
	if err := decode(raw, &fields, json.RejectUnknownMembers(strict)); err != nil {
		return Placement{}, err
	}
	if err := fields.unknown(); err != nil && strict {
		return Placement{}, err
	}
	strategy, err := fields.Spec.Strategy.read()
	if err != nil {
		return Placement{}, err
	}
	req, err := ReadKubeFleetPlacement(raw)
	return Placement{
		Name: req.Name, Namespace: req.Namespace, KubeFleet: &req.Spec, ObjectSpec: fields.Spec.ObjectSpec, Strategy: strategy,
		Unscheduled: req.Unscheduled,
	}, err
}

func readHybrid(raw []byte, strict bool) (Placement, error) {
	if err := decode(raw, &hybridFields{}, json.RejectUnknownMembers(strict)); err != nil {
		return Placement{}, err
	}
	req, err := readHybridPlacement(raw)
	return Placement{Name: req.Name, Namespace: req.Namespace, Hybrid: &req.Spec, Decided: req.PreviousDecisions}, err
}
