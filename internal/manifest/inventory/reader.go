// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package inventory

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"

	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest/api"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest/apiobject"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest/decode"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest/document"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
)

// reader collects objects from texts.
type reader struct {
	decode decode.Func
	fleet  Fleet
	// keep keeps the whole object of a cluster; nil keeps the text that was read.
	keep func(text []byte) json.RawMessage
	// validator is nil if an API server has validated the objects.
	validator *placement.Validator
	skipped   map[string]int
	seen      map[objectKey]document.Place
	// here is the position of the current object.
	here document.Place
	// text is the index of the current text, and header the header of the current object with its kind and group.
	text   int
	header decode.Header
	kind   string
}

// objectKey identifies an object on an API server.
type objectKey struct{ kind, namespace, name string }

// added describes an object that the function of its kind has added.
type added struct {
	namespace, name string
	mistakes        field.ErrorList
	// isOther says that the object is not of the fleet, although its kind can be.
	isOther bool
}

// appended adds an object that was read to a list, unless reading it failed.
func appended[T any](list *[]T, object T, namespace, name string, err error) (added, error) {
	if err == nil {
		*list = append(*list, object)
	}
	return added{namespace: namespace, name: name}, err
}

// kinds has the kinds that are read, each with the function that adds an object to the fleet.
var kinds = map[string]func(*reader, []byte) (added, error){
	"ManagedCluster." + api.OCMGroup:           (*reader).addManagedCluster,
	"ManagedClusterSet." + api.OCMGroup:        (*reader).addManagedClusterSet,
	"ManagedClusterSetBinding." + api.OCMGroup: (*reader).addManagedClusterSetBinding,
	"AddOnPlacementScore." + api.OCMGroup:      (*reader).addAddOnPlacementScore,
	"PlacementDecision." + api.OCMGroup:        (*reader).addPlacementDecision,

	"MemberCluster." + api.FleetClusterGroup:            (*reader).addMemberCluster,
	"ClusterResourceBinding." + api.FleetPlacementGroup: (*reader).addResourceBinding,
	"ResourceBinding." + api.FleetPlacementGroup:        (*reader).addResourceBinding,

	"ClusterResourcePlacementDisruptionBudget." + api.FleetPlacementGroup: (*reader).addDisruptionBudget,

	"ClusterSchedulingPolicySnapshot." + api.FleetPlacementGroup: (*reader).addPolicySnapshot,
	"SchedulingPolicySnapshot." + api.FleetPlacementGroup:        (*reader).addPolicySnapshot,

	api.ClusterProfileKind + "." + api.InventoryGroup: (*reader).addClusterProfile,
	api.SecretKind: (*reader).addSecret,

	"Deployer." + api.HybridGroup:      (*reader).addDeployer,
	"PlacementRule." + api.HybridGroup: (*reader).addPlacementRule,

	"ClusterResourcePlacement." + api.FleetPlacementGroup: (*reader).addKubeFleetPlacement,
	"ResourcePlacement." + api.FleetPlacementGroup:        (*reader).addKubeFleetPlacement,
}

// placementKinds are the kinds of a placement. That of Open Cluster Management is not part of the fleet of another one.
var placementKinds = func() map[string]bool {
	kinds := map[string]bool{}
	for _, kindsOf := range api.PlacementKinds {
		for _, kind := range kindsOf.Kinds() {
			kinds[kind.String()] = true
		}
	}
	return kinds
}()

// ListReader reads a list that an API server returns in pages. Of the objects it validates the names only: an API server has
// validated the rest.
type ListReader struct {
	reader reader
	add    func(*reader, []byte) (added, error)
}

// NewListReader returns a reader of lists of a kind, such as ManagedCluster of cluster.open-cluster-management.io/v1.
func NewListReader(apiVersion, kind string) (*ListReader, error) {
	l := &ListReader{reader: reader{decode: decode.Listed}}
	l.reader.header = decode.Header{APIVersion: apiVersion, Kind: kind}
	groupKind := l.reader.header.GroupKind()
	if l.add = kinds[groupKind]; l.add == nil {
		return nil, errors.New("internal error: objects of the kind " + groupKind + " do not belong to a fleet")
	}
	return l, api.CheckVersion(l.reader.header, groupKind)
}

// Fleet returns the objects that were read. The places of its clusters and targets are zero.
func (l *ListReader) Fleet() Fleet { return l.reader.fleet }

// KeepObjects sets how the whole object of a cluster is kept for CEL. The text that keep gets is overwritten when the next object
// is read; it returns a copy, or nil to keep none. Without KeepObjects, the text itself is kept.
func (l *ListReader) KeepObjects(keep func(text []byte) json.RawMessage) { l.reader.keep = keep }

// Add adds an object. The reader is of no use after an error.
func (l *ListReader) Add(raw []byte) error {
	object, err := l.add(&l.reader, raw)
	if err == nil && !object.isOther {
		err = api.CheckNames(object.namespace, object.name)
	}
	if err != nil {
		return fmt.Errorf("%s/%s, %w", l.reader.header.Kind, excerpt.Text(cmp.Or(object.name, decode.NameOf(raw))), err)
	}
	return nil
}

func (r *reader) addManagedClusterSet(raw []byte) (added, error) {
	s, err := apiobject.DecodeClusterSet(r.decode, raw)
	object, err := appended(&r.fleet.Sets, s, "", s.Name, err)
	object.mistakes = s.Validate(field.NewPath("metadata", "name"), field.NewPath("spec", "clusterSelector"))
	return object, err
}

func (r *reader) addManagedClusterSetBinding(raw []byte) (added, error) {
	b, err := apiobject.DecodeBinding(r.decode, raw)
	return appended(&r.fleet.Bindings, b, b.Namespace, b.Name, err)
}

func (r *reader) addAddOnPlacementScore(raw []byte) (added, error) {
	s, err := apiobject.DecodeScore(r.decode, raw)
	object, err := appended(&r.fleet.Scores, s, s.Cluster, s.Name, err)
	object.mistakes = s.Validate(field.NewPath("status", "scores"))
	return object, err
}

func (r *reader) addPlacementDecision(raw []byte) (added, error) {
	d, err := apiobject.DecodePlacementDecision(r.decode, raw)
	return appended(&r.fleet.Decisions, d, d.Namespace, d.Name, err)
}

func (r *reader) addResourceBinding(raw []byte) (added, error) {
	b, err := apiobject.DecodeResourceBinding(r.decode, raw)
	return appended(&r.fleet.ResourceBindings, b, b.Namespace, b.Name, err)
}

func (r *reader) addDisruptionBudget(raw []byte) (added, error) {
	b, err := apiobject.DecodeDisruptionBudget(r.decode, raw)
	return appended(&r.fleet.DisruptionBudgets, b, "", b.Name, err)
}

func (r *reader) addKubeFleetPlacement(raw []byte) (added, error) {
	p, err := apiobject.ReadKubeFleetPlacement(raw)
	return appended(&r.fleet.KubeFleetPlacements, p, p.Namespace, p.Name, err)
}

func (r *reader) addPolicySnapshot(raw []byte) (added, error) {
	s, err := apiobject.DecodePolicySnapshot(r.decode, raw)
	return appended(&r.fleet.PolicySnapshots, s, s.Namespace, s.Name, err)
}

func (r *reader) addDeployer(raw []byte) (added, error) {
	var o api.Object[struct {
		Type            string `json:"type"`
		PlacementTarget struct {
			Resource string `json:"resource"`
		} `json:"placementTarget"`
	}, api.Unread]
	err := r.decode(raw, &o)
	object := added{namespace: o.Metadata.Namespace, name: o.Metadata.Name}
	if err != nil {
		return object, err
	}
	if o.Spec.Type == "" {
		object.mistakes = field.ErrorList{field.Required(field.NewPath("spec", "type"), "the type of the deployer must be set")}
	}
	r.fleet.Targets = append(r.fleet.Targets, placement.Target{
		Kind: placement.TargetDeployer, Name: o.Metadata.Name, Namespace: o.Metadata.Namespace, Labels: o.Metadata.Labels,
		DeployerType: o.Spec.Type, PlacementTarget: o.Spec.PlacementTarget.Resource,
	})
	r.fleet.TargetPlaces = append(r.fleet.TargetPlaces, r.here)
	return object, nil
}

func (r *reader) addPlacementRule(raw []byte) (added, error) {
	rule, mistakes, err := apiobject.DecodePlacementRule(r.decode, raw)
	if err == nil {
		r.fleet.PlacementRules = append(r.fleet.PlacementRules, rule)
	}
	object := added{namespace: rule.Namespace, name: rule.Name}
	if r.validator != nil {
		object.mistakes = mistakes
	}
	return object, err
}
