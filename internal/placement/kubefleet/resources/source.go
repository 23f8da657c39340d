// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package resources

import (
	"context"
	"crypto/sha256"
	"strconv"
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
	// templates has what it becomes by the shapes of programs, by their numbers. Nil says that variables have to be replaced before.
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
		done, err := run(ctx, s.text, programs)
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
