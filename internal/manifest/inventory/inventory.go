// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package inventory

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest/api"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest/decode"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest/document"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
)

// ReadFleet reads the objects of texts. A mistake is a *document.Error; two objects of the same kind and name are one. When ctx
// ends, ReadFleet returns an error that wraps the context's.
func ReadFleet(ctx context.Context, texts ...string) (Fleet, error) {
	r := reader{
		decode: decode.Object, validator: &placement.Validator{}, seen: map[objectKey]document.Place{}, skipped: map[string]int{},
	}
	for i, text := range texts {
		err := r.readText(ctx, text)
		if ended := ctx.Err(); ended != nil {
			return Fleet{}, fmt.Errorf("reading the manifests was interrupted: %w", ended)
		}
		if err != nil {
			var mistake *document.Error
			if errors.As(err, &mistake) {
				mistake.Text, mistake.Several = i, len(texts) > 1
			}
			return Fleet{}, err
		}
		r.text++
	}
	for kind, count := range r.skipped {
		r.fleet.Skipped = append(r.fleet.Skipped, SkippedKind{Kind: kind, Count: count})
	}
	slices.SortFunc(r.fleet.Skipped, func(a, b SkippedKind) int { return cmp.Compare(a.Kind, b.Kind) })
	return r.fleet, nil
}

func (r *reader) readText(ctx context.Context, text string) error {
	list, err := document.Split(ctx, text)
	if err != nil {
		return err
	}
	for i := range list {
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := r.readObject(&list[i]); err != nil {
			return err
		}
	}
	return nil
}

func (r *reader) readObject(doc *document.Document) error {
	h, err := decode.ReadHeader(doc.JSON, doc.Header)
	if err != nil {
		return doc.Mistake("", err)
	}
	if h != r.header {
		r.kind = h.GroupKind()
	}
	kind := r.kind
	r.header = h
	if placementKinds[kind] {
		r.fleet.Placements = append(r.fleet.Placements, PlacementObject{r.text, *doc})
	}
	add, known := kinds[kind]
	if !known {
		r.skipped[kind]++
		return nil
	}
	if err := api.CheckVersion(h, kind); err != nil {
		return doc.Mistake(strings.TrimSuffix(h.Kind+"/"+decode.NameOf(doc.JSON), "/"), err)
	}
	r.here = document.Place{Text: r.text, Document: doc.Number}
	object, err := add(r, doc.JSON)
	name := h.Kind + "/" + object.name
	if object.name == "" {
		// An error before the name prevents it from being read.
		name = strings.TrimSuffix(name+decode.NameOf(doc.JSON), "/")
	}
	if err == nil {
		err = decode.FirstOf(object.mistakes)
	}
	if err != nil {
		return doc.Mistake(name, err)
	}
	if object.isOther {
		r.skipped[kind]++
		return nil
	}
	key := objectKey{kind, object.namespace, object.name}
	if first, ok := r.seen[key]; ok {
		where := fmt.Sprintf("document %d", first.Document)
		if first.Text != r.here.Text {
			where = first.String()
		}
		return doc.Mistake(name, errors.New("duplicate object: already defined in "+where))
	}
	r.seen[key] = r.here
	return nil
}
