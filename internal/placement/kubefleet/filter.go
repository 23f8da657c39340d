package kubefleet

import (
	"slices"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
)

// filter runs the filters that do not depend on what was picked before, one after the other on what the one before
// left. A filter that the request does not need is left out. Clusters that are selected already are filtered too.
func (p *pass) filter() *placement.Misconfiguration {
	terms := p.compileTerms()
	left := make([]int32, len(p.clusters))
	for i := range left {
		left[i] = int32(i)
	}
	for _, f := range []struct {
		name   string
		needed bool
		keep   func(at int32) (bool, *placement.Misconfiguration)
	}{
		{StageAffinity, len(terms) > 0, func(at int32) (bool, *placement.Misconfiguration) {
			return p.filterByAffinity(terms, at)
		}},
		{StageEligibility, true, always(p.filterByEligibility)},
		{StageNamespace, p.req.Namespace != "", always(p.filterByNamespace)},
		{StageTaint, true, always(p.filterByTaints)},
	} {
		if !f.needed {
			continue
		}
		kept := left[:0]
		for _, at := range left {
			keep, misconfigured := f.keep(at)
			if misconfigured != nil {
				misconfigured.Plugin = f.name
				return misconfigured
			}
			if keep {
				kept = append(kept, at)
			}
		}
		left = kept
		p.addFilter(f.name, left)
	}
	slices.Sort(p.filtered)
	p.candidates = slices.DeleteFunc(left, func(at int32) bool { return p.selected[at] })
	p.ranFilters = true
	return nil
}

// always is a filter that never fails.
func always(keep func(int32) bool) func(int32) (bool, *placement.Misconfiguration) {
	return func(at int32) (bool, *placement.Misconfiguration) { return keep(at), nil }
}

func (p *pass) addFilter(name string, left []int32) {
	survivors := make([]string, len(left))
	for i, at := range left {
		survivors[i] = p.clusters[at].Name
	}
	p.result.Filters = append(p.result.Filters, placement.FilterResult{Name: name, Survivors: survivors})
}

// filterByNamespace rejects the clusters that do not have the namespace of a ResourcePlacement, as far as they report
// their namespaces at all.
func (p *pass) filterByNamespace(at int32) bool {
	c := p.clusters[at]
	if !c.NamespacesCollected || slices.Contains(c.Namespaces, p.req.Namespace) {
		return true
	}
	p.reject(at, StageNamespace, append(p.room(1), placement.Mismatch{
		Kind: placement.MismatchNamespace, Key: p.req.Namespace, Present: c.Namespaces != nil,
	}))
	return false
}

// filterByTaints rejects the clusters with a taint that no toleration tolerates. The first such taint is the reason.
func (p *pass) filterByTaints(at int32) bool {
	for i := range p.clusters[at].Taints {
		taint := &p.clusters[at].Taints[i]
		if slices.ContainsFunc(p.req.Tolerations, func(t Toleration) bool { return t.tolerates(taint) }) {
			continue
		}
		p.reject(at, StageTaint, append(p.room(1), placement.Mismatch{
			Kind: placement.MismatchTaint, Key: taint.Key, Found: taint.Value, Present: taint.Value != "",
			Wanted: string(taint.Effect),
		}))
		return false
	}
	return true
}

// tolerates reports whether the toleration is for this taint. Any operator but the two, also none, is for no taint.
func (t Toleration) tolerates(taint *placement.Taint) bool {
	if t.Effect != "" && t.Effect != taint.Effect {
		return false
	}
	switch t.Operator {
	case TolerationEqual:
		return t.Key == taint.Key && t.Value == taint.Value
	case TolerationExists:
		return t.Key == "" || t.Key == taint.Key
	}
	return false
}
