package manifest

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/kubefleet"
)

// Fleet is what manifests say of a fleet.
type Fleet struct {
	placement.Inventory
	// ClusterPlaces and TargetPlaces are where the Clusters and the Targets are, in their order.
	ClusterPlaces, TargetPlaces []Place
	// KubeFleetPlacements are the ClusterResourcePlacements and ResourcePlacements.
	KubeFleetPlacements []kubefleet.Placement
	// PlacementRules are the hybrid placement rules.
	PlacementRules []PlacementRule
	// Skipped counts the objects of kinds that no scheduler looks at, by kind.
	Skipped []SkippedKind
}

// SkippedKind counts the objects of a kind that was skipped.
type SkippedKind struct {
	// Kind is the kind with its group, such as "Deployment.apps".
	Kind  string
	Count int
}

// ReadFleet reads the objects of texts. A mistake is an *Error. Two objects of the same kind and name are one. When ctx
// ends, reading ends with an error that wraps the context's.
func ReadFleet(ctx context.Context, texts ...string) (Fleet, error) {
	r := reader{seen: map[objectKey]Place{}, skipped: map[string]int{}}
	for i, text := range texts {
		err := r.readText(ctx, text)
		if ended := ctx.Err(); ended != nil {
			return Fleet{}, fmt.Errorf("the manifests were not read to the end: %w", ended)
		}
		if err != nil {
			var mistake *Error
			if errors.As(err, &mistake) {
				mistake.Text = i
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

// reader collects the objects of texts.
type reader struct {
	fleet     Fleet
	validator placement.Validator
	skipped   map[string]int
	seen      map[objectKey]Place
	// here is the object that is read.
	here Place
	// text is the index of the text that is read, and header that of the object.
	text   int
	header header
}

// objectKey is what an API server keeps apart.
type objectKey struct{ kind, namespace, name string }

// Place is where an object is.
type Place struct {
	// Text is the index of the text, from 0.
	Text int
	// Document counts the documents of the text from 1.
	Document int
}

// String names the document and the text as an element of the argument manifests.
func (p Place) String() string {
	return fmt.Sprintf("document %d of manifests[%d]", p.Document, p.Text)
}

// added is what a kind's function says of the object that it has added.
type added struct {
	namespace, name string
	mistakes        field.ErrorList
}

// kinds are the kinds that are read, each with the function that adds an object of it to the fleet.
var kinds = map[string]func(*reader, []byte) (added, error){
	"ManagedCluster." + ocmGroup:           (*reader).addManagedCluster,
	"ManagedClusterSet." + ocmGroup:        (*reader).addManagedClusterSet,
	"ManagedClusterSetBinding." + ocmGroup: (*reader).addManagedClusterSetBinding,
	"AddOnPlacementScore." + ocmGroup:      (*reader).addAddOnPlacementScore,
	"PlacementDecision." + ocmGroup:        (*reader).addPlacementDecision,

	"MemberCluster." + fleetClusterGroup:            (*reader).addMemberCluster,
	"ClusterResourceBinding." + fleetPlacementGroup: (*reader).addResourceBinding,
	"ResourceBinding." + fleetPlacementGroup:        (*reader).addResourceBinding,

	"Deployer." + hybridGroup:      (*reader).addDeployer,
	"PlacementRule." + hybridGroup: (*reader).addPlacementRule,

	"ClusterResourcePlacement." + fleetPlacementGroup: (*reader).addKubeFleetPlacement,
	"ResourcePlacement." + fleetPlacementGroup:        (*reader).addKubeFleetPlacement,
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
	kind := h.groupKind()
	add, known := kinds[kind]
	if !known {
		r.skipped[kind]++
		return nil
	}
	r.header, r.here = h, Place{Text: r.text, Document: doc.number}
	object, err := add(r, doc.json)
	name := h.Kind + "/" + object.name
	if object.name == "" {
		// A mistake before the name keeps it from being read.
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
		return doc.mistake(name, errors.New("the object is there twice: it is in "+where+" already"))
	}
	r.seen[key] = r.here
	return nil
}
