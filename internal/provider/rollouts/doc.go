// Package rollouts is multicluster_rollout, as a resource and as a data source, and the function waves.
package rollouts
