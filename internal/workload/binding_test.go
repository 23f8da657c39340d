// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package workload

import (
	"cmp"
	"fmt"
	"strings"
	"testing"
	"time"
)

// bindingOf is a ClusterResourceBinding of the third generation, with lists of objects in its status.
func bindingOf(state, lists string, conditions ...string) string {
	return "{apiVersion: placement.kubernetes-fleet.io/v1beta1, kind: ClusterResourceBinding, metadata: {name: web-c, " +
		"generation: 3, labels: {kubernetes-fleet.io/parent-CRP: web}}, spec: {state: " + state +
		", targetCluster: c, resourceSnapshotName: web-4-snapshot}, status: {" + lists + "conditions: [" +
		strings.Join(conditions, ",") + "]}}"
}

// placedOf is an object in a list of a binding. Its condition is of the minute 5.
func placedOf(object, reason string) string {
	kind, name, _ := strings.Cut(object, "/")
	namespace := ""
	if before, after, ok := strings.Cut(name, "/"); ok {
		namespace, name = before, after
	}
	of := map[bool]string{true: "Available", false: "Applied"}[reason == "ManifestNotAvailableYet"]
	return fmt.Sprintf("{kind: %s, version: v1, name: %s, namespace: %q, condition: {type: %s, status: 'False', reason: %s, message: the reason %s, "+
		"observedGeneration: 1, lastTransitionTime: %s}}", kind, name, namespace, of, reason, reason, minute(5))
}

// TestBinding has each row of the rules of KubeFleet.
func TestBinding(t *testing.T) {
	t.Parallel()
	const revision = " of web-4-snapshot"
	applied := conditionOf("Applied", "True", "AllWorkHaveBeenApplied", 3)
	notApplied := conditionOf("Applied", "False", "NotAllWorkHaveBeenApplied", 3)
	notAvailable := conditionOf("Available", "False", "NotAllWorkAreAvailable", 3)
	for name, tt := range map[string]struct {
		state      string
		failed     []string
		further    string
		conditions []string
		want       string
		says       string
	}{
		"scheduled":        {state: "Scheduled", want: "none"},
		"nothing reported": {want: "NotAvailable" + revision},
		"available": {
			conditions: []string{conditionOf("Available", "True", "AllWorkAreAvailable", 3)}, want: "Available 03" + revision,
		},
		"available, and changed on the cluster": {
			further:    "driftedPlacements: [{kind: ConfigMap, version: v1, name: a, observedDrifts: [{path: /data}]}], ",
			conditions: []string{conditionOf("Available", "True", "AllWorkAreAvailable", 3)}, want: "Available 03" + revision,
		},
		"available of before": {
			conditions: []string{conditionOf("Available", "True", "AllWorkAreAvailable", 2)}, want: "NotAvailable" + revision,
		},
		"not trackable": {
			conditions: []string{conditionOf("Available", "True", "WorkNotTrackable", 3)}, want: "NotTrackable 03" + revision,
		},
		"some not trackable": {
			state: "Unscheduled", conditions: []string{conditionOf("Available", "True", "NotAllWorkAreAvailabilityTrackable", 3)},
			want: "NotTrackable 03" + revision,
		},
		"not yet": {
			conditions: []string{conditionOf("Available", "False", "ResourceNotAvailableYet", 3)}, want: "NotAvailable" + revision,
		},
		"being brought to the cluster": {
			conditions: []string{conditionOf("Applied", "False", "ApplyInProgress", 3)}, want: "NotAvailable" + revision,
		},
		"starting": {
			failed:     []string{placedOf("Deployment/web/web", "ManifestNotAvailableYet")},
			conditions: []string{applied, notAvailable}, want: "NotAvailable" + revision,
			says: "Deployment/web/web: the reason ManifestNotAvailableYet, since 2026-08-11T12:05:00Z",
		},
		"starting, and changed on the cluster": {
			failed:     []string{placedOf("Deployment/web/web", "ManifestNotAvailableYet")},
			further:    "driftedPlacements: [{kind: ConfigMap, version: v1, name: a, observedDrifts: [{path: /data}]}], ",
			conditions: []string{applied, notAvailable}, want: "NotAvailable" + revision,
			says: "Deployment/web/web: the reason ManifestNotAvailableYet, since 2026-08-11T12:05:00Z",
		},
		"differences reported": {
			further: "diffedPlacements: [{kind: Deployment, version: v1, namespace: web, name: web, observedDiffs: [{path: /spec/replicas}]}, " +
				"{kind: Namespace, version: v1, name: web, observedDiffs: [{path: /metadata/labels}]}], ",
			conditions: []string{conditionOf("DiffReported", "True", "AllWorkDiffReported", 3)}, want: "Available 03" + revision,
			says: "Namespace/web: it differs at /metadata/labels, and 1 more object",
		},
		"no difference reported": {
			conditions: []string{conditionOf("DiffReported", "True", "AllWorkDiffReported", 3)}, want: "Available 03" + revision,
		},
		"differences of before": {
			conditions: []string{conditionOf("DiffReported", "True", "AllWorkDiffReported", 2)}, want: "NotAvailable" + revision,
		},
		"not looked at": {conditions: []string{applied, notAvailable}, want: "NotAvailable" + revision},
		"not known whether available": {
			failed: []string{placedOf("Job/web/b", "ManifestNotAvailableYet"), placedOf("Job/web/a", "Failed")}, conditions: []string{applied, notAvailable},
			want: "Failed 05" + revision, says: "Job/web/a: the reason Failed",
		},
		"apply pending":     {conditions: []string{conditionOf("Applied", "False", "ApplyPending", 3)}, want: "NotAvailable" + revision},
		"the agent is gone": {conditions: []string{notApplied}, want: "NotAvailable" + revision},
		"not applied": {
			// In any order, the object of the cluster itself comes first.
			failed: []string{placedOf("Deployment/whatif/a", "ManifestApplyFailed"), placedOf("Service/whatif/b", "ManifestNotAvailableYet"),
				placedOf("Namespace/whatif", "FailedToTakeOver")},
			conditions: []string{notApplied}, want: "Failed 05" + revision,
			says: "Namespace/whatif: the reason FailedToTakeOver, and 1 more object",
		},
		"not taken over": {
			failed:     []string{placedOf("Deployment/web/web", "NotTakenOver")},
			further:    "diffedPlacements: [{kind: Deployment, version: v1, namespace: web, name: web, observedDiffs: [{path: /spec/replicas, valueInHub: '1'}]}], ",
			conditions: []string{notApplied}, want: "Failed 05" + revision,
			says: "Deployment/web/web: the reason NotTakenOver (it differs at /spec/replicas)",
		},
		"drifted": {
			failed: []string{placedOf("Deployment/web/web", "FoundDrifts")},
			further: "driftedPlacements: [{kind: Deployment, version: v1, namespace: web, name: web, observedDrifts: [{path: /spec/a}, " +
				"{path: /spec/b}]}], ",
			conditions: []string{notApplied}, want: "Failed 05" + revision,
			says: "Deployment/web/web: the reason FoundDrifts (it differs at /spec/a and 1 more path)",
		},
		"of an earlier version": {
			further:    "driftedPlacements: [{kind: Deployment, version: v1, namespace: web, name: web, observedDrifts: [{path: /spec/a}]}], ",
			conditions: []string{notApplied}, want: "Failed 03" + revision, says: "Deployment/web/web: it differs at /spec/a",
		},
		"apply failed before": {
			failed:     []string{placedOf("Namespace/whatif", "FailedToTakeOver")},
			conditions: []string{conditionOf("Applied", "False", "NotAllWorkHaveBeenApplied", 2)}, want: "NotAvailable" + revision,
		},
		"overrides failed": {
			conditions: []string{conditionOf("Overridden", "False", "OverriddenFailed", 3)}, want: "Failed 03" + revision, says: "said",
		},
		"not synchronized": {
			conditions: []string{conditionOf("WorkSynchronized", "False", "SyncWorkFailed", 3)}, want: "Failed 03" + revision, says: "said",
		},
		"another reason": {
			conditions: []string{conditionOf("Applied", "False", "Refused", 3)}, want: "Failed 03" + revision, says: "said",
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			text := bindingOf(cmp.Or(tt.state, "Bound"), "failedPlacements: ["+strings.Join(tt.failed, ",")+"], "+tt.further, tt.conditions...)
			check(t, &Source{Placement: &PlacementName{Name: "web"}}, text, tt.want)
			check(t, &Source{Placement: &PlacementName{Name: "other"}}, text, "none")
			if says := read(t, &Source{Placement: &PlacementName{Name: "web"}}, text).ClusterStatus["c"].Message; says != tt.says {
				t.Errorf("it says %q, want %q", says, tt.says)
			}
		})
	}
}

// TestSilent: an agent of a member that is silent for three of its periods is told with what is not finished there.
func TestSilent(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 8, 11, 12, 10, 0, 0, time.UTC)
	member := func(spec, agents string) string {
		return "{apiVersion: cluster.kubernetes-fleet.io/v1beta1, kind: MemberCluster, metadata: {name: c}, spec: {" + spec +
			"}, status: {agentStatus: [" + agents + "]}}"
	}
	at := func(minute string) string {
		return "{type: Other, lastReceivedHeartbeat: '2026-08-11T12:09:59Z'}, {type: MemberAgent, lastReceivedHeartbeat: " + minute + "}"
	}
	waits := bindingOf("Bound", "", conditionOf("Applied", "False", "NotAllWorkHaveBeenApplied", 3))
	for name, tt := range map[string]struct{ member, binding, want string }{
		"at the limit": {member: member("", at(minute(7)))},
		"silent":       {member: member("", at(minute(6))), want: "since 2026-08-11T12:06:00Z"},
		"slow":         {member: member("heartbeatPeriodSeconds: 120", at(minute(6)))},
		"never":        {member: member("", ""), want: "has never sent a heartbeat"},
		"fast": {
			member: member("heartbeatPeriodSeconds: 5", at("'2026-08-11T12:09:30Z'")),
		},
		"fast and silent": {
			member: member("heartbeatPeriodSeconds: 5", at("'2026-08-11T12:09:29Z'")), want: "since 2026-08-11T12:09:29Z",
		},
		"failed": {
			binding: bindingOf("Bound", "", conditionOf("Overridden", "False", "OverriddenFailed", 3)), member: member("", at(minute(6))),
			want: "said; the agent of the cluster has sent no heartbeat since 2026-08-11T12:06:00Z",
		},
		"available": {
			binding: bindingOf("Bound", "", conditionOf("Available", "True", "AllWorkAreAvailable", 3)), member: member("", at(minute(6))),
		},
		"another member": {member: strings.Replace(member("", ""), "name: c", "name: d", 1)},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			found := read(t, &Source{Placement: &PlacementName{Name: "web"}}, cmp.Or(tt.binding, waits))
			if waiting := found.Waiting(); waiting == (name == "available") {
				t.Errorf("waiting: %t", waiting)
			}
			agents, err := ReadAgent(yamlOf(t, tt.member))
			if err != nil {
				t.Fatal(err)
			}
			before := found.ClusterStatus["c"].Message
			warning := found.TellSilent(agents, now)
			got := found.ClusterStatus["c"]
			if tt.want == "" && got.Message != before || !strings.Contains(got.Message, tt.want) {
				t.Errorf("it says %q, want %q", got.Message, tt.want)
			}
			if (warning != "") != (tt.want != "") {
				t.Errorf("the warning is %q", warning)
			}
		})
	}
}
