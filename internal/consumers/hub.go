// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

// Package consumers says what follows the decisions of a placement on a hub, and what becomes of it on the clusters that leave
// and join. It reads no hub: [Kinds] are the lists that it needs, and a [Hub] has what is in them.
package consumers

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/runtime/schema"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest/api"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
)

// Kind is a kind of objects that follow decisions, or that say how.
type Kind struct {
	schema.GroupKind
	// Lists are those that are needed after what a hub has of the kinds before.
	Lists func(h *Hub) []Selection
	add   func(h *Hub, o *object)
}

// Selection is a list of objects: those of a namespace and a label selector. What is empty does not restrict it. PageSize is how
// many objects a page has, if they are small.
type Selection struct {
	Namespace, Labels string
	PageSize          int
}

const (
	argoCDGroup = "argoproj.io"
	policyGroup = "policy.open-cluster-management.io"
)

// Kinds are all kinds, in the order in which they are read.
var Kinds = []*Kind{
	{schema.GroupKind{Group: argoCDGroup, Kind: "ApplicationSet"}, whole, (*Hub).addApplicationSet},
	{schema.GroupKind{Kind: "ConfigMap"}, (*Hub).inNamespaces, (*Hub).addConfigMap},
	{schema.GroupKind{Group: argoCDGroup, Kind: "Application"}, (*Hub).applicationLists, (*Hub).addApplication},
	{schema.GroupKind{Kind: api.SecretKind}, (*Hub).secrets, (*Hub).addSecret},
	{schema.GroupKind{Group: policyGroup, Kind: "PlacementBinding"}, whole, (*Hub).addBinding},
	{schema.GroupKind{Group: policyGroup, Kind: policySetKind}, (*Hub).policySetLists, (*Hub).addPolicySet},
	{schema.GroupKind{Group: api.WorkGroup, Kind: api.ReplicaSetKind}, whole, (*Hub).addReplicaSet},
	{schema.GroupKind{Group: api.AddOnGroup, Kind: api.AddOnKind}, whole, (*Hub).addAddOn},
	{schema.GroupKind{Group: api.RHACMGroup, Kind: "Subscription"}, whole, (*Hub).addSubscription},
	{schema.GroupKind{Group: api.WorkGroup, Kind: "ManifestWork"}, labeledWorks, (*Hub).addWork},
}

// object is what is read of an object of any kind, in the fields of its JSON. Of a Secret that is no credential.
type object struct {
	Metadata struct {
		Namespace, Name string
		Labels          map[string]string
		OwnerReferences []reference
		Finalizers      []string
	}
	Data struct {
		APIVersion, Kind, Name, Server string

		Policy      string `json:"applicationsetcontroller.policy"`
		MayOverride string `json:"applicationsetcontroller.enable.policy.override"`
	}
	PlacementRef reference
	Subjects     []reference
	Spec         struct {
		Generators []generator
		SyncPolicy struct {
			PreserveResourcesOnDeletion bool
			ApplicationsSync            string
		}
		Destination          reference
		Policies             []string
		PlacementRefs        []reference
		ManifestWorkTemplate struct {
			DeleteOption struct{ PropagationPolicy string }
		}
		InstallStrategy struct {
			Type       string
			Placements []reference
		}
		Placement struct{ PlacementRef reference }
	}
}

// reference names an object. That of a cluster of Argo CD has its server or its name.
type reference struct{ Kind, Namespace, Name, Server string }

// Read reads an object, and returns what adds it to a hub. One of another form is skipped.
func (k *Kind) Read(raw []byte) (add func(h *Hub)) {
	o := &object{}
	if err := json.Unmarshal(raw, o); err != nil {
		return func(h *Hub) { h.Skip(o.title(k.Kind) + " has another form") }
	}
	return func(h *Hub) { k.add(h, o) }
}

// title names the object in sentences.
func (o *object) title(kind string) string {
	return kind + " " + strings.TrimPrefix(o.Metadata.Namespace+"/"+o.Metadata.Name, "/")
}

// key is the namespace of the object with a name.
func (o *object) key(name string) [2]string { return [2]string{o.Metadata.Namespace, name} }

// whole is the list of all namespaces.
func whole(*Hub) []Selection { return []Selection{{}} }

// Hub has what follows the decisions of Open Cluster Management, as far as it is read.
type Hub struct {
	sets         []*applicationSet
	applications []application
	// decisionMaps are the ConfigMaps that were found, and whether they name PlacementDecisions. Servers are the names of the
	// clusters of Argo CD by namespace and server.
	decisionMaps map[[2]string]bool
	servers      map[[2]string]string
	// controllers are what the ApplicationSet controllers are configured with, by namespace.
	controllers map[string]object
	// works have a label that names a placement.
	bindings, works []*object
	policySets      map[[2]string][]string
	// followers name the placements that they follow.
	followers []follower
	// lacks are kinds that the hub does not have, forbidden are resources that may not be listed, and skipped is what else is not
	// read, and why.
	lacks, forbidden, skipped []string
}

// NewHub returns a hub of which nothing is read.
func NewHub() *Hub {
	return &Hub{
		decisionMaps: map[[2]string]bool{}, servers: map[[2]string]string{}, policySets: map[[2]string][]string{},
		controllers: map[string]object{},
	}
}

// Lacks says that the hub does not have a kind.
func (h *Hub) Lacks(kind *Kind) { h.lacks = append(h.lacks, kind.Kind) }

// Forbid says that the credentials may not list a resource.
func (h *Hub) Forbid(resource string) {
	if !slices.Contains(h.forbidden, resource) {
		h.forbidden = append(h.forbidden, resource)
	}
}

// Skip says that something is not read, and why.
func (h *Hub) Skip(text string) {
	if text = excerpt.Text(text); !slices.Contains(h.skipped, text) {
		h.skipped = append(h.skipped, text)
	}
}

// Placement is a placement of the hub with its PlacementDecisions, and those of all placements. IsDeleted says that it goes.
type Placement struct {
	Namespace, Name string
	Decisions, All  []placement.PlacementDecision
	IsDeleted       bool
}

// clustersOf are the clusters of another placement.
func (p *Placement) clustersOf(other [2]string) (clusters []string) {
	for i := range p.All {
		if d := &p.All[i]; other == [2]string{d.Namespace, d.Placement} && other != [2]string{p.Namespace, p.Name} {
			clusters = append(clusters, d.Clusters...)
		}
	}
	return clusters
}

// Of are the consumers of a placement.
func (h *Hub) Of(p *Placement) *Consumers {
	c := &Consumers{
		placed: map[placed][]string{}, removed: map[*noun][]string{}, kept: map[keeps]bool{}, lacks: h.lacks,
		notes: slices.Clone(h.skipped),
	}
	if len(h.forbidden) > 0 {
		c.notes = append(c.notes, "the credentials may not list "+excerpt.List(h.forbidden, ", ")+" on the hub")
	}
	for _, set := range h.sets {
		h.applicationsOf(set, p, c)
	}
	h.policiesOf(p, c)
	h.followersOf(p, c)
	if c.awaits {
		c.others = append(c.others, "what stays follows a placement of the same name, once there is one")
		if n := len(p.Decisions); n > 1 && len(c.sets) > 0 {
			c.others = append(c.others, fmt.Sprintf(
				"Argo CD deletes Applications if it looks while some of %d PlacementDecisions are gone", n))
		}
	}
	for _, w := range h.works {
		if on := (placed{w.Metadata.Namespace, labeled}); w.Metadata.Labels[api.PlacementLabel] == p.Name {
			c.placed[on] = append(c.placed[on], w.Metadata.Name)
		}
	}
	return c
}
