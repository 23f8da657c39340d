// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package resources

import (
	"bytes"
	"context"
	"crypto/sha256"
	"slices"
	"strings"

	apivalidation "k8s.io/apimachinery/pkg/api/validation"
	"k8s.io/apimachinery/pkg/util/validation"
)

// template is what an object becomes by the shapes of programs, for all clusters that have these.
type template struct {
	// failed is the index of the program that fails; why is empty for none.
	failed int
	why    string
	// deleted says that the object is deleted.
	deleted bool
	// text is the JSON of the manifest.
	text variableText
	// labels are the values with variables of the manifest's labels.
	labels []variableText
}

// growth is by how much variables can make a text longer: the longest value for the shortest variable.
const growth = maxPlain/len(clusterNameVariable) + 1

// late applies programs to the object as their template does. Ok is false if they have none.
func (s *source) late(ctx context.Context, cluster *Cluster, programs []*program) (done outcome, ok bool, err error) {
	shapes := make([]*program, len(programs))
	for i, p := range programs {
		shapes[i] = p.shape
	}
	if slices.Contains(shapes, nil) || slices.Equal(shapes, programs) {
		return outcome{}, false, nil
	}
	key := keyOf(shapes)
	t, known := s.templates[key]
	if !known {
		if t, err = s.template(ctx, shapes); err != nil {
			return outcome{}, false, err
		}
		if s.templates == nil {
			s.templates = map[string]*template{}
		}
		s.templates[key] = t
	}
	switch {
	case t == nil:
		return outcome{}, false, nil
	case t.why != "":
		return outcome{failure: s.failure(programs[t.failed], t.why)}, true, nil
	case t.deleted:
		return outcome{}, true, nil
	}
	for i := range t.labels {
		if len(validation.IsValidLabelValue(string(t.labels[i].appendTo(nil, cluster)))) > 0 {
			return outcome{}, false, nil // The long way has the text of the refusal.
		}
	}
	manifest := s.manifest(programs)
	manifest.Digest = sha256.Sum256(t.text.appendTo(nil, cluster))
	return outcome{manifest: manifest}, true, nil
}

// template applies shapes of programs to the object. It returns nil if variables cannot be replaced after that: the object itself
// has the text of one, a variable is where an API server checks more than the value of a label, or a size could pass its bound.
func (s *source) template(ctx context.Context, shapes []*program) (*template, error) {
	if bytes.Contains(s.text, []byte(variablePrefix)) {
		return nil, nil
	}
	done, err := run(ctx, s.text, shapes)
	switch {
	case err != nil:
		return nil, err
	case done.longest > manifestBytes/growth:
		return nil, nil
	case done.why != "":
		return &template{failed: done.failed, why: done.why}, nil
	case len(done.text) == 0:
		return &template{deleted: true}, nil
	}
	content := decodePatched(done.text)
	if content == nil {
		return nil, nil
	}
	t := &template{}
	var complete bool
	if t.text, complete = parseText(string(encode(content))); !complete || !t.takeLabels(content) || len(refused(content)) > 0 {
		return nil, nil
	}
	return t, nil
}

// takeLabels takes labels with variables out of a content, whose other labels, kind and metadata are the same for all clusters.
// It reports false if they are not.
func (t *template) takeLabels(content map[string]any) bool {
	metadata, _ := content["metadata"].(map[string]any)
	labels, _ := metadata["labels"].(map[string]any)
	for key, value := range labels {
		text, _ := value.(string)
		if !strings.Contains(text, variablePrefix) {
			continue
		}
		parsed, _ := parseText(text) // It is complete, as the whole text is.
		t.labels = append(t.labels, parsed)
		delete(labels, key)
		if len(validation.IsQualifiedName(key)) > 0 {
			return false
		}
	}
	for field, value := range metadata {
		text := encode(value)
		varies := bytes.Contains(text, []byte(variablePrefix))
		if varies && (field != "annotations" || len(text) > apivalidation.TotalAnnotationSizeLimitB/growth) {
			return false
		}
	}
	// A kind with a variable is refused in any case.
	version, _ := content["apiVersion"].(string)
	return !strings.Contains(version, variablePrefix)
}
