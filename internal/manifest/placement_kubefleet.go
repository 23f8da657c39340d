package manifest

import (
	"maps"
	"reflect"
	"slices"

	"github.com/go-json-experiment/json/jsontext"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/kubefleet"
)

// ReadKubeFleetPlacement reads one ClusterResourcePlacement or ResourcePlacement of KubeFleet from JSON, without the API
// server's defaults, which kubefleet.Spec.SetDefaults sets. An absent policy is PickAll. The field metricSorter of older
// documents is read as propertySorter.
func ReadKubeFleetPlacement(raw []byte) (kubefleet.Placement, error) {
	var o struct {
		Metadata metadata `json:"metadata"`
		Spec     struct {
			Policy *kubefleet.Spec `json:"policy"`
		} `json:"spec"`
	}
	if err := decode(raw, &o); err != nil {
		return kubefleet.Placement{}, err
	}
	req := kubefleet.Placement{
		Name: o.Metadata.Name, Namespace: o.Metadata.Namespace, Spec: kubefleet.Spec{PlacementType: kubefleet.PickAll},
	}
	if o.Spec.Policy != nil {
		req.Spec = *o.Spec.Policy
	}
	if o.Metadata.DeletionTimestamp != nil {
		req.Unscheduled = beingDeleted
	}
	return req, readMetricSorters(raw, &req)
}

// readMetricSorters reads the sorters that have their older name.
func readMetricSorters(raw []byte, req *kubefleet.Placement) error {
	type term struct {
		MetricSorter *kubefleet.PropertySorter `json:"metricSorter"`
	}
	// The structure is that of the request, so that absent and null values are kept.
	var o struct {
		Spec struct {
			Policy *struct {
				Affinity *struct {
					ClusterAffinity *struct {
						Required *struct {
							ClusterSelectorTerms []term `json:"clusterSelectorTerms"`
						} `json:"requiredDuringSchedulingIgnoredDuringExecution"`
						Preferred []struct {
							Preference term `json:"preference"`
						} `json:"preferredDuringSchedulingIgnoredDuringExecution"`
					} `json:"clusterAffinity"`
				} `json:"affinity"`
			} `json:"policy"`
		} `json:"spec"`
	}
	if err := decode(raw, &o); err != nil {
		return err
	}
	if req.Affinity == nil || req.Affinity.ClusterAffinity == nil {
		return nil
	}
	take := func(older term, into *kubefleet.ClusterSelectorTerm) {
		if older.MetricSorter != nil && into.PropertySorter == nil {
			into.PropertySorter = older.MetricSorter
		}
	}
	affinity := o.Spec.Policy.Affinity.ClusterAffinity
	if affinity.Required != nil {
		for i, t := range affinity.Required.ClusterSelectorTerms {
			take(t, &req.Affinity.ClusterAffinity.Required.ClusterSelectorTerms[i])
		}
	}
	for i, t := range affinity.Preferred {
		take(t.Preference, &req.Affinity.ClusterAffinity.Preferred[i].Preference)
	}
	return nil
}

// kubeFleetFields has all fields that the spec may have, including older names.
type kubeFleetFields struct {
	Spec struct {
		Policy struct {
			kubefleet.Spec
			Affinity struct {
				ClusterAffinity struct {
					Required struct {
						ClusterSelectorTerms []termFields `json:"clusterSelectorTerms"`
					} `json:"requiredDuringSchedulingIgnoredDuringExecution"`
					Preferred []struct {
						Weight     int32      `json:"weight"`
						Preference termFields `json:"preference"`
					} `json:"preferredDuringSchedulingIgnoredDuringExecution"`
				} `json:"clusterAffinity"`
			} `json:"affinity"`
		} `json:"policy"`
		Strategy *fleetStrategy `json:"strategy"`
		kubefleet.ObjectSpec
		Rest map[string]jsontext.Value `json:",embed"`
	} `json:"spec"`
	objectFields
}

// unknown returns the error about a field that the spec does not have. A field of the policy or the strategy may be beside it.
func (f *kubeFleetFields) unknown() error {
	for _, part := range []struct {
		name string
		of   reflect.Type
	}{{"policy", reflect.TypeFor[kubefleet.Spec]()}, {"strategy", reflect.TypeFor[fleetStrategy]()}} {
		for _, name := range fieldsOf(part.of) {
			if _, found := f.Spec.Rest[name]; found {
				return field.Forbidden(field.NewPath("spec", name), name+" belongs in spec."+part.name)
			}
		}
	}
	for _, name := range slices.Sorted(maps.Keys(f.Spec.Rest)) {
		known := slices.Concat([]string{"policy", "strategy"}, fieldsOf(reflect.TypeFor[kubefleet.ObjectSpec]()))
		return field.Forbidden(field.NewPath("spec", name), "unknown field; expected one of "+excerpt.List(known,
			", ")+excerpt.DidYouMean(name, known))
	}
	return nil
}

// objectFields are the fields of every object.
type objectFields struct {
	APIVersion jsontext.Value `json:"apiVersion"`
	Kind       jsontext.Value `json:"kind"`
	Metadata   jsontext.Value `json:"metadata"`
	Status     jsontext.Value `json:"status"`
}

type termFields struct {
	kubefleet.ClusterSelectorTerm
	MetricSorter *kubefleet.PropertySorter `json:"metricSorter"`
}
