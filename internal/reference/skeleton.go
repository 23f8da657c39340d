// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package reference

import (
	"reflect"
	"strings"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/advisor"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hub"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubobject"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifestwork"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/hybrid"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/kubefleet"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/kubefleet/render"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/ocm"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/planner"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/rendered"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/rollout"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/rollout/step"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/simulate"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/simulate/edit"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/workload"
)

// skeletons are objects that stand for a struct in editors, in HCL: short, with the attributes that are set most often. Each is
// valid.
var skeletons = map[reflect.Type]string{
	reflect.TypeFor[ocm.Spec](): `{
  number_of_clusters = 2
  predicates = [{
    required_cluster_selector = { label_selector = { match_labels = { env = "prod" } } }
  }]
  prioritizer_policy = { configurations = [{ score_coordinate = { built_in = "ResourceAllocatableMemory" } }] }
  tolerations        = [{ key = "maintenance", operator = "Exists" }]
}`,
	reflect.TypeFor[kubefleet.Spec](): `{
  placement_type     = "PickN"
  number_of_clusters = 2
  affinity = { cluster_affinity = { required_during_scheduling_ignored_during_execution = {
    cluster_selector_terms = [{ label_selector = { match_labels = { env = "prod" } } }]
  } } }
  topology_spread_constraints = [{ topology_key = "region", max_skew = 1 }]
}`,
	reflect.TypeFor[hybrid.Spec](): `{
  replicas      = 1
  target_labels = { match_labels = { env = "prod" } }
  advisors      = [{ name = "cost", weight = 50, recommendations = [{ name = "eu-1", score = 90 }] }]
}`,
	reflect.TypeFor[placement.DecisionStrategy](): `{
  group_strategy = {
    clusters_per_decision_group = "25%"
    decision_groups = [{
      group_name             = "canary"
      group_cluster_selector = { label_selector = { match_labels = { canary = "true" } } }
    }]
  }
}`,
	reflect.TypeFor[kubefleet.ResourceSelector](): `{ group = "", version = "v1", kind = "Namespace", name = "web" }`,
	reflect.TypeFor[placement.Cluster](): `{
  name        = "eu-1"
  labels      = { env = "prod", region = "eu" }
  allocatable = { cpu = "16", memory = "64Gi" }
}`,
	reflect.TypeFor[placement.ClusterSet](): `{
  name           = "prod"
  selector_type  = "LabelSelector"
  label_selector = { match_labels = { env = "prod" } }
}`,
	reflect.TypeFor[placement.Binding]():    `{ name = "prod", namespace = "apps" }`,
	reflect.TypeFor[placement.Score]():      `{ cluster = "eu-1", name = "cost", scores = [{ name = "price", value = 80 }] }`,
	reflect.TypeFor[placement.ScoreValue](): `{ name = "price", value = 80 }`,
	reflect.TypeFor[placement.Taint]():      `{ key = "maintenance", effect = "NoSelect" }`,
	reflect.TypeFor[placement.Target]():     `{ kind = "VirtualMachine", name = "vm-1", labels = { env = "prod" } }`,
	reflect.TypeFor[placement.MemberAgent](): `{
  online         = true
  last_heartbeat = "2026-01-01T00:00:00Z"
  joined         = { status = "True" }
  healthy        = { status = "True" }
}`,
	reflect.TypeFor[placement.PlacementDecision](): `{ placement = "api", namespace = "apps", clusters = ["eu-1"] }`,
	reflect.TypeFor[planner.PreviousDecision]():    `{ cluster_name = "eu-1" }`,
	reflect.TypeFor[placement.ClaimSelector]():     `{ match_expressions = [{ key = "region", operator = "In", values = ["eu"] }] }`,
	reflect.TypeFor[metav1.LabelSelector]():        `{ match_labels = { env = "prod" } }`,
	reflect.TypeFor[ocm.CELSelector]():             `{ cel_expressions = ["managedCluster.metadata.name.startsWith('eu-')"] }`,
	reflect.TypeFor[hub.Config]():                  `{ config_path = "~/.kube/config", config_context = "hub" }`,
	reflect.TypeFor[hub.Timeouts]():                `{ create = "5m", update = "5m", delete = "5m" }`,
	reflect.TypeFor[advisor.Config]():              `{ url = "https://cost.example.com/advise" }`,
	reflect.TypeFor[hubobject.ClientConfig]():      `{ url = "https://eu-1.example.com:6443" }`,
	reflect.TypeFor[hubobject.MemberIdentity]():    `{ kind = "ServiceAccount", name = "eu-1", namespace = "fleet-system" }`,
	reflect.TypeFor[manifest.RolloutOf]():          `{ kind = "ManifestWorkReplicaSet", name = "web" }`,
	reflect.TypeFor[rollout.Strategy](): `{
  type        = "Progressive"
  progressive = { max_concurrency = "25%", max_failures = 1 }
}`,
	reflect.TypeFor[step.Decision]():      `{ cluster_name = "eu-1", group = 0 }`,
	reflect.TypeFor[step.Group]():         `{ index = 0, name = "canary", cluster_names = ["eu-1"] }`,
	reflect.TypeFor[step.ClusterStatus](): `{ status = "Succeeded", revision = "1.27" }`,
	reflect.TypeFor[edit.Edit]():          `{ lose = { clusters = ["eu-1"] } }`,
	reflect.TypeFor[simulate.Given](): `{
  name = "web"
  ocm  = { number_of_clusters = 2 }
}`,
	reflect.TypeFor[simulate.FailureDomains](): `{ labels = ["region"] }`,
	reflect.TypeFor[workload.Works]():          `{ name = "web" }`,
	reflect.TypeFor[workload.PlacementName]():  `{ name = "web", namespace = "apps" }`,
	reflect.TypeFor[rendered.HubAgent]():       `{ skipped_propagating_namespaces = ["kube-system"] }`,
	reflect.TypeFor[hubobject.Override](): `{
  name                       = "eu"
  cluster_resource_selectors = [{ group = "", version = "v1", kind = "Namespace", name = "web" }]
  policy = { override_rules = [{
    json_patch_overrides = [{ op = "add", path = "/metadata/labels/region", value = "eu" }]
  }] }
}`,
	reflect.TypeFor[render.PlacementReference](): `{ name = "web" }`,
	reflect.TypeFor[render.ObjectSelector]():     `{ group = "apps", version = "v1", kind = "Deployment", name = "web" }`,
	reflect.TypeFor[render.OverridePolicy](): `{
  override_rules = [{
    cluster_selector     = { cluster_selector_terms = [{ label_selector = { match_labels = { region = "eu" } } }] }
    json_patch_overrides = [{ op = "replace", path = "/spec/replicas", value = 3 }]
  }]
}`,
	reflect.TypeFor[manifestwork.DeleteOption](): `{ propagation_policy = "Orphan" }`,
	reflect.TypeFor[manifestwork.ManifestConfig](): `{
  resource_identifier = { group = "apps", resource = "deployments", name = "web", namespace = "web" }
  feedback_rules      = [{ type = "WellKnownStatus" }]
}`,
	reflect.TypeFor[manifestwork.Executor](): `{
  subject = { type = "ServiceAccount", service_account = { name = "deployer", namespace = "apps" } }
}`,
}

// Keys of maps in skeletons, by the attribute that has the map.
var skeletonKeys = map[string]string{"advisors": "cost", "cluster_status": "eu-1"}

// skeletonOf is the value of an attribute that a configuration can start with; empty if there is none.
func skeletonOf(attribute string, t reflect.Type) string {
	of := objectOf(t)
	if of == nil || skeletons[of] == "" {
		return ""
	}
	text := skeletons[of]
	for ; t.Kind() != reflect.Struct; t = t.Elem() {
		switch t.Kind() {
		case reflect.Slice:
			text = "[" + text + "]"
		case reflect.Map:
			text = "{ " + skeletonKeys[attribute] + " = " + text + " }"
		}
	}
	return text
}

// guidesOnGitHub are where everybody can read the guides, also before a release is in a registry.
const guidesOnGitHub = "https://github.com/terraform-multicluster/terraform-provider-multicluster/blob/main/docs/guides/"

// beforeSkeleton begins the part of a description that only editors show.
const beforeSkeleton = "\n\n```terraform\n"

// WithSkeleton is the description of a structured argument of a document, such as resources/placement, as editors show it: with
// an object to start with, and a link to all attributes. Terraform does not know the attributes, so no editor completes them.
func WithSkeleton(document, attribute, description string) string {
	for _, l := range linesOf(schemas[document]) {
		if text := skeletonOf(attribute, l.of); l.attribute == attribute && text != "" {
			link := strings.Replace(hrefFrom(guidesOnGitHub)(objectOf(l.of)), "#", ".md#", 1)
			return description + beforeSkeleton + attribute + " = " + text + "\n```\n\n[All attributes](" + link + ")"
		}
	}
	return description
}

// withoutSkeleton is a description without what WithSkeleton adds.
func withoutSkeleton(description string) string {
	text, _, _ := strings.Cut(description, beforeSkeleton)
	return text
}
