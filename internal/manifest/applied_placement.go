package manifest

import (
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
)

// ApplyPlacement returns what a placement sets in its object. The error wraps a *field.Error.
func ApplyPlacement(p *Placement) (Applied, error) {
	var object placementObject
	var mistake *field.Error
	switch p.Dialect() {
	case placement.DialectOCM:
		object, mistake = ocmObject(p)
	case placement.DialectKubeFleet:
		object, mistake = kubeFleetObject(p)
	case placement.DialectHybrid:
		object, mistake = hybridObject(p)
	}
	if mistake != nil {
		return Applied{}, mistake
	}
	return newApplied(nil, nil, object.Spec)
}
