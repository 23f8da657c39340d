// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package hubtest

import (
	"bytes"
	"context"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"slices"
	"strings"
	"sync"
	"time"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"sigs.k8s.io/yaml"
)

//go:embed crds/*.yaml
var ownCRDs embed.FS

// crd is a CustomResourceDefinition, with the parts that are read here.
type crd struct {
	Metadata struct {
		Name string `json:"name"`
	} `json:"metadata"`
	Spec struct {
		Group string `json:"group"`
		Scope string `json:"scope"`
		Names struct {
			Kind   string `json:"kind"`
			Plural string `json:"plural"`
		} `json:"names"`
		Versions []crdVersion `json:"versions"`
	} `json:"spec"`

	object map[string]any
}

type crdVersion struct {
	Name         string         `json:"name"`
	Served       bool           `json:"served"`
	Storage      bool           `json:"storage"`
	Subresources map[string]any `json:"subresources"`
	Schema       struct {
		OpenAPIV3Schema property `json:"openAPIV3Schema"`
	} `json:"schema"`
}

var readProjectCRDs = sync.OnceValues(func() ([]crd, error) { return readCRDs(ownCRDs) })

// projectCRDs are those of this package. The list is the caller's, its objects are not.
func projectCRDs() ([]crd, error) {
	crds, err := readProjectCRDs()
	return slices.Clone(crds), err
}

// Definitions are the CustomResourceDefinitions of this package.
func Definitions() ([]map[string]any, error) {
	crds, err := projectCRDs()
	objects := make([]map[string]any, len(crds))
	for i := range crds {
		objects[i] = crds[i].object
	}
	return objects, err
}

// upstreamCRDs are those in the folder that CRDS_DIR names, at any depth, of the kinds that the project has too. The kinds that
// upstream lacks there are the project's.
func upstreamCRDs(folder string) ([]crd, error) {
	own, err := projectCRDs()
	if err != nil {
		return nil, err
	}
	upstream, err := readCRDs(os.DirFS(folder))
	if err != nil {
		return nil, err
	}
	for i := range own {
		at := slices.IndexFunc(upstream, func(c crd) bool { return c.Metadata.Name == own[i].Metadata.Name })
		if at >= 0 {
			own[i] = upstream[at]
		}
	}
	return own, nil
}

// usedCRDs are those that Start installs.
func usedCRDs() ([]crd, error) {
	if folder := os.Getenv(crdsVariable); folder != "" {
		return upstreamCRDs(folder)
	}
	return projectCRDs()
}

// readCRDs reads the YAML files of a tree: a CRD each, or a list. Templates, of which upstream has some, are left out.
func readCRDs(tree fs.FS) ([]crd, error) {
	return readEditedCRDs(tree, func(text []byte) []byte { return text })
}

// readEditedCRDs reads what an edit makes of the files.
func readEditedCRDs(tree fs.FS, edit func(text []byte) []byte) ([]crd, error) {
	var found []crd
	err := fs.WalkDir(tree, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || path.Ext(name) != ".yaml" {
			return err
		}
		text, err := fs.ReadFile(tree, name)
		if err != nil {
			return err
		}
		if text = edit(text); bytes.Contains(text, []byte("{{")) {
			return nil
		}
		var document struct {
			Items []map[string]any `json:"items"`
		}
		var object map[string]any
		if err := errors.Join(yaml.Unmarshal(text, &document), yaml.Unmarshal(text, &object)); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		if document.Items == nil {
			document.Items = []map[string]any{object}
		}
		for _, item := range document.Items {
			c := crd{object: item}
			if err := convert(item, &c); err != nil {
				return fmt.Errorf("%s: %w", name, err)
			}
			found = append(found, c)
		}
		return nil
	})
	return found, err
}

// convert reads an object into a struct by its JSON names.
func convert(from, to any) error {
	text, err := yaml.Marshal(from)
	if err != nil {
		return err
	}
	return yaml.Unmarshal(text, to)
}

// install prepares a server: it creates the CRDs, and notes where their objects are and those of consumers.
func (h *Hub) install(crds []crd) error {
	if err := h.resources.addAll(crds); err != nil {
		return err
	}
	return h.define(crds)
}

// define creates the CRDs that the server lacks, and waits until their kinds are served.
func (h *Hub) define(crds []crd) error {
	ctx, cancel := context.WithTimeout(context.Background(), startLimit)
	defer cancel()
	for _, c := range crds {
		_, err := h.client.Resource(definitions).Create(ctx, &unstructured.Unstructured{Object: c.object},
			metav1.CreateOptions{FieldValidation: "Strict"})
		if err != nil && !apierrors.IsAlreadyExists(err) {
			return fmt.Errorf("%s: %w", c.Metadata.Name, err)
		}
	}
	for _, c := range crds {
		for _, version := range c.Spec.Versions {
			if err := h.waitServed(ctx, schema.GroupVersionResource{Group: c.Spec.Group, Version: version.Name,
				Resource: c.Spec.Names.Plural}); err != nil {
				return err
			}
		}
	}
	return nil
}

// waitServed tries again after every error until the time is up: while a server installs a kind, it can also leave a request
// unanswered or end its stream.
func (h *Hub) waitServed(ctx context.Context, resource schema.GroupVersionResource) error {
	for {
		err := h.served(ctx, resource)
		if err == nil {
			return nil
		}
		select {
		case <-ctx.Done():
			return fmt.Errorf("%s is not served: %w; %s", resource, err, h.conditions(resource))
		case <-time.After(20 * time.Millisecond):
		}
	}
}

func (h *Hub) served(ctx context.Context, resource schema.GroupVersionResource) error {
	ctx, cancel := context.WithTimeout(ctx, startLimit/10)
	defer cancel()
	_, err := h.client.Resource(resource).List(ctx, metav1.ListOptions{Limit: 1})
	return err
}

// conditions says what the server has to say about a CRD.
func (h *Hub) conditions(resource schema.GroupVersionResource) string {
	object, err := h.client.Resource(definitions).Get(context.Background(), resource.GroupResource().String(), metav1.GetOptions{})
	if err != nil {
		return err.Error()
	}
	conditions, _, _ := unstructured.NestedSlice(object.Object, "status", "conditions")
	text, err := yaml.Marshal(conditions)
	if err != nil {
		return err.Error()
	}
	return strings.TrimSpace(string(text))
}
