// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package consumers

import (
	"cmp"
	"encoding/base64"
	"encoding/json"
	"errors"
	"maps"
	"slices"
	"strconv"
	"strings"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/labels"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest/api"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
)

const (
	// maxDepth bounds the generators in generators. Argo CD itself has fewer levels.
	maxDepth = 4
	// maxNamespaces bounds the namespaces whose ConfigMaps and Secrets are read; an instance of Argo CD has one.
	maxNamespaces = 3
	// resourcesFinalizer begins the finalizers by which Argo CD deletes the resources of an Application.
	resourcesFinalizer = "resources-finalizer.argocd.argoproj.io"
	// parameters is the name of the ConfigMap with the arguments of the controllers.
	parameters = "argocd-cmd-params-cm"
	// clustersOfPage is how many Secrets of clusters a page has: they are smaller than other objects.
	clustersOfPage = 1000
)

// applicationSet is an ApplicationSet that reads PlacementDecisions.
type applicationSet struct {
	*object
	// generators are those of the first level, each with what it reads.
	generators [][]decisionSource
}

// generator has a field whose name is its kind.
type generator map[string]json.RawMessage

// decisionSource is a generator of the kind clusterDecisionResource.
type decisionSource struct {
	ConfigMapRef, Name string
	LabelSelector      *metav1.LabelSelector
	requirements       labels.Requirements
}

// application is an Application of an ApplicationSet. The name of its cluster is empty if it has a server.
type application struct {
	set                   [2]string
	name, cluster, server string
	// isFinal says that its resources are deleted with it.
	isFinal bool
}

func (h *Hub) addApplicationSet(o *object) {
	set := &applicationSet{object: o}
	for _, g := range o.Spec.Generators {
		set.generators = append(set.generators, h.sources(o, g, 0))
	}
	if slices.ContainsFunc(set.generators, func(sources []decisionSource) bool { return len(sources) > 0 }) {
		h.sets = append(h.sets, set)
	}
}

// sources are what a generator reads, with the generators in it.
func (h *Hub) sources(set *object, g generator, depth int) (sources []decisionSource) {
	for _, kind := range slices.Sorted(maps.Keys(g)) {
		var err error
		switch kind {
		case "clusterDecisionResource":
			var source decisionSource
			if err = source.read(g[kind]); err == nil {
				sources = append(sources, source)
			}
		case "matrix", "merge":
			var outer struct{ Generators []generator }
			if err = json.Unmarshal(g[kind], &outer); err == nil && depth == maxDepth {
				outer.Generators, err = nil, errors.New("it is in too many others")
			}
			for _, inner := range outer.Generators {
				sources = append(sources, h.sources(set, inner, depth+1)...)
			}
		case "clusters", "git", "list", "plugin", "pullRequest", "scmProvider", "selector":
		default:
			err = errors.New("it is of an unknown kind")
		}
		if err != nil {
			h.Skip("the generator " + excerpt.Text(kind) + " of " + set.title("ApplicationSet") + ": " + err.Error())
		}
	}
	return sources
}

func (s *decisionSource) read(raw []byte) error {
	if err := json.Unmarshal(raw, s); err != nil {
		return errors.New("it has another form")
	}
	hasSelector := s.LabelSelector != nil && len(s.LabelSelector.MatchLabels)+len(s.LabelSelector.MatchExpressions) > 0
	if hasSelector == (s.Name != "") {
		return errors.New("it needs either name or labelSelector")
	}
	selector, err := metav1.LabelSelectorAsSelector(s.LabelSelector)
	if err != nil {
		return errors.New("its labelSelector cannot be read")
	}
	s.requirements, _ = selector.Requirements()
	return nil
}

// selects reports whether the source has PlacementDecisions of a placement, and mentions whether its labels name the placement.
// Unknown is a label that it needs besides and that the provider does not read; empty for none.
func (s *decisionSource) selects(p *Placement) (selects, mentions bool, unknown string) {
	decided := p.Decisions
	if len(decided) == 0 && s.Name == "" {
		decided = []placement.PlacementDecision{{}}
	}
	for i := range decided {
		d := &decided[i]
		has := labels.Set{
			api.PlacementLabel: p.Name, api.OCMGroup + "/decision-group-index": strconv.Itoa(d.GroupIndex),
			api.OCMGroup + "/decision-group-name": d.GroupName,
		}
		fits, missing := s.Name == "" || s.Name == d.Name, ""
		for _, r := range s.requirements {
			if !has.Has(r.Key()) {
				missing = r.Key()
				continue
			}
			fits = fits && r.Matches(has)
			mentions = mentions || r.Key() == api.PlacementLabel && r.Matches(has)
		}
		if fits {
			return true, mentions, missing
		}
	}
	return false, mentions, ""
}

// hasOthers reports whether the source has PlacementDecisions of another placement. Argo CD deletes nothing if a source has none.
func (s *decisionSource) hasOthers(p *Placement) bool {
	return slices.ContainsFunc(p.All, func(d placement.PlacementDecision) bool {
		if d.Namespace != p.Namespace || d.Placement == p.Name {
			return false
		}
		selects, _, _ := s.selects(&Placement{Name: d.Placement, Decisions: []placement.PlacementDecision{d}})
		return selects
	})
}

// inNamespaces are lists of the namespaces of the first ApplicationSets.
func (h *Hub) inNamespaces() (lists []Selection) {
	for _, set := range h.sets {
		if list := (Selection{Namespace: set.Metadata.Namespace}); !slices.Contains(lists, list) {
			lists = append(lists, list)
		}
	}
	return lists[:min(len(lists), maxNamespaces)]
}

func (h *Hub) addConfigMap(o *object) {
	if o.Metadata.Name == parameters {
		h.controllers[o.Metadata.Namespace] = *o
	}
	h.decisionMaps[o.key(o.Metadata.Name)] = o.Data.Kind == "placementdecisions" &&
		strings.HasPrefix(o.Data.APIVersion, api.OCMGroup+"/")
}

// applicationLists is the list of the Applications, if an ApplicationSet reads decisions.
func (h *Hub) applicationLists() []Selection {
	if len(h.sets) == 0 {
		return nil
	}
	return whole(h)
}

func (h *Hub) addApplication(o *object) {
	isFinal := func(finalizer string) bool { return strings.HasPrefix(finalizer, resourcesFinalizer) }
	for _, owner := range o.Metadata.OwnerReferences {
		if to := &o.Spec.Destination; owner.Kind == "ApplicationSet" {
			h.applications = append(h.applications, application{
				set: o.key(owner.Name), name: o.Metadata.Name, cluster: to.Name, server: to.Server,
				isFinal: slices.ContainsFunc(o.Metadata.Finalizers, isFinal),
			})
		}
	}
}

// secrets are the lists of the clusters of Argo CD, if an Application has a server and no name of a cluster.
func (h *Hub) secrets() (lists []Selection) {
	if !slices.ContainsFunc(h.applications, func(a application) bool { return a.cluster == "" }) {
		return nil
	}
	lists = h.inNamespaces()
	for i := range lists {
		lists[i].Labels, lists[i].PageSize = api.ArgoCDClusterLabel+"="+api.ArgoCDCluster, clustersOfPage
	}
	return lists
}

func (h *Hub) addSecret(o *object) {
	name, err := base64.StdEncoding.DecodeString(o.Data.Name)
	server, serverErr := base64.StdEncoding.DecodeString(o.Data.Server)
	if err == nil && serverErr == nil {
		h.servers[o.key(string(server))] = string(name)
	}
}

// fateOf is what becomes of an Application of a set. The set overrides the policy of its controller if that says so, or has none.
func (h *Hub) fateOf(set *applicationSet, a *application) fate {
	policy, becomes := set.Spec.SyncPolicy.ApplicationsSync, kept
	controller := h.controllers[set.Metadata.Namespace].Data
	overrides, err := strconv.ParseBool(controller.MayOverride)
	if err != nil {
		overrides = controller.Policy == ""
	}
	if policy == "" || !overrides {
		policy, becomes = controller.Policy, keptByController
	}
	switch {
	case policy == "create-only", policy == "create-update":
		return becomes
	case set.Spec.SyncPolicy.PreserveResourcesOnDeletion, !a.isFinal:
		return deletedAlone
	}
	return deletedWhole
}

// applicationsOf adds the Applications of a set that follow a placement.
func (h *Hub) applicationsOf(set *applicationSet, p *Placement, c *Consumers) {
	name := set.title("ApplicationSet")
	follows, hasOthers, stays := h.follows(set, p, c)
	if !follows {
		return
	}
	if c.sets = append(c.sets, set.Metadata.Name); hasOthers {
		c.note(name + " has further generators, which may keep some of its Applications")
	}
	c.awaits = c.awaits || stays
	lost := 0
	for i := range h.applications {
		a := &h.applications[i]
		if a.set != set.key(set.Metadata.Name) {
			continue
		}
		on := placed{cmp.Or(a.cluster, h.servers[set.key(a.server)]), h.fateOf(set, a)}
		if on.cluster == "" {
			lost++
			continue
		}
		if stays {
			on.becomes = kept
		}
		c.placed[on] = append(c.placed[on], a.name)
	}
	if lost > 0 {
		c.note("the clusters of " + excerpt.Count(lost, "Application") + " of " + name + ", whose servers no Secret names")
	}
}

// follows reports whether a set follows a placement, whether it has other generators, and whether it changes nothing without it.
func (h *Hub) follows(set *applicationSet, p *Placement, c *Consumers) (follows, hasOthers, stays bool) {
	name := set.title("ApplicationSet")
	if set.Metadata.Namespace != p.Namespace {
		return false, false, false
	}
	for _, sources := range set.generators {
		isOf := false
		for i := range sources {
			selects, mentions, unknown := sources[i].selects(p)
			isDecisions, isRead := h.decisionMaps[set.key(sources[i].ConfigMapRef)]
			switch {
			case selects && !isRead:
				c.note(name + " names the ConfigMap " + sources[i].ConfigMapRef + ", which is not read")
			case selects && isDecisions && unknown != "":
				c.note(name + " selects PlacementDecisions by " + unknown + ", which is not read")
			case isDecisions:
				follows, isOf = follows || selects, isOf || mentions || selects
				stays = stays || selects && p.IsDeleted && !sources[i].hasOthers(p)
			}
		}
		hasOthers = hasOthers || !isOf
	}
	return follows, hasOthers, stays
}
