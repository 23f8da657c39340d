package manifest

import (
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/ocm"
)

// Reasons why the placement controller of Open Cluster Management does not schedule a Placement.
const (
	beingDeleted         = "it is being deleted"
	disabledByAnnotation = "the annotation " + disabledAnnotation + " disables it"
	disabledAnnotation   = OCMGroup + "/experimental-scheduling-disable"
)

// ReadOCMPlacement reads one Placement object of Open Cluster Management from JSON. The v1alpha1 field
// spec.prioritizerPolicy.configurations[].name is read as scoreCoordinate.builtIn.
func ReadOCMPlacement(raw []byte) (ocm.Placement, error) {
	var o struct {
		Metadata metadata      `json:"metadata"`
		Spec     ocm.Placement `json:"spec"`
	}
	if err := decode(raw, &o); err != nil {
		return ocm.Placement{}, err
	}
	req := o.Spec
	req.Name, req.Namespace = o.Metadata.Name, o.Metadata.Namespace
	switch {
	case o.Metadata.DeletionTimestamp != nil:
		req.Unscheduled = beingDeleted
	case o.Metadata.Annotations[disabledAnnotation] == "true":
		req.Unscheduled = disabledByAnnotation
	}
	err := readOlderNames(raw, &req)
	return req, err
}

// readOlderNames reads the fields that have another name in v1alpha1.
func readOlderNames(raw []byte, req *ocm.Placement) error {
	var o struct {
		Spec struct {
			PrioritizerPolicy struct {
				Configurations []struct {
					Name string `json:"name"`
				} `json:"configurations"`
			} `json:"prioritizerPolicy"`
		} `json:"spec"`
	}
	if err := decode(raw, &o); err != nil {
		return err
	}
	for i, c := range o.Spec.PrioritizerPolicy.Configurations {
		if configuration := &req.PrioritizerPolicy.Configurations[i]; c.Name != "" && configuration.ScoreCoordinate == nil {
			configuration.ScoreCoordinate = &ocm.ScoreCoordinate{BuiltIn: c.Name}
		}
	}
	return nil
}

// ocmFields has all fields that the spec of a Placement may have, including older names.
type ocmFields struct {
	Spec struct {
		ocm.Placement
		PrioritizerPolicy struct {
			Mode           string `json:"mode"`
			Configurations []struct {
				ocm.PrioritizerConfiguration
				Name string `json:"name"`
			} `json:"configurations"`
		} `json:"prioritizerPolicy"`
	} `json:"spec"`
	objectFields
}
