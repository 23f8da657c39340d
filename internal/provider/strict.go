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
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/tfvalue"
)

// newReader returns a reader of what users write. Structured arguments are dynamic, because Terraform silently drops the
// attributes that a typed object does not have: a misspelt selector would choose the whole fleet.
func newReader() *tfvalue.Reader {
	return &tfvalue.Reader{
		Further:    func(t reflect.Type) []string { return furtherAttributes()[t] },
		SelectsAll: func(t reflect.Type) bool { return slices.Contains(selectors, t) },
	}
}

// furtherAttributes are the attributes of the resources, whose instances can be passed on as they are. What a struct of the
// vocabulary has no field for is not used.
var furtherAttributes = sync.OnceValue(func() map[reflect.Type][]string {
	names := func(s schema.Schema) []string { return slices.Sorted(maps.Keys(s.Attributes)) }
	return map[reflect.Type][]string{
		reflect.TypeFor[manifest.Placement]():       names(placementResourceSchema()),
		reflect.TypeFor[placement.Cluster]():        names(clusterKind.fullSchema()),
		reflect.TypeFor[placement.ClusterSet]():     names(clusterSetKind.fullSchema()),
		reflect.TypeFor[placement.Binding]():        names(clusterSetBindingKind.fullSchema()),
		reflect.TypeFor[placement.Score]():          names(clusterScoreKind.fullSchema()),
		reflect.TypeFor[planner.PreviousDecision](): tfvalue.Names(reflect.TypeFor[planner.Decision]()),
	}
})

// selectors are the objects that select everything if nothing in them is set.
var selectors = []reflect.Type{
	reflect.TypeFor[ocm.Predicate](), reflect.TypeFor[ocm.ClusterSelector](), reflect.TypeFor[ocm.CELSelector](),
	reflect.TypeFor[metav1.LabelSelector](), reflect.TypeFor[placement.ClaimSelector](),
	reflect.TypeFor[placement.GroupSelector](), reflect.TypeFor[kubefleet.ClusterSelectorTerm](),
}
