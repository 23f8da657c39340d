package manifest

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/kubefleet"
)

// Fleet is a fleet and its placements, as read from manifests or from a hub.
type Fleet struct {
	placement.Inventory
	// FromHub says that the objects are those of a hub. Without it they are those of manifests.
	FromHub bool
	// ClusterPlaces and TargetPlaces are the positions of Clusters and Targets, in the same order.
	ClusterPlaces, TargetPlaces []Place
	// KubeFleetPlacements has the ClusterResourcePlacements and ResourcePlacements.
	KubeFleetPlacements []kubefleet.Placement
	// PolicySnapshots has the ClusterSchedulingPolicySnapshots and SchedulingPolicySnapshots of manifests.
	PolicySnapshots []PolicySnapshot
	// PlacementRules has the hybrid placement rules.
	PlacementRules []PlacementRule
	// Skipped counts the objects of kinds that no scheduler uses, by kind.
	Skipped []SkippedKind
}

// SkippedKind is a kind with the number of its objects that were skipped.
type SkippedKind struct {
	// Kind is the kind with its group, such as "Deployment.apps".
	Kind  string
	Count int
}

// ReadFleet reads the objects of texts. A mistake is an *Error; two objects of the same kind and name are one. When ctx
// ends, ReadFleet returns an error that wraps the context's.
func ReadFleet(ctx context.Context, texts ...string) (Fleet, error) {
	r := reader{decode: decodeObject, validator: &placement.Validator{}, seen: map[objectKey]Place{}, skipped: map[string]int{}}
	for i, text := range texts {
		err := r.readText(ctx, text)
		if ended := ctx.Err(); ended != nil {
			return Fleet{}, fmt.Errorf("reading the manifests was interrupted: %w", ended)
		}
		if err != nil {
			var mistake *Error
			if errors.As(err, &mistake) {
				mistake.Text, mistake.Several = i, len(texts) > 1
			}
			return Fleet{}, err
		}
		r.text++
	}
	for kind, count := range r.skipped {
		r.fleet.Skipped = append(r.fleet.Skipped, SkippedKind{Kind: kind, Count: count})
	}
	slices.SortFunc(r.fleet.Skipped, func(a, b SkippedKind) int { return cmp.Compare(a.Kind, b.Kind) })
	return r.fleet, nil
}

// reader collects objects from texts.
type reader struct {
	decode objectDecoder
	fleet  Fleet
	// keep keeps the whole object of a cluster; nil keeps the text that was read.
	keep func(text []byte) json.RawMessage
	// validator is nil if an API server has validated the objects.
	validator *placement.Validator
	skipped   map[string]int
	seen      map[objectKey]Place
	// here is the position of the current object.
	here Place
	// text is the index of the current text, and header the header of the current object with its kind and group.
	text   int
	header header
	kind   string
}

// objectKey identifies an object on an API server.
type objectKey struct{ kind, namespace, name string }

// Place is the position of an object. The zero Place is that of an object of a hub.
type Place struct {
	// Text is the index of the text, from 0.
	Text int
	// Document is the number of the document in the text, from 1.
	Document int
}

// String returns the document and the text, as an element of the argument manifests.
func (p Place) String() string {
	if p.Document == 0 {
		return "the hub"
	}
	return fmt.Sprintf("document %d of manifests[%d]", p.Document, p.Text)
}

// added describes an object that the function of its kind has added.
type added struct {
	namespace, name string
	mistakes        field.ErrorList
}

// kinds has the kinds that are read, each with the function that adds an object to the fleet.
var kinds = map[string]func(*reader, []byte) (added, error){
	"ManagedCluster." + OCMGroup:           (*reader).addManagedCluster,
	"ManagedClusterSet." + OCMGroup:        (*reader).addManagedClusterSet,
	"ManagedClusterSetBinding." + OCMGroup: (*reader).addManagedClusterSetBinding,
	"AddOnPlacementScore." + OCMGroup:      (*reader).addAddOnPlacementScore,
	"PlacementDecision." + OCMGroup:        (*reader).addPlacementDecision,

	"MemberCluster." + FleetClusterGroup:            (*reader).addMemberCluster,
	"ClusterResourceBinding." + FleetPlacementGroup: (*reader).addResourceBinding,
	"ResourceBinding." + FleetPlacementGroup:        (*reader).addResourceBinding,

	"ClusterSchedulingPolicySnapshot." + FleetPlacementGroup: (*reader).addPolicySnapshot,
	"SchedulingPolicySnapshot." + FleetPlacementGroup:        (*reader).addPolicySnapshot,

	"Deployer." + HybridGroup:      (*reader).addDeployer,
	"PlacementRule." + HybridGroup: (*reader).addPlacementRule,

	"ClusterResourcePlacement." + FleetPlacementGroup: (*reader).addKubeFleetPlacement,
	"ResourcePlacement." + FleetPlacementGroup:        (*reader).addKubeFleetPlacement,
}

func (r *reader) addCluster(c placement.Cluster) {
	r.fleet.Clusters = append(r.fleet.Clusters, c)
	r.fleet.ClusterPlaces = append(r.fleet.ClusterPlaces, r.here)
}

func (r *reader) readText(ctx context.Context, text string) error {
	list, err := documents(ctx, text)
	if err != nil {
		return err
	}
	for i := range list {
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := r.readObject(&list[i]); err != nil {
			return err
		}
	}
	return nil
}

func (r *reader) readObject(doc *document) error {
	h, err := readHeader(doc.json, doc.header)
	if err != nil {
		return doc.mistake("", err)
	}
	if h != r.header {
		r.kind = h.groupKind()
	}
	kind := r.kind
	r.header = h
	add, known := kinds[kind]
	if !known {
		r.skipped[kind]++
		return nil
	}
	if err := h.checkVersion(kind); err != nil {
		return doc.mistake(strings.TrimSuffix(h.Kind+"/"+nameOf(doc.json), "/"), err)
	}
	r.here = Place{Text: r.text, Document: doc.number}
	object, err := add(r, doc.json)
	name := h.Kind + "/" + object.name
	if object.name == "" {
		// An error before the name prevents it from being read.
		name = strings.TrimSuffix(name+nameOf(doc.json), "/")
	}
	if err == nil {
		err = firstOf(object.mistakes)
	}
	if err != nil {
		return doc.mistake(name, err)
	}
	key := objectKey{kind, object.namespace, object.name}
	if first, ok := r.seen[key]; ok {
		where := fmt.Sprintf("document %d", first.Document)
		if first.Text != r.here.Text {
			where = first.String()
		}
		return doc.mistake(name, errors.New("duplicate object: already defined in "+where))
	}
	r.seen[key] = r.here
	return nil
}
