// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package kubefleet

import (
	"fmt"
	"math"

	"k8s.io/apimachinery/pkg/api/resource"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/match"
)

// preference is a compiled preferred term.
type preference struct {
	field       string
	weight      int32
	labels      match.Selector
	labelsError error
	sorter      *PropertySorter
	values      *values
}

// values are the values of a property in the whole fleet.
type values struct {
	// byCluster has an entry for each cluster; NaN for one that does not have the property.
	byCluster   []float64
	least, most float64
}

// preferences compiles the preferred terms. The least and the most value of a sorter are those of the whole fleet,
// including clusters that cannot be chosen. A value that is not a quantity fails the cycle, regardless of the weight.
func (p *pass) preferences() ([]preference, *placement.Misconfiguration) {
	list := p.req.Preferred()
	ready := make([]preference, len(list))
	byName := map[string]*values{}
	for i := range list {
		r := &ready[i]
		r.field = fmt.Sprintf("affinity.clusterAffinity.preferredDuringSchedulingIgnoredDuringExecution[%d].preference", i)
		r.weight = list[i].Weight
		r.labels, r.labelsError = match.CompileSelector(list[i].Preference.LabelSelector)
		r.sorter = list[i].Preference.PropertySorter
		if r.sorter == nil {
			continue
		}
		if byName[r.sorter.Name] == nil {
			measured, misconfigured := p.valuesOf(r.sorter.Name, r.field+".propertySorter.name")
			if misconfigured != nil {
				return nil, misconfigured
			}
			byName[r.sorter.Name] = measured
		}
		r.values = byName[r.sorter.Name]
	}
	return ready, nil
}

// valuesOf reads a property of the whole fleet. The field is the path of the property's name in the request.
func (p *pass) valuesOf(name, field string) (*values, *placement.Misconfiguration) {
	property := compileProperty(name)
	measured := &values{byCluster: make([]float64, len(p.Clusters))}
	var least, most resource.Quantity
	first := true
	for index, c := range p.Clusters {
		quantity, ok, message := property.value(c)
		if message != "" {
			return nil, &placement.Misconfiguration{Plugin: StageAffinity, Field: field, Message: message}
		}
		if !ok {
			measured.byCluster[index] = math.NaN()
			continue
		}
		measured.byCluster[index] = property.float(&quantity)
		// Compared as exact decimals: two notations of one value can differ as float64.
		if first || quantity.Cmp(least) < 0 {
			least, measured.least = quantity, measured.byCluster[index]
		}
		if first || quantity.Cmp(most) > 0 {
			most, measured.most = quantity, measured.byCluster[index]
		}
		first = false
	}
	return measured, nil
}

// affinityScore adds up what the preferred terms give a cluster.
func affinityScore(preferences []preference, c *placement.Cluster, position int32) (int32, *placement.Misconfiguration) {
	var total int32
	for i := range preferences {
		if preferences[i].weight == 0 {
			continue
		}
		score, field, message := preferences[i].score(c, position)
		if message != "" {
			return 0, &placement.Misconfiguration{
				Plugin: StageAffinity, Field: preferences[i].field + field, Message: message,
			}
		}
		total += score
	}
	return total, nil
}

// score is what one term gives a cluster: 0 if its labels do not match, else the weight, or the sorter's part of it. A
// property selector in the term is ignored.
func (r *preference) score(c *placement.Cluster, position int32) (score int32, field, message string) {
	if r.labelsError != nil {
		return 0, ".labelSelector", "failed to parse label selector: " + r.labelsError.Error()
	}
	if !r.labels.Matches(c.Labels) {
		return 0, "", ""
	}
	if r.sorter == nil {
		return r.weight, "", ""
	}
	score, message = r.values.part(position, r.sorter.SortOrder, r.weight)
	return score, ".propertySorter", message
}

// part is the part of the weight that a cluster gets, rounded half away from zero. A cluster without the property gets 0,
// and so do all clusters if there is only one value in the fleet.
func (v *values) part(position int32, sortOrder string, weight int32) (int32, string) {
	value := v.byCluster[position]
	switch {
	case math.IsNaN(value):
		return 0, ""
	case math.IsInf(v.least, 0), math.IsInf(v.most, 0), v.least > v.most, value < v.least, value > v.most:
		return 0, fmt.Sprintf("cannot interpolate weight, observed value %v, observed min %v, observed max %v", value, v.least, v.most)
	case v.least == v.most:
		return 0, ""
	}
	share := (value - v.least) / (v.most - v.least)
	switch sortOrder {
	case Descending:
		return int32(math.Round(share * float64(weight))), ""
	case Ascending:
		return int32(math.Round((1 - share) * float64(weight))), ""
	}
	return 0, fmt.Sprintf("cannot interpolate weight as sort order %s is invalid", sortOrder)
}
