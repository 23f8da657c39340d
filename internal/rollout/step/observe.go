package step

// observe takes the states as they are given. A state of another revision says that the cluster has that one: with a strategy of
// Open Cluster Management it has no state then.
func (w *world) observe(r *PassRequest) {
	for i := range w.clusters {
		c := &w.clusters[i]
		s, ok := r.ClusterStatus[c.name]
		if !ok {
			continue
		}
		c.status, c.since, c.holds = s.Status, s.LastTransitionTime, holdsTarget
		if w.strategy.IsOCM() && !c.chosen {
			continue // The cluster is removed, whatever revision it has.
		}
		if r.Revision != "" && s.Revision != r.Revision && (s.Revision != "" || !w.strategy.IsOCM()) {
			c.holds = holdsOther
			if w.strategy.IsOCM() {
				c.status = ""
			}
		}
	}
}
