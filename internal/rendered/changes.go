// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package rendered

import (
	"bytes"
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

// keyOf is the key of a change of what is named.
func (c *Change) keyOf(changed string) changeKey {
	return changeKey{changed, strings.Join(c.Overrides, " "), c.Path, c.Prior, c.Planned}
}

// changeList collects the changes of variants.
type changeList struct {
	byResource grouped[changeKey, Change]
	// compared is how many manifests are compared.
	compared int
	// isCut says that manifests were not compared, or that changes are not listed.
	isCut bool
}

// addVariant compares the manifests of a variant with those without overrides.
func (l *changeList) addVariant(ctx context.Context, v *variant) error {
	for w := range v.manifests.Works {
		work := &v.manifests.Works[w]
		for _, deleted := range work.Deleted {
			l.add(deleted.ID, Change{ClusterNames: v.ClusterNames, Overrides: overrideNames(&deleted.Overrides)})
		}
		for _, m := range work.Manifests {
			if !m.Changed {
				continue
			}
			named := m.Overrides()
			prior := func(context.Context) (map[string]any, error) { return m.Prior(), nil }
			if err := l.addManifest(ctx, v.ClusterNames, overrideNames(&named), prior, m); err != nil {
				return err
			}
		}
	}
	return nil
}

// addManifest compares a manifest with its prior content. What is beyond the bound is left out.
func (l *changeList) addManifest(
	ctx context.Context, clusters, overrides []string, content func(context.Context) (map[string]any, error),
	manifest *resources.Manifest,
) error {
	if l.compared++; l.compared > changedManifests {
		l.isCut = true
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
		l.add(manifest.ID, Change{ClusterNames: clusters, Overrides: overrides, Path: d.path, Prior: d.prior, Planned: d.planned})
	}
	return nil
}

// add adds a change of a resource on the clusters of a variant to the same change on others.
func (l *changeList) add(id resources.ID, change Change) {
	clusters := change.ClusterNames
	change.ClusterNames, change.Resources = nil, []string{ObjectName(id)}
	known := l.byResource.at(change.keyOf(change.Resources[0]), change)
	known.ClusterNames = append(known.ClusterNames, clusters...)
}

// changes are those of several resources on the same clusters together, by their clusters. They are not complete if the list is
// cut.
func (l *changeList) changes() (changes []Change, isComplete bool) {
	var together grouped[changeKey, Change]
	for _, change := range l.byResource.list {
		slices.Sort(change.ClusterNames)
		resource := change.Resources
		change.Resources = nil
		first := together.at(change.keyOf(strings.Join(change.ClusterNames, " ")), change)
		if len(first.Resources) < changedResources {
			first.Resources = append(first.Resources, resource...)
		}
		first.ResourceCount++
	}
	slices.SortStableFunc(together.list, func(a, b Change) int {
		return cmp.Or(slices.Compare(a.ClusterNames, b.ClusterNames), slices.Compare(a.Overrides, b.Overrides))
	})
	shown := min(len(together.list), changesShown)
	return append([]Change{}, together.list[:shown]...), !l.isCut && shown == len(together.list)
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

// absent stands for the value of a field that a side does not have. It has no JSON.
var absent any = func() {}

func compare(path string, prior, planned any, list *[]difference) {
	switch b := prior.(type) {
	case map[string]any:
		if a, ok := planned.(map[string]any); ok {
			names := slices.AppendSeq(slices.Collect(maps.Keys(b)), maps.Keys(a))
			slices.Sort(names)
			for _, name := range slices.Compact(names) {
				compare(path+"/"+pointer.Replace(name), fieldOf(b, name), fieldOf(a, name), list)
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

func fieldOf(object map[string]any, name string) any {
	if value, ok := object[name]; ok {
		return value
	}
	return absent
}

// equal compares values. A number is equal to the same number of another type.
func equal(a, b any) bool {
	if reflect.DeepEqual(a, b) {
		return true
	}
	first, err := json.Marshal(a)
	second, otherErr := json.Marshal(b)
	return err == nil && otherErr == nil && bytes.Equal(first, second)
}

// valueText is the JSON of a value; empty if it is absent.
func valueText(value any) string {
	text, err := json.Marshal(value)
	if err != nil {
		return ""
	}
	return excerpt.Line(string(text), changedValue)
}

// grouped are values by their keys, in the order in which these come first.
type grouped[K comparable, V any] struct {
	index map[K]int
	list  []V
}

// at is the value of a key, which is the first one that it gets. The next call may move it.
func (g *grouped[K, V]) at(key K, first V) *V {
	i, ok := g.index[key]
	if !ok {
		if g.index == nil {
			g.index = map[K]int{}
		}
		i, g.index[key] = len(g.list), len(g.list)
		g.list = append(g.list, first)
	}
	return &g.list[i]
}
