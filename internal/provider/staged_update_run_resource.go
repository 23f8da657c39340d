// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package provider

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/finding"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hub"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubobject"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubview"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/managed"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/provider/framework"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/provider/hubresource"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/rollout/staged"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/stagedrun"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/tfvalue"
)

var stagedRunKind = hubresource.Kind[stagedrun.Arguments]{
	Schema: func() schema.Schema {
		attributes := framework.Join(framework.Keys[stagedrun.Arguments]("name"), framework.ResourceAttributes(framework.Join(
			framework.Arguments[stagedrun.Arguments](
				"labels", "annotations", "resource_snapshot_index", "state", "approved_stages", "wait_for",
			),
			framework.ComputedAttributes[stagedrun.Report]())))
		attributes["namespace"] = framework.KeyAttribute(false, framework.Describe[stagedrun.Arguments]("namespace"))
		for _, name := range []string{"placement_name", "staged_rollout_strategy_name"} {
			attributes[name] = schema.StringAttribute{
				Required: true, MarkdownDescription: framework.Describe[stagedrun.Arguments](name),
			}
		}
		return schema.Schema{
			MarkdownDescription: "A rollout of a placement in the stages of a `multicluster_staged_update_strategy`, which KubeFleet " +
				"carries out by itself: a ClusterStagedUpdateRun or, with a `namespace`, a StagedUpdateRun. It is written to the hub of " +
				"the provider and needs a `hub` in the configuration of the provider. A plan that creates a run warns of what it will do, " +
				"stage by stage, and is an error if the hub would fail it. An apply ends when the run is written, unless `wait_for` is " +
				"set; each refresh shows how far the run is.\n\n" +
				"Labels and annotations that are not set here belong to others and stay as they are.",
			Attributes: attributes,
		}
	},
	Validate: func(r *stagedrun.Arguments) field.ErrorList {
		return append(validateKeys(r.Namespace, r.Name), r.Validate()...)
	},
	Hub: managed.Kind[stagedrun.Arguments]{
		Name: "staged_update_run", Keys: []string{"namespace", "name"}, OptionalKeys: 1,
		Kinds: hubobject.KubeFleet.Runs.Kinds(),
		Choose: func(r *stagedrun.Arguments) []*hubobject.Kind {
			return []*hubobject.Kind{hubobject.KubeFleet.Runs.KindIn(r.Namespace)}
		},
		Named: func(r *stagedrun.Arguments) (string, string) { return r.Namespace, r.Name },
		Apply: func(_ *hubobject.Kind, r *stagedrun.Arguments) (hubobject.Applied, error) {
			return hubobject.ApplyStagedRun(&r.Run)
		},
		Read: func(_ *hubobject.Kind, object []byte) (*stagedrun.Arguments, error) {
			run, err := hubobject.ReadStagedRun(object)
			return &stagedrun.Arguments{Run: run}, err
		},
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
		Kept:    []string{"clusters_by_stage", "removed_clusters", "resource_snapshot_index_used"},
		Awaits:  "wait_for",
		IsDue:   isApprovalDue,
		Missing: awaitStagedRun,
	},
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

// stagedRunEffects say what a run does that is created, and what remains of one that is deleted before its end.
func stagedRunEffects(
	ctx context.Context, target *managed.Target, what string, prior, planned *stagedrun.Arguments,
) finding.List {
	switch {
	case planned == nil:
		ref := hub.Reference{Kind: hubobject.KubeFleet.Runs.KindIn(prior.Namespace), Namespace: prior.Namespace, Name: prior.Name}
		object, err := target.Client.Look(ctx, ref)
		if err != nil || object == nil {
			return nil
		}
		status, err := stagedrun.ReadStatus(object.Fields)
		if err != nil || status.Ended() || len(prior.Report(status).Stages) == 0 {
			return nil
		}
		return finding.List{finding.Warning("", what+" is deleted before its end", "The clusters keep what they have: those that the "+
			"run has updated the new resources, the others the former ones, until another run.")}
	case prior != nil && prior.Name == planned.Name && prior.Namespace == planned.Namespace &&
		len(stagedrun.Replaced(prior, planned)) == 0:
		return nil
	}
	return target.Hub.Plan.StartsRun(ctx, what, planned)
}

// isApprovalDue reports whether an apply approves something although the object of the run does not change.
func isApprovalDue(o *managed.Operation[stagedrun.Arguments]) (bool, error) {
	var prior struct {
		stagedrun.Arguments
		Approvals map[string]string `json:"approvals"`
	}
	if o.State == nil {
		return false, nil
	}
	if err := o.State.Read(&prior); err != nil {
		return false, err
	}
	for name, state := range prior.Approvals {
		if state == stagedrun.Waiting && o.Object.MayApprove(name) {
			return true, nil
		}
	}
	name := o.Object.Name
	return !slices.Equal(o.Object.ApprovedStages[name], prior.ApprovedStages[name]), nil
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

// answer approves an approval request that the configuration approves. It is an error if another client has rejected it, or if it
// is not one of the run.
func answer(ctx context.Context, client *hubview.Client, r *stagedrun.Arguments, request *stagedrun.Request) error {
	ref := hub.Reference{Kind: hubobject.KubeFleet.Approvals.KindIn(r.Namespace), Namespace: r.Namespace, Name: request.Name}
	object, err := client.Look(ctx, ref)
	if err != nil || object == nil {
		// The hub makes one that is missing again.
		return err
	}
	approval, err := hubobject.ReadApproval(object.Fields)
	if err != nil {
		return err
	}
	given := meta.FindStatusCondition(approval.Conditions, hubobject.ConditionApproved)
	isCurrent := given != nil && given.ObservedGeneration == approval.Generation
	switch {
	case approval.Run != r.Name || approval.Stage != request.Stage:
		return &managed.EndedError{Text: fmt.Sprintf("%s is for stage %s of the run %s, so that it is not approved here. Delete "+
			"it: the hub makes the one of this run.", ref, excerpt.Quote(approval.Stage), excerpt.Quote(approval.Run))}
	case isCurrent && given.Status == metav1.ConditionFalse:
		return &managed.EndedError{Text: fmt.Sprintf("Another client has rejected %s: %s To ask again, delete the request: the hub "+
			"makes another one.", ref, excerpt.Sentence(excerpt.Text(strings.Trim(given.Reason+": "+given.Message, ": "))))}
	case request.IsAmbiguous && (!isCurrent || given.Status != metav1.ConditionTrue):
		return &managed.EndedError{Text: fmt.Sprintf("approved_stages: found %s; %s", excerpt.Quote(request.Stage),
			staged.TwoApprovals(request.Stage))}
	case !request.IsApproved, isCurrent && given.Status == metav1.ConditionTrue:
		return nil
	}
	change := &hub.Change{Reference: ref, UID: object.UID(), Set: hubobject.Approve(approval.Generation, time.Now())}
	_, err = client.Write(ctx, change)
	return err
}
