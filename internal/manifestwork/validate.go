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
	errs := append(placement.ValidateName(w.Name, field.NewPath("name")), placement.ValidateName(w.ClusterName,
		field.NewPath("clusterName"))...)
	errs = append(errs, w.Manifests.validate(field.NewPath("manifests"))...)
	for _, texts := range []struct {
		of   map[string]string
		path *field.Path
	}{{w.Labels, field.NewPath("labels")}, {w.Annotations, field.NewPath("annotations")}} {
		if _, ok := texts.of[Revision]; ok {
			errs = append(errs, field.Forbidden(texts.path.Key(Revision), "set revision instead"))
		}
	}
	errs = append(errs, w.DeleteOption.validate(field.NewPath("deleteOption"))...)
	for i := range w.ManifestConfigs {
		errs = append(errs, w.ManifestConfigs[i].validate(field.NewPath("manifestConfigs").Index(i))...)
	}
	return append(errs, w.Executor.validate(field.NewPath("executor"))...)
}

// Warnings are about what is accepted and probably not meant.
func (w *Work) Warnings() finding.List {
	findings := w.Manifests.secrets(field.NewPath("manifests"))
	for i := range w.ManifestConfigs {
		path := field.NewPath("manifestConfigs").Index(i).Child("resourceIdentifier")
		if isKnown, known := w.Manifests.has(&w.ManifestConfigs[i].ResourceIdentifier); !isKnown {
			findings = append(findings, finding.Warning(path.String(), "A resource identifier names no manifest",
				fmt.Sprintf("found %s, which the agent ignores. "+
					"The manifests are %s.", excerpt.Text(w.ManifestConfigs[i].ResourceIdentifier.String()), excerpt.List(known, ", "))))
		}
	}
	if w.TrackProgress && !w.HasProgress() {
		findings = append(findings, finding.Warning("trackProgress", "The progress cannot be tracked", "None of the manifests is a "+
			"Deployment, StatefulSet, DaemonSet or Job, so that there are no rules for the condition Progressing. Write condition_rules "+
			"in manifest_configs."))
	}
	return findings
}

// oneOf finds a value that is not supported. An empty one is not set.
func oneOf(path *field.Path, value string, allowed ...string) field.ErrorList {
	return placement.ValidateOneOf(value, allowed, path)
}

func (o *DeleteOption) validate(path *field.Path) field.ErrorList {
	if o == nil {
		return nil
	}
	errs := oneOf(path.Child("propagationPolicy"), o.PropagationPolicy, "Foreground", "Orphan", "SelectivelyOrphan")
	if isSelective := o.PropagationPolicy == "SelectivelyOrphan"; isSelective != (o.SelectivelyOrphans != nil) {
		fieldPath := path.Child("selectivelyOrphans")
		if isSelective {
			return append(errs, field.Required(fieldPath, "must be set with the propagation_policy SelectivelyOrphan"))
		}
		errs = append(errs, field.Forbidden(fieldPath, "has an effect with the propagation_policy SelectivelyOrphan only"))
	}
	return errs
}

func (c *ManifestConfig) validate(path *field.Path) field.ErrorList {
	errs := oneOf(path.Child("feedbackScrapeType"), c.FeedbackScrapeType, "Poll", "Watch")
	for i, rule := range c.FeedbackRules {
		fieldPath := path.Child("feedbackRules").Index(i)
		errs = append(errs, oneOf(fieldPath.Child("type"), rule.Type, "WellKnownStatus", "JSONPaths")...)
		if rule.Type == "JSONPaths" && len(rule.JSONPaths) == 0 {
			errs = append(errs, field.Required(fieldPath.Child("jsonPaths"), "must be set with the type JSONPaths"))
		}
	}
	for i, rule := range c.ConditionRules {
		fieldPath := path.Child("conditionRules").Index(i)
		errs = append(errs, oneOf(fieldPath.Child("type"), rule.Type, "WellKnownConditions", "CEL")...)
		if rule.Type == "CEL" && len(rule.CelExpressions) == 0 {
			errs = append(errs, field.Required(fieldPath.Child("celExpressions"), "must be set with the type CEL"))
		}
	}
	if s := c.UpdateStrategy; s != nil {
		fieldPath := path.Child("updateStrategy")
		errs = append(errs, oneOf(fieldPath.Child("type"), s.Type, "Update", "CreateOnly", "ServerSideApply", "ReadOnly")...)
		if s.ServerSideApply != nil && s.Type != "ServerSideApply" {
			errs = append(errs, field.Forbidden(fieldPath.Child("serverSideApply"), "has an effect with the type ServerSideApply only"))
		}
	}
	return errs
}

func (e *Executor) validate(path *field.Path) field.ErrorList {
	if e == nil {
		return nil
	}
	fieldPath := path.Child("subject")
	errs := oneOf(fieldPath.Child("type"), e.Subject.Type, "ServiceAccount")
	if e.Subject.ServiceAccount == nil {
		errs = append(errs, field.Required(fieldPath.Child("serviceAccount"), "must be set with the type ServiceAccount"))
	}
	return errs
}
