// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package rendered

import (
	"cmp"
	"context"
	"encoding/json"
	"maps"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/kubefleet/resources"
)

// Change is what overrides change, on the clusters on which they change it in the same way.
type Change struct {
	// The names of the clusters.
	ClusterNames []string `json:"clusterNames"`
	// The overrides that are applied to the resources, in their order.
	Overrides []string `json:"overrides"`
	// The first ten of the changed resources, as `Kind/name` or `Kind/namespace/name`.
	Resources []string `json:"resources"`
	// How many resources are changed in this way.
	ResourceCount int `json:"resourceCount"`
	// The field, as a JSON pointer. Null for resources that are deleted.
	Path string `json:"path,omitempty"`
	// The value before, JSON, up to 200 bytes. Null for a field that is added.
	Prior string `json:"before,omitempty"`
	// The value after, JSON, up to 200 bytes. Null for a field that is removed.
	Planned string `json:"after,omitempty"`
}

// Bounds of the changes. What is beyond them is counted.
const (
	changedManifests = 2_000
	changesShown     = 200
	changedResources = 10
	changedValue     = 200
)

// changeKey is a change of a field of a resource, or of resources on clusters: what is changed, and how.
type changeKey struct{ changed, overrides, path, before, after string }

// changeList collects the changes of variants.
type changeList struct {
	byResource map[changeKey]*Change
	order      []*Change
	// remaining is how many manifests can still be compared.
	remaining int
	// complete says that all manifests were compared, and that all changes are listed.
	complete bool
}

func newChangeList() *changeList {
	return &changeList{byResource: map[changeKey]*Change{}, remaining: changedManifests, complete: true}
}

// addChanges compares the manifests of each variant with those without overrides.
func (r *rendition) addChanges(ctx context.Context, outputs *Outputs, variants map[string]*resources.ClusterManifests) error {
	list := newChangeList()
	for i := range outputs.Variants {
		v := &outputs.Variants[i]
		for w := range variants[v.Digest].Works {
			if err := list.addWork(ctx, &variants[v.Digest].Works[w], v.ClusterNames); err != nil {
				return err
			}
		}
	}
	outputs.Changes = list.changes()
	outputs.ChangesComplete = list.complete
	return nil
}

func (l *changeList) addWork(ctx context.Context, work *resources.Work, clusters []string) error {
	for _, deleted := range work.Deleted {
		l.add(clusters, overrideNames(&deleted.Overrides), deleted.ID, difference{})
	}
	for _, m := range work.Manifests {
		if !m.Changed {
			continue
		}
		named := m.Overrides()
		prior := func(context.Context) (map[string]any, error) { return m.Prior(), nil }
		if err := l.addManifest(ctx, clusters, overrideNames(&named), prior, m); err != nil {
			return err
		}
	}
	return nil
}

// addManifest compares a manifest with its prior content. What is beyond the bound is left out.
func (l *changeList) addManifest(
	ctx context.Context, clusters, overrides []string, content func(context.Context) (map[string]any, error),
	manifest *resources.Manifest,
) error {
	if l.remaining--; l.remaining < 0 {
		l.complete = false
		return nil
	}
	prior, err := content(ctx)
	if err != nil {
		return err
	}
	planned, err := manifest.Content(ctx)
	if err != nil {
		return err
	}
	for _, d := range differences(withoutSecrets(prior), withoutSecrets(planned)) {
		l.add(clusters, overrides, manifest.ID, d)
	}
	return nil
}

// add adds the clusters of a variant to a change of a resource.
func (l *changeList) add(clusters, overrides []string, id resources.ID, d difference) {
	key := changeKey{ObjectName(id), strings.Join(overrides, " "), d.path, d.prior, d.planned}
	change := l.byResource[key]
	if change == nil {
		change = &Change{Overrides: overrides, Resources: []string{ObjectName(id)}, Path: d.path, Prior: d.prior, Planned: d.planned}
		l.byResource[key] = change
		l.order = append(l.order, change)
	}
	change.ClusterNames = append(change.ClusterNames, clusters...)
}

// changes are those of several resources on the same clusters together, by their clusters.
func (l *changeList) changes() []Change {
	together := map[changeKey]*Change{}
	var order []*Change
	for _, change := range l.order {
		slices.Sort(change.ClusterNames)
		key := changeKey{strings.Join(change.ClusterNames, " "), strings.Join(change.Overrides, " "), change.Path, change.Prior,
			change.Planned}
		first := together[key]
		if first == nil {
			first = change
			together[key] = first
			order = append(order, first)
		} else if len(first.Resources) < changedResources {
			first.Resources = append(first.Resources, change.Resources...)
		}
		first.ResourceCount++
	}
	slices.SortStableFunc(order, func(a, b *Change) int {
		return cmp.Or(slices.Compare(a.ClusterNames, b.ClusterNames), slices.Compare(a.Overrides, b.Overrides))
	})
	list := make([]Change, 0, min(len(order), changesShown))
	for _, change := range order[:cap(list)] {
		list = append(list, *change)
	}
	l.complete = l.complete && len(list) == len(order)
	return list
}

// difference is a field that differs. A side that does not have it is empty.
type difference struct{ path, prior, planned string }

// differences are the fields that differ, by path.
func differences(prior, planned map[string]any) []difference {
	var list []difference
	compare("", prior, planned, &list)
	slices.SortStableFunc(list, func(a, b difference) int { return cmp.Compare(a.path, b.path) })
	return list
}

var pointer = strings.NewReplacer("~", "~0", "/", "~1")

func compare(path string, prior, planned any, list *[]difference) {
	switch b := prior.(type) {
	case map[string]any:
		if a, ok := planned.(map[string]any); ok {
			names := slices.Concat(slices.Collect(maps.Keys(b)), slices.Collect(maps.Keys(a)))
			slices.Sort(names)
			for _, name := range slices.Compact(names) {
				compareField(path+"/"+pointer.Replace(name), b, a, name, list)
			}
			return
		}
	case []any:
		if a, ok := planned.([]any); ok && len(a) == len(b) {
			for i := range a {
				compare(path+"/"+strconv.Itoa(i), b[i], a[i], list)
			}
			return
		}
	}
	if !equal(prior, planned) {
		*list = append(*list, difference{path, valueText(prior), valueText(planned)})
	}
}

func compareField(path string, prior, planned map[string]any, name string, list *[]difference) {
	b, inPrior := prior[name]
	a, inPlanned := planned[name]
	switch {
	case !inPrior:
		*list = append(*list, difference{path, "", valueText(a)})
	case !inPlanned:
		*list = append(*list, difference{path, valueText(b), ""})
	default:
		compare(path, b, a, list)
	}
}

// equal compares values. A number is equal to the same number of another type.
func equal(a, b any) bool {
	if reflect.DeepEqual(a, b) {
		return true
	}
	first, err := json.Marshal(a)
	if err != nil {
		return false
	}
	second, err := json.Marshal(b)
	return err == nil && string(first) == string(second)
}

func valueText(value any) string {
	text, err := json.Marshal(value)
	if err != nil {
		return ""
	}
	return excerpt.Line(string(text), changedValue)
}
