// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package ocm

// all rolls out to every cluster at the same time. The handler ignores minSuccessTime and maxFailures here, and tolerates
// as many failures as there are clusters, so that the rollout never stops.
func (p *pass) all(config All) error {
	var err error
	if p.deadline, err = parseDeadline(config.ProgressDeadline); err != nil {
		return mistake("all.progressDeadline", err)
	}
	owners, n := p.owners(p.visible())
	p.perCluster(owners, n, n)
	return nil
}
