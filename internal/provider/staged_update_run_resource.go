// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package provider

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/delivery"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/finding"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hub"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubobject"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubview"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/lists"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/managed"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/provider/framework"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/provider/hubresource"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/rollout/staged"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/stagedrun"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/tfvalue"
)

// stagedRunKind is multicluster_staged_update_run.
//
// # Resource staged_update_run
//
// A rollout of a placement in the stages of a `multicluster_staged_update_strategy`, which KubeFleet carries out on the hub of
// the provider. It is a ClusterStagedUpdateRun or, with a `namespace`, a StagedUpdateRun. A plan that creates a run warns of what
// it will do, stage by stage, and is an error if the hub would fail it. An apply ends when the run is written, unless `wait_for`
// is set; each refresh shows how far it is.
var stagedRunKind = hubresource.Kind[stagedrun.Arguments]{
	Attributes: func() map[string]schema.Attribute {
		return framework.ResourceAttributes(framework.Join(
			framework.Arguments[stagedrun.Arguments]("approved_stages", "wait_for"), framework.ComputedAttributes[stagedrun.Report]()))
	},
	Version: stagedRunVersion,
	Rewrite: rewriteStagedRun,
	Validate: func(r *stagedrun.Arguments) field.ErrorList {
		return append(validateKeys(r.Namespace, r.Name), r.Validate()...)
	},
	Hub: managed.Kind[stagedrun.Arguments]{
		Name: "staged_update_run", Keys: []string{"namespace", "name"}, OptionalKeys: 1,
		Kinds: hubobject.KubeFleet.Runs.Kinds(),
		Apply: hubobject.ApplyStagedRun, Read: hubobject.ReadStagedRun,
		Immutable: stagedrun.Replaced,
		Effects:   stagedRunEffects,
		Deletion:  " and its approval requests. The clusters keep what they have",
		Arguments: []string{
			"labels", "annotations", "placement_name", "staged_rollout_strategy_name", "resource_snapshot_index", "state",
		},
		Computed: func(context.Context, *stagedrun.Arguments, *tfvalue.Reader) (map[string]any, error) {
			return stagedRunReport(&stagedrun.Arguments{}, nil), nil
		},
		Published: func(r *stagedrun.Arguments, o *hub.Object) map[string]any {
			status, err := stagedrun.ReadStatus(o.Fields)
			if err != nil {
				return stagedRunReport(r, nil)
			}
			return stagedRunReport(r, status)
		},
		Imported:  func(r *stagedrun.Arguments) { r.Annotations = withoutControllers(r.Annotations, lastApplied) },
		OnlyOnHub: true, Progresses: true,
		Kept:        []string{"stage_clusters", "removed_clusters", "resource_snapshot_index_used"},
		Awaits:      "wait_for",
		IsDue:       isApprovalDue,
		IsUnsettled: isRunUnsettled,
		Missing:     awaitStagedRun,
	},
}

// stagedRunVersion is the version of the states of runs. Version 1 had the clusters of each stage in a list.
const stagedRunVersion = 2

// rewriteStagedRun gives a state of version 1 its present form.
func rewriteStagedRun(attributes map[string]any) {
	if stages, ok := attributes["clusters_by_stage"].(map[string]any); ok {
		clusters := map[string]string{}
		for name, list := range stages {
			names, _ := list.([]any)
			clusters[name] = strings.Join(lists.Map(names, func(name any) string { return fmt.Sprint(name) }), ", ")
		}
		attributes["stage_clusters"] = clusters
	}
	delete(attributes, "clusters_by_stage")
}

// stagedRunReport are the outputs of a run; all are null without a status.
func stagedRunReport(r *stagedrun.Arguments, status *stagedrun.Status) map[string]any {
	if status != nil {
		return tfvalue.Attributes(r.Report(status))
	}
	outputs := map[string]any{}
	for name := range framework.ComputedAttributes[stagedrun.Report]() {
		outputs[name] = nil
	}
	return outputs
}

// stagedRunEffects say what a run does that is created, what is wrong with the approvals of one that goes on, and what remains of
// one that is deleted before its end.
func stagedRunEffects(
	ctx context.Context, target *managed.Target, what string, prior, planned *stagedrun.Arguments,
) finding.List {
	if prior == nil || planned != nil && (prior.Name != planned.Name || prior.Namespace != planned.Namespace ||
		len(stagedrun.Replaced(prior, planned)) > 0) {
		return delivery.StartsRun(ctx, target.Hub.Plan, what, planned)
	}
	ref := hub.Reference{Kind: hubobject.KubeFleet.Runs.KindIn(prior.Namespace), Namespace: prior.Namespace, Name: prior.Name}
	object, err := target.Client.Look(ctx, ref)
	if err != nil || object == nil {
		return nil
	}
	status, err := stagedrun.ReadStatus(object.Fields)
	switch {
	case err != nil:
		return nil
	case planned != nil:
		return append(delivery.GoesOn(ctx, target.Hub.Plan, what, planned, status),
			unanswered(ctx, target.Client, what, planned, status)...)
	case status.IsUnderWay():
		return finding.List{finding.Warning("", what+" is deleted before its end", "The clusters keep what they have: those that the "+
			"run has updated the new resources, the others the former ones, until another run.")}
	}
	return nil
}

// unanswered are the warnings about approval requests that the run waits for and that another client has spoilt.
func unanswered(
	ctx context.Context, client *hubview.Client, what string, r *stagedrun.Arguments, status *stagedrun.Status,
) (findings finding.List) {
	if status.Ended() {
		return nil
	}
	for _, request := range r.Requests(status) {
		if text := spoilt(ctx, client, r, &request); text != "" {
			findings = append(findings, finding.Warning("approvedStages", what+" waits for an approval that does not come", text))
		}
	}
	return findings
}

// spoilt says why an approval request does not get its approval, or why that is not known; empty if it can get it.
func spoilt(ctx context.Context, client *hubview.Client, r *stagedrun.Arguments, request *stagedrun.ApprovalRequest) string {
	ref, _, approval, err := approvalOf(ctx, client, r, request)
	switch {
	case err != nil:
		return fmt.Sprintf("Whether another client has rejected %s cannot be read: %s", ref, excerpt.Sentence(client.Readable(err)))
	case approval == nil:
		return ""
	}
	refusal := approval.Refusal(ref, r.Name, request.Stage)
	if refusal != "" || request.IsApproved || approval.Given() == nil || approval.IsCurrent() {
		return refusal
	}
	return fmt.Sprintf("The approval of %s has expired: it was given for an earlier generation of the request, which the hub does "+
		"not accept. Approve it again, here by %s.", ref, staged.ApprovalLine(r.Name, r.ApprovedStages[r.Name],
		strings.TrimPrefix(request.Name, r.Name+"-")))
}

// runState is what the state has of a run.
type runState struct {
	stagedrun.Arguments
	Approvals map[string]string `json:"approvals"`
}

// runStateOf reads the state of a run. IsGiven says that the plan changes the approvals that are given.
func runStateOf(o *managed.Operation[stagedrun.Arguments]) (prior runState, isGiven bool, err error) {
	if o.State == nil {
		return prior, false, nil
	}
	err = o.State.Read(&prior)
	return prior, !slices.Equal(o.Object.ApprovedStages[o.Object.Name], prior.ApprovedStages[o.Object.Name]), err
}

// isApprovalDue reports whether an apply approves something although the object of the run does not change.
func isApprovalDue(o *managed.Operation[stagedrun.Arguments]) (bool, error) {
	prior, isGiven, err := runStateOf(o)
	for name, state := range prior.Approvals {
		isGiven = isGiven || state == stagedrun.Waiting && o.Object.MayApprove(name)
	}
	return isGiven, err
}

// isRunUnsettled reports whether a run waits for an approval, or its plan changes what it approves or waits for.
func isRunUnsettled(o *managed.Operation[stagedrun.Arguments]) (bool, error) {
	prior, isGiven, err := runStateOf(o)
	isWaiting := slices.Contains(slices.Collect(maps.Values(prior.Approvals)), stagedrun.Waiting)
	return isGiven || isWaiting || prior.WaitFor != o.Object.WaitFor || o.Object.MisspeltKey() != prior.MisspeltKey(), err
}

// awaitStagedRun approves what the run asks for and the configuration approves, and says what the run lacks of what is waited
// for.
func awaitStagedRun(
	ctx context.Context, client *hubview.Client, r *stagedrun.Arguments, object *hub.Object,
) (string, error) {
	status, err := stagedrun.ReadStatus(object.Fields)
	if err != nil {
		return "", err
	}
	for _, request := range r.Requests(status) {
		if err := answer(ctx, client, r, &request); err != nil {
			return "", err
		}
	}
	missing, never := r.Missing(status)
	if never != "" {
		return "", &managed.EndedError{Text: never}
	}
	return missing, nil
}

// approvalOf reads an approval request of a run. It is nil if there is none: the hub makes one that is missing again.
func approvalOf(ctx context.Context, client *hubview.Client, r *stagedrun.Arguments, request *stagedrun.ApprovalRequest) (
	ref hub.Reference, uid types.UID, approval *hubobject.Approval, err error,
) {
	ref = hub.Reference{Kind: hubobject.KubeFleet.Approvals.KindIn(r.Namespace), Namespace: r.Namespace, Name: request.Name}
	object, err := client.Look(ctx, ref)
	if err != nil || object == nil {
		return ref, "", nil, err
	}
	approval, err = hubobject.ReadApproval(object.Fields)
	return ref, object.UID(), approval, err
}

// answer approves an approval request that the configuration approves. It is an error if another client has rejected it, or if it
// is not one of the run.
func answer(ctx context.Context, client *hubview.Client, r *stagedrun.Arguments, request *stagedrun.ApprovalRequest) error {
	ref, uid, approval, err := approvalOf(ctx, client, r, request)
	if err != nil || approval == nil {
		return err
	}
	isApproved := approval.IsCurrent() && approval.Given().Status == metav1.ConditionTrue
	if refusal := approval.Refusal(ref, r.Name, request.Stage); refusal != "" {
		return &managed.EndedError{Text: refusal}
	}
	switch {
	case request.IsAmbiguous && !isApproved:
		return &managed.EndedError{Text: fmt.Sprintf("approved_stages: found %s; %s", excerpt.Quote(request.Stage),
			staged.TwoApprovals(request.Stage))}
	case !request.IsApproved, isApproved:
		return nil
	}
	desired := &hub.Desired{Reference: ref, UID: uid, Set: hubobject.Approve(approval.Generation, time.Now())}
	_, err = client.Write(ctx, desired)
	return err
}
