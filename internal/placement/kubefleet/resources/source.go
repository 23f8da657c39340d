// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package resources

import (
	"bytes"
	"context"
	"crypto/sha256"
	"strconv"
	"strings"

	apivalidation "k8s.io/apimachinery/pkg/api/validation"
	"k8s.io/apimachinery/pkg/util/validation"
)

// source is a selected object, or a manifest in an envelope, and what becomes of it by overrides.
type source struct {
	id       ID
	resource int
	key      string
	envelope *ID
	content  map[string]any
	text     []byte
	// overrides are those that select it, in the order in which they are applied; one that selects it twice is in it twice.
	overrides []*compiledOverride
	// outcomes has what became of it so far, by the numbers of the programs.
	outcomes map[string]outcome
	// templates has what it becomes by the shapes of programs. Nil says that variables have to be replaced before.
	templates map[string]*template
}

// outcome is a manifest, nil for an object that is deleted, or a failure.
type outcome struct {
	manifest *Manifest
	failure  *Failure
}

// outcome applies the programs of a cluster.
func (s *source) outcome(ctx context.Context, cluster *Cluster, programs map[*compiledOverride]*program) (outcome, error) {
	applied := s.applied(programs)
	key := keyOf(applied)
	if known, ok := s.outcomes[key]; ok {
		return known, nil
	}
	done, late, err := s.late(ctx, cluster, applied)
	if err == nil && !late {
		done, err = s.apply(ctx, applied)
	}
	if err != nil {
		return outcome{}, err
	}
	if s.outcomes == nil {
		s.outcomes = map[string]outcome{}
	}
	s.outcomes[key] = done
	return done, nil
}

// applied are the programs of the overrides that select the object, in their order.
func (s *source) applied(programs map[*compiledOverride]*program) []*program {
	var list []*program
	for _, override := range s.overrides {
		if p := programs[override]; p != nil {
			list = append(list, p)
		}
	}
	return list
}

// keyOf identifies programs by their numbers.
func keyOf(programs []*program) string {
	var key []byte
	for _, p := range programs {
		key = append(strconv.AppendInt(key, int64(p.number), 10), ' ')
	}
	return string(key)
}

func (s *source) manifest(programs []*program) *Manifest {
	return &Manifest{ID: s.id, Key: s.key, source: s, programs: programs, Changed: len(programs) > 0}
}

// apply applies programs whose variables are replaced.
func (s *source) apply(ctx context.Context, programs []*program) (outcome, error) {
	manifest := s.manifest(programs)
	text, content := s.text, s.content
	if manifest.Changed {
		done, err := run(ctx, s.text, programs, false)
		switch {
		case err != nil:
			return outcome{}, err
		case done.why != "":
			return outcome{failure: s.failure(programs[done.failed], done.why)}, nil
		case len(done.text) == 0:
			return outcome{}, nil
		}
		if content = decodePatched(done.text); content == nil {
			return outcome{failure: s.failure(programs[len(programs)-1], "the patches do not make an object")}, nil
		}
		text = encode(content)
	}
	manifest.Digest = sha256.Sum256(text)
	manifest.Refused = refused(content)
	return outcome{manifest: manifest}, nil
}

// decodePatched returns nil if the text is no object: a patch has replaced the whole document.
func decodePatched(text []byte) map[string]any {
	content, err := Decode(text)
	if err != nil {
		return nil
	}
	return content
}

// failure is the failure of an override on the object.
func (s *source) failure(p *program, why string) *Failure {
	return &Failure{Kind: User, Why: why, Resource: s.id, Envelope: s.envelope, Override: p.override.Override}
}

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
	var shapes strings.Builder
	varies := false
	for _, p := range programs {
		if p.shape == "" {
			return outcome{}, false, nil
		}
		shapes.WriteString(p.shape)
		varies = varies || p.varies
	}
	if !varies {
		return outcome{}, false, nil
	}
	t, known := s.templates[shapes.String()]
	if !known {
		if t, err = s.template(ctx, programs); err != nil {
			return outcome{}, false, err
		}
		if s.templates == nil {
			s.templates = map[string]*template{}
		}
		s.templates[shapes.String()] = t
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

// template applies programs to the object, with their variables as they are written. It returns nil if variables cannot be
// replaced after that: the object itself has the text of one, a variable is where an API server checks more than the value of a
// label, or a size could pass its bound.
func (s *source) template(ctx context.Context, programs []*program) (*template, error) {
	if bytes.Contains(s.text, []byte(variablePrefix)) {
		return nil, nil
	}
	done, err := run(ctx, s.text, programs, true)
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
