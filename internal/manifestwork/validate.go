// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package manifestwork

import (
	"fmt"

	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/finding"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
)

// Validate finds the mistakes in a ManifestWork that the hub or the agent refuses.
func (w *Work) Validate() field.ErrorList {
	found := append(placement.ValidateName(w.Name, field.NewPath("name")), placement.ValidateName(w.ClusterName,
		field.NewPath("clusterName"))...)
	found = append(found, w.Manifests.validate(field.NewPath("manifests"))...)
	for _, texts := range []struct {
		of   map[string]string
		path *field.Path
	}{{w.Labels, field.NewPath("labels")}, {w.Annotations, field.NewPath("annotations")}} {
		if _, ok := texts.of[Revision]; ok {
			found = append(found, field.Forbidden(texts.path.Key(Revision), "set revision instead"))
		}
	}
	found = append(found, w.DeleteOption.validate(field.NewPath("deleteOption"))...)
	for i := range w.ManifestConfigs {
		found = append(found, w.ManifestConfigs[i].validate(field.NewPath("manifestConfigs").Index(i))...)
	}
	return append(found, w.Executor.validate(field.NewPath("executor"))...)
}

// Doubts are what is accepted and probably not meant.
func (w *Work) Doubts() finding.List {
	found := w.Manifests.secrets(field.NewPath("manifests"))
	for i := range w.ManifestConfigs {
		at := field.NewPath("manifestConfigs").Index(i).Child("resourceIdentifier")
		if is, known := w.Manifests.has(&w.ManifestConfigs[i].ResourceIdentifier); !is {
			found = append(found, finding.Warning(at.String(), "A resource identifier names no manifest",
				fmt.Sprintf("found %s, which the agent ignores. "+
					"The manifests are %s.", excerpt.Text(w.ManifestConfigs[i].ResourceIdentifier.String()), excerpt.List(known, ", "))))
		}
	}
	if w.TrackProgress && !w.HasProgress() {
		found = append(found, finding.Warning("trackProgress", "The progress cannot be tracked", "None of the manifests is a "+
			"Deployment, StatefulSet, DaemonSet or Job, so that there are no rules for the condition Progressing. Write condition_rules "+
			"in manifest_configs."))
	}
	return found
}

// oneOf finds a value that is not supported. An empty one is not set.
func oneOf(path *field.Path, value string, allowed ...string) field.ErrorList {
	return placement.ValidateOneOf(value, allowed, path)
}

func (o *DeleteOption) validate(path *field.Path) field.ErrorList {
	if o == nil {
		return nil
	}
	found := oneOf(path.Child("propagationPolicy"), o.PropagationPolicy, "Foreground", "Orphan", "SelectivelyOrphan")
	if is := o.PropagationPolicy == "SelectivelyOrphan"; is != (o.SelectivelyOrphans != nil) {
		at := path.Child("selectivelyOrphans")
		if is {
			return append(found, field.Required(at, "must be set with the propagation_policy SelectivelyOrphan"))
		}
		found = append(found, field.Forbidden(at, "has an effect with the propagation_policy SelectivelyOrphan only"))
	}
	return found
}

func (c *ManifestConfig) validate(path *field.Path) field.ErrorList {
	found := oneOf(path.Child("feedbackScrapeType"), c.FeedbackScrapeType, "Poll", "Watch")
	for i, rule := range c.FeedbackRules {
		at := path.Child("feedbackRules").Index(i)
		found = append(found, oneOf(at.Child("type"), rule.Type, "WellKnownStatus", "JSONPaths")...)
		if rule.Type == "JSONPaths" && len(rule.JSONPaths) == 0 {
			found = append(found, field.Required(at.Child("jsonPaths"), "must be set with the type JSONPaths"))
		}
	}
	for i, rule := range c.ConditionRules {
		at := path.Child("conditionRules").Index(i)
		found = append(found, oneOf(at.Child("type"), rule.Type, "WellKnownConditions", "CEL")...)
		if rule.Type == "CEL" && len(rule.CelExpressions) == 0 {
			found = append(found, field.Required(at.Child("celExpressions"), "must be set with the type CEL"))
		}
	}
	if s := c.UpdateStrategy; s != nil {
		at := path.Child("updateStrategy")
		found = append(found, oneOf(at.Child("type"), s.Type, "Update", "CreateOnly", "ServerSideApply", "ReadOnly")...)
		if s.ServerSideApply != nil && s.Type != "ServerSideApply" {
			found = append(found, field.Forbidden(at.Child("serverSideApply"), "has an effect with the type ServerSideApply only"))
		}
	}
	return found
}

func (e *Executor) validate(path *field.Path) field.ErrorList {
	if e == nil {
		return nil
	}
	at := path.Child("subject")
	found := oneOf(at.Child("type"), e.Subject.Type, "ServiceAccount")
	if e.Subject.ServiceAccount == nil {
		found = append(found, field.Required(at.Child("serviceAccount"), "must be set with the type ServiceAccount"))
	}
	return found
}
