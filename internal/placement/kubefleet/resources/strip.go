// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package resources

import (
	"maps"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"
)

// serverMetadata are the fields of metadata that the API server or an owner writes.
var serverMetadata = []string{
	"resourceVersion", "generation", "uid", "selfLink", "creationTimestamp", "deletionTimestamp", "managedFields", "ownerReferences",
}

// The annotations that KubeFleet leaves out.
const (
	lastAppliedAnnotation = "kubectl.kubernetes.io/last-applied-configuration"
	revisionAnnotation    = "deployment.kubernetes.io/revision"
)

// strip returns the content of a selected object as KubeFleet places it, without what belongs to the hub. It shares what it does
// not change with the object.
func strip(object *Object) (map[string]any, *Failure) {
	content := maps.Clone(object.Content)
	delete(content, "status")
	if metadata, ok := content["metadata"].(map[string]any); ok {
		metadata = maps.Clone(metadata)
		for _, field := range serverMetadata {
			delete(metadata, field)
		}
		stripAnnotations(metadata)
		content["metadata"] = metadata
	}
	switch object.kind() {
	case schema.GroupVersionKind{Version: "v1", Kind: "Service"}:
		return content, stripService(content, object.Name)
	case schema.GroupVersionKind{Group: "batch", Version: "v1", Kind: "Job"}:
		stripJob(content)
	}
	return content, nil
}

func stripAnnotations(metadata map[string]any) {
	annotations, ok := metadata["annotations"].(map[string]any)
	if !ok {
		return
	}
	for _, value := range annotations {
		if _, ok := value.(string); !ok {
			return // KubeFleet cannot read these annotations, and leaves them as they are.
		}
	}
	annotations = maps.Clone(annotations)
	delete(annotations, lastAppliedAnnotation)
	delete(annotations, revisionAnnotation)
	metadata["annotations"] = annotations
	if len(annotations) == 0 {
		delete(metadata, "annotations")
	}
}

// stripService removes the addresses and ports that the hub has given to a Service.
func stripService(content map[string]any, name string) *Failure {
	ports, _, err := unstructured.NestedFieldNoCopy(content, "spec", "ports")
	if err != nil {
		return newFailure(Unexpected, "failed to get the ports field in Service object, name =%s: %s", name, err)
	}
	spec, ok := content["spec"].(map[string]any)
	if !ok {
		return nil
	}
	spec = maps.Clone(spec)
	content["spec"] = spec
	if address, ok := spec["clusterIP"].(string); ok && address != "None" {
		delete(spec, "clusterIP")
		delete(spec, "clusterIPs")
	}
	delete(spec, "healthCheckNodePort")
	if list, ok := ports.([]any); ok {
		spec["ports"] = withoutNodePorts(list)
	}
	return nil
}

func withoutNodePorts(ports []any) []any {
	list := make([]any, len(ports))
	for i, port := range ports {
		if fields, ok := port.(map[string]any); ok {
			fields = maps.Clone(fields)
			delete(fields, "nodePort")
			port = fields
		}
		list[i] = port
	}
	return list
}

// The labels that the controller of Jobs generates.
var generatedJobLabels = []string{"controller-uid", "batch.kubernetes.io/controller-uid"}

// stripJob removes the selector and the labels of the Pods that the hub has generated for a Job.
func stripJob(content map[string]any) {
	spec, ok := content["spec"].(map[string]any)
	if manual, _ := spec["manualSelector"].(bool); !ok || manual {
		return
	}
	spec = maps.Clone(spec)
	content["spec"] = spec
	withoutJobLabels(spec, "selector", "matchLabels")
	template, ok := spec["template"].(map[string]any)
	if !ok {
		return
	}
	template = maps.Clone(template)
	spec["template"] = template
	withoutJobLabels(template, "metadata", "labels")
	if metadata, ok := template["metadata"].(map[string]any); ok {
		metadata = maps.Clone(metadata)
		delete(metadata, "creationTimestamp")
		template["metadata"] = metadata
	}
}

// withoutJobLabels removes generated labels from the field of a parent that is the caller's own.
func withoutJobLabels(own map[string]any, parent, field string) {
	holder, ok := own[parent].(map[string]any)
	if !ok {
		return
	}
	labels, ok := holder[field].(map[string]any)
	if !ok {
		return
	}
	labels, holder = maps.Clone(labels), maps.Clone(holder)
	for _, label := range generatedJobLabels {
		delete(labels, label)
	}
	holder[field] = labels
	own[parent] = holder
}
