package provider

import (
	"maps"
	"reflect"
	"slices"
	"sync"

	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/kubefleet"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/ocm"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/planner"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/rollout/step"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/tfvalue"
)

// newReader returns a reader of what users write. Structured arguments are dynamic, because Terraform silently drops the
// attributes that a typed object does not have: a misspelt selector would choose the whole fleet.
func newReader() *tfvalue.Reader {
	return &tfvalue.Reader{
		Further: func(t reflect.Type, attributes map[string]tfvalue.Input) []string {
			further := furtherAttributes()[t]
			if _, isInstance := attributes[further.only]; further.only == "" || isInstance {
				return further.names
			}
			return slices.DeleteFunc(slices.Clone(further.names), func(name string) bool {
				value, ok := attributes[name]
				return !ok || !value.IsNull()
			})
		},
		Instead: instead,
		Instance: func(of reflect.Type, attributes map[string]tfvalue.Input) string {
			further := furtherAttributes()[of]
			if _, isInstance := attributes[further.only]; further.resource == "" || !isInstance {
				return ""
			}
			return "multicluster_" + further.resource + ".NAME"
		},
		Object: "found a Kubernetes object; the functions decode_placement and decode_clusters read its YAML, or set the attributes of " +
			"its spec in snake case",
		SelectsAll: func(of, in reflect.Type) string {
			switch {
			case !slices.Contains(selectors, of):
				return ""
			case in == reflect.TypeFor[kubefleet.ResourceSelector]():
				return "resource of the kind"
			}
			return "cluster"
		},
	}
}

// instead says which output of a placement is due where another one was passed.
func instead(of reflect.Type, first map[string]tfvalue.Input) string {
	_, isDecision := first["cluster_name"]
	_, hasGroup := first["group"]
	_, hasGroupName := first["group_name"]
	isByCluster := !isDecision && hasGroup && hasGroupName
	switch of {
	case reflect.TypeFor[planner.PreviousDecision](), reflect.TypeFor[step.Decision]():
		if isByCluster {
			return "found decisions_by_cluster, which is for for_each; pass decisions"
		}
	case reflect.TypeFor[placement.Cluster]():
		if isDecision || isByCluster {
			return "found the decisions of a placement; pass clusters, such as those that the placement chooses from"
		}
	}
	return ""
}

// resourceAttributeNames are the attributes of a resource. If only is set, only its instances have this attribute: in any other
// object an attribute that the provider would not use has to be null.
type resourceAttributeNames struct {
	only  string
	names []string
	// resource is the name of the resource behind that of the provider; empty for one that is never an element of a list.
	resource string
}

// furtherAttributes are the attributes of the resources, whose instances can be passed on as they are. What a struct of the
// vocabulary has no field for is not used.
var furtherAttributes = sync.OnceValue(func() map[reflect.Type]resourceAttributeNames {
	of := func(only, resource string, s schema.Schema) resourceAttributeNames {
		return resourceAttributeNames{only, slices.Sorted(maps.Keys(s.Attributes)), resource}
	}
	return map[reflect.Type]resourceAttributeNames{
		reflect.TypeFor[manifest.Placement]():   of("decisions", "", placementResourceSchema()),
		reflect.TypeFor[placement.Cluster]():    of("id", clusterKind.name, clusterKind.fullSchema()),
		reflect.TypeFor[placement.ClusterSet](): of("id", clusterSetKind.name, clusterSetKind.fullSchema()),
		reflect.TypeFor[placement.Binding]():    of("id", clusterSetBindingKind.name, clusterSetBindingKind.fullSchema()),
		reflect.TypeFor[placement.Score]():      of("id", clusterScoreKind.name, clusterScoreKind.fullSchema()),
		reflect.TypeFor[planner.PreviousDecision](): {
			names: tfvalue.Names(reflect.TypeFor[planner.Decision]()),
		},
		reflect.TypeFor[step.Decision](): {names: tfvalue.Names(reflect.TypeFor[planner.Decision]())},
		reflect.TypeFor[step.Group]():    {names: tfvalue.Names(reflect.TypeFor[planner.Group]())},
	}
})

// selectors are the objects that select everything if nothing in them is set.
var selectors = []reflect.Type{
	reflect.TypeFor[ocm.Predicate](), reflect.TypeFor[ocm.ClusterSelector](), reflect.TypeFor[ocm.CELSelector](),
	reflect.TypeFor[metav1.LabelSelector](), reflect.TypeFor[placement.ClaimSelector](),
	reflect.TypeFor[placement.GroupSelector](), reflect.TypeFor[kubefleet.ClusterSelectorTerm](),
}
