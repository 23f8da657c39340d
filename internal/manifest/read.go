// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package manifest

import (
	"cmp"
	"context"
	"errors"
	"maps"
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest/api"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest/document"
)

// placementKinds are the kinds of a placement, as Header.GroupKind returns them, each with what reads one. Strict says that
// unknown fields are errors.
var placementKinds = map[string]func(raw []byte, strict bool) (Placement, error){
	ocmKind: readOCM,
	api.ClusterPlacementKind + "." + api.FleetPlacementGroup:   readClusterResourcePlacement,
	api.NamespacePlacementKind + "." + api.FleetPlacementGroup: readResourcePlacement,
	api.PlacementRuleKind + "." + api.HybridGroup:              readHybrid,
	api.PlacementRuleKind + "." + api.RHACMGroup:               readKubernetesRule,
	api.PlacementRuleKind + "." + api.AppGroup:                 readKubernetesRule,
	api.PlacementRuleKind + "." + api.MCMGroup:                 readKubernetesRule,
}

// ReadPlacement reads the one placement in a text of YAML or JSON: a Placement of Open Cluster Management, a
// ClusterResourcePlacement or ResourcePlacement of KubeFleet, a hybrid PlacementRule, or a PlacementRule for Kubernetes resources
// alone, which is read as a Placement of Open Cluster Management, of any version that upstream has or had. The text may also have
// the objects that have the rollout strategy of the placement: a ManifestWorkReplicaSet or a ClusterManagementAddOn, or the
// StagedUpdateStrategy of KubeFleet.
//
// Objects of other kinds are ignored, unless the kind is almost one of these. A second placement is an error, and so is an
// unknown field of a placement, of its spec, or of a rolloutStrategy. The rest of the objects is ignored, except for the
// decisions in the status of a PlacementRule, which are its previous decisions. The error is a *document.Error.
func ReadPlacement(ctx context.Context, text string) (Placement, error) {
	return readPlacement(ctx, text, false)
}

// ReadTranslated is [ReadPlacement] also of a placement of which something is not translated, as the placement says. One that the
// hub does not schedule is an error.
func ReadTranslated(ctx context.Context, text string) (Placement, error) {
	p, err := readPlacement(ctx, text, true)
	return p, cmp.Or(err, p.NotScheduled())
}

func readPlacement(ctx context.Context, text string, inPart bool) (Placement, error) {
	const wanted = "; the text must contain exactly one placement"
	list, err := document.Split(ctx, text)
	if err != nil {
		return Placement{}, err
	}
	if len(list) == 0 {
		return Placement{}, &document.Error{Document: 1, Line: 1, Message: "found nothing" + wanted}
	}
	var placed, other *object
	var rollouts []*object
	for i := range list {
		o, err := identify(&list[i])
		switch {
		case err != nil:
			return Placement{}, err
		case placementKinds[o.kind] == nil && rolloutKinds[o.kind].add == nil:
			if suggestion := api.DidYouMean(o.kind, readKinds()...); suggestion != "" {
				return Placement{}, o.mistake(errors.New("found " + o.kind + wanted + suggestion))
			}
			other = cmp.Or(other, o)
			continue
		case placementKinds[o.kind] != nil && placed != nil:
			return Placement{}, o.mistake(errors.New("found a second placement" + wanted))
		}
		if err := api.CheckVersion(o.Header, o.kind); err != nil {
			return Placement{}, o.mistake(err)
		}
		if placementKinds[o.kind] == nil {
			rollouts = append(rollouts, o)
		} else {
			placed = o
		}
	}
	switch {
	case placed == nil && len(rollouts) == 0:
		return Placement{}, other.mistake(errors.New("found " + other.kind + wanted + withoutScheduler(other.kind)))
	case placed == nil:
		o := rollouts[0]
		return Placement{}, o.mistake(errors.New("found " + o.kind + wanted + "; add the " +
			nameOfKind(rolloutKinds[o.kind].placementKind) + " that the rollout belongs to"))
	}
	placed.inPart = inPart
	p, err := placed.placement(true)
	if err != nil {
		return Placement{}, err
	}
	return readRollouts(&p, placed, rollouts)
}

// withoutScheduler completes the sentence about a kind that a hub of KubeFleet may have and that is another API than its
// placements: requests for clusters, and policies for them.
func withoutScheduler(kind string) string {
	if _, group, _ := strings.Cut(kind, "."); group != "placement.kubefleet.dev" {
		return ""
	}
	return ". Of KubeFleet, it can be a ClusterResourcePlacement or a ResourcePlacement; other rules apply to this kind"
}

// readKinds are the kinds of the objects that ReadPlacement reads, sorted.
func readKinds() []string {
	return slices.Sorted(slices.Values(slices.Concat(slices.Collect(maps.Keys(placementKinds)),
		slices.Collect(maps.Keys(rolloutKinds)))))
}

// ReadStoredPlacement reads a placement that an API server returned as JSON, of any kind of ReadPlacement. Fields that are not
// known here are ignored: they are those of another version of the hub. The error is a *document.Error.
func ReadStoredPlacement(raw []byte) (Placement, error) {
	o, err := identify(&document.Document{JSON: raw, Number: 1})
	if err != nil {
		return Placement{}, err
	}
	return o.placement(false)
}

// ReadPlacementObject reads a placement of manifests, of any kind of ReadPlacement. Unknown fields are errors. The error is a
// *document.Error.
func ReadPlacementObject(doc *document.Document) (Placement, error) {
	o, err := identify(doc)
	if err != nil {
		return Placement{}, err
	}
	if err := api.CheckVersion(o.Header, o.kind); placementKinds[o.kind] != nil && err != nil {
		return Placement{}, o.mistake(err)
	}
	return o.placement(true)
}

// placement reads the object as a placement. Strict says that unknown fields and a missing name are errors.
func (o *object) placement(strict bool) (Placement, error) {
	read := placementKinds[o.kind]
	if read == nil {
		return Placement{}, o.mistake(errors.New("found " + o.kind + "; it must be a placement"))
	}
	p, err := read(o.JSON, strict)
	if err == nil && !o.inPart {
		err = p.lost()
	}
	if err == nil && strict && p.Name == "" {
		err = field.Required(field.NewPath("metadata", "name"), "the object must have a name")
	}
	if err != nil {
		return Placement{}, o.mistake(err)
	}
	return p, nil
}

// Untranslated is a field of a placement that the placement of another API does not have, or not with the same meaning.
type Untranslated struct {
	// The path of the field in the placement. Of a PlacementRule for Kubernetes resources alone it is that in the object.
	Path string `json:"path"`
	// `not translated` if nothing stands for the field, or `changed in meaning` if something near does.
	Change string `json:"change"`
	// What differs, and what to do.
	Reason string `json:"reason"`
}

// What becomes of an Untranslated field.
const (
	// NotTranslated says that the translation has nothing in the place of the field.
	NotTranslated = "not translated"
	// ChangedMeaning says that the translation has something that is near.
	ChangedMeaning = "changed in meaning"
)

// lost is the error about the first field that is not translated.
func (p *Placement) lost() error {
	for _, u := range p.Untranslated {
		if u.Change == NotTranslated {
			return &field.Error{Type: field.ErrorTypeForbidden, Field: u.Path, Detail: u.Reason}
		}
	}
	return nil
}
