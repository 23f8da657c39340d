// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package advisor

import (
	"encoding/json"
	"errors"
	"fmt"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/lists"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/hybrid"
)

// exchange is one request, with what is needed to read the response.
type exchange struct {
	endpoint *Endpoint
	secrets  excerpt.Secrets
	body     []byte
	uid      string
	// sent has the keys of the targets in the request.
	sent map[string]bool
}

func sentIn(q *hybrid.Question) map[string]bool {
	sent := lists.Set(q.Candidates, func(t *placement.Target) string { return t.Key() })
	for i := range q.Eliminated {
		sent[q.Eliminated[i].Target.Key()] = true
	}
	return sent
}

// show sanitizes a text that an advisor sent.
func (x *exchange) show(text string) string { return x.secrets.Show(text, maxErrorText) }

// shown returns the name of a target for messages. A name that was sent to the advisor is not secret; any other name may
// contain a secret.
func (x *exchange) shown(key string) string {
	if x.sent[key] {
		return key
	}
	return x.show(key)
}

// keyOf is the key of a target in the response. A cluster may be named with a namespace of its name.
func (x *exchange) keyOf(name, namespace string) string {
	key := (&placement.Target{Name: name, Namespace: namespace}).Key()
	if namespace == name && !x.sent[key] && x.sent[name] {
		return name
	}
	return key
}

// review is a response of the contract.
type review struct {
	APIVersion string `json:"apiVersion"`
	Kind       string `json:"kind"`
	Response   struct {
		UID             string   `json:"uid"`
		Error           string   `json:"error"`
		Warnings        []string `json:"warnings"`
		Recommendations *[]struct {
			Name      string   `json:"name"`
			Namespace string   `json:"namespace"`
			Score     *float64 `json:"score"`
			Reason    string   `json:"reason"`
		} `json:"recommendations"`
	} `json:"response"`
}

// decode validates a response against the contract. Unknown fields are ignored: later versions may add some. Texts of the
// advisor are masked and sanitized; the names of targets are matched unchanged.
func (x *exchange) decode(text []byte) (hybrid.Answer, error) {
	if err := checkDepth(text); err != nil {
		return hybrid.Answer{}, err
	}
	var review review
	if err := json.Unmarshal(text, &review); err != nil {
		return hybrid.Answer{}, errors.New("the response does not conform to " + Version + ": a value has the wrong type")
	}
	response := &review.Response
	switch {
	case review.APIVersion != Version || review.Kind != Kind:
		return hybrid.Answer{}, fmt.Errorf("the response is a %s of version %s; it must be a %q of version %q",
			excerpt.Quote(x.show(review.Kind)), excerpt.Quote(x.show(review.APIVersion)), Kind, Version)
	case response.Error != "":
		return hybrid.Answer{}, fmt.Errorf("the advisor returned an error: %s", x.show(response.Error))
	case response.UID != x.uid:
		return hybrid.Answer{}, errors.New("the response's uid does not match the request's")
	case response.Recommendations == nil:
		return hybrid.Answer{}, errors.New("recommendations is missing; send an empty list to recommend no target")
	case len(*response.Recommendations) > len(x.sent)+maxSurplus:
		return hybrid.Answer{}, fmt.Errorf("the response names %s, but the request has %d",
			excerpt.Count(len(*response.Recommendations), "target"), len(x.sent))
	}
	answer := hybrid.Answer{Recommendations: make([]placement.Recommendation, 0, len(*response.Recommendations))}
	for _, warning := range response.Warnings[:min(len(response.Warnings), maxWarnings)] {
		answer.Warnings = append(answer.Warnings, x.show(warning))
	}
	seen := make(map[string]bool, len(*response.Recommendations))
	for i, r := range *response.Recommendations {
		key := x.keyOf(r.Name, r.Namespace)
		score := float64(hybrid.MaxScore)
		if r.Score != nil {
			score = *r.Score
		}
		switch {
		case r.Name == "":
			return hybrid.Answer{}, fmt.Errorf("recommendations[%d] does not name a target", i)
		case seen[key]:
			return hybrid.Answer{}, fmt.Errorf("the response recommends %s twice", excerpt.Quote(x.shown(key)))
		case score < 0 || score > hybrid.MaxScore || score != float64(int(score)):
			return hybrid.Answer{}, fmt.Errorf("the score of %s is %v; it must be a whole number from 0 to 100",
				excerpt.Quote(x.shown(key)), score)
		}
		seen[key] = true
		if !x.sent[key] {
			answer.Unknown = append(answer.Unknown, x.shown(key))
			continue
		}
		answer.Recommendations = append(answer.Recommendations, placement.Recommendation{
			Target: key, Score: int(score), Reason: x.show(r.Reason),
		})
	}
	return answer, nil
}
