package provider

import (
	"reflect"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/planner"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/rollout/step"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/tfvalue"
)

// rolloutVocabulary is what a reader knows of the decisions that a rollout rolls out to.
func rolloutVocabulary() vocabulary {
	return vocabulary{
		further: map[reflect.Type]furtherAttributes{
			reflect.TypeFor[step.Decision](): {names: tfvalue.Names(reflect.TypeFor[planner.Decision]())},
			reflect.TypeFor[step.Group]():    {names: tfvalue.Names(reflect.TypeFor[planner.Group]())},
		},
		instead: func(of reflect.Type, first map[string]tfvalue.Input) string {
			if of == reflect.TypeFor[step.Decision]() && isByCluster(first) {
				return "found decisions_by_cluster, which is for for_each; pass decisions"
			}
			return ""
		},
	}
}
