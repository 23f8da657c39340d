// Package rollout computes the next step of a rollout: which of the chosen clusters receive a change now, which wait, and
// why. It does what the controllers of the hubs do.
//
// [OCM] follows the rollout handler of Open Cluster Management. The strategies of KubeFleet are in the files
// rolling_update*.go and staged*.go.
//
// The package is pure: no I/O, no clock, no randomness, no goroutines. The time is part of the request.
package rollout
