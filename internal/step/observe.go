// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package step

// observe takes the states as they are given. A state of another revision says that the cluster has that one: with a strategy of
// Open Cluster Management it has no state then.
func (p *strategyPass) observe(r *PassRequest) {
	for i := range p.clusters {
		c := &p.clusters[i]
		s, ok := r.ClusterStatus[c.name]
		if !ok {
			continue
		}
		c.status, c.since, c.holds = s.Status, s.LastTransitionTime, holdsTarget
		if p.strategy.IsOCM() && !c.chosen {
			continue // The cluster is removed, whatever revision it has.
		}
		if r.Revision != "" && s.Revision != r.Revision && (s.Revision != "" || !p.strategy.IsOCM()) {
			c.holds = holdsOther
			if p.strategy.IsOCM() {
				c.status = ""
			}
		}
	}
}
