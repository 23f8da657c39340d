// Package advisor asks hybrid advisors over HTTP, by a versioned JSON contract. The answers of the advisors that need no
// network are in package hybrid.
package advisor

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/hybrid"
)

// What both sides of the contract say of themselves.
const (
	// Version is the version of the contract.
	Version = "placement.advisor/v1"
	// Kind is the kind of a request and of its response.
	Kind = "AdvisorReview"
)

const (
	// maxDepth is how deep a response may be nested.
	maxDepth = 32
	// maxSurplus is by how many targets a response may name more than there are.
	maxSurplus = 1000
	// maxErrorText is how much of an advisor's own text is shown, in bytes.
	maxErrorText = 512
	// maxWarnings is how many of its warnings are.
	maxWarnings = 10
)

// requestBody is the body of a request. It is canonical, its keys sorted and without space, so that its hash, which is its
// uid, identifies the question.
func requestBody(q *hybrid.Question) (body []byte, uid string, err error) {
	request := map[string]any{
		"advisor":    map[string]any{"name": q.Advisor.Name, "type": advisorType(q.Advisor), "weight": weightOf(q.Advisor)},
		"placement":  placementOf(q.Rule),
		"round":      q.Round,
		"candidates": candidatesOf(q.Candidates),
		"eliminated": eliminatedOf(q.Eliminated),
		"rules":      json.RawMessage("{}"),
	}
	if len(q.Advisor.Rules) > 0 {
		rules := jsontext.Value(slices.Clone(q.Advisor.Rules))
		if err := rules.Canonicalize(); err != nil {
			return nil, "", fmt.Errorf("its rules are not JSON: %w", err)
		}
		request["rules"] = json.RawMessage(rules)
	}
	previous := make([]map[string]any, len(q.Rule.PreviousDecisions))
	for i, key := range q.Rule.PreviousDecisions {
		namespace, name, found := strings.Cut(key, "/")
		if !found {
			namespace, name = "", key
		}
		previous[i] = map[string]any{"name": name, "namespace": namespace}
	}
	request["previousDecisions"] = previous
	text, err := json.Marshal(request)
	if err != nil {
		return nil, "", err
	}
	sum := sha256.Sum256(text)
	uid = hex.EncodeToString(sum[:])
	request["uid"] = uid
	body, err = json.Marshal(map[string]any{"apiVersion": Version, "kind": Kind, "request": request})
	return body, uid, err
}

func advisorType(a *hybrid.Advisor) string {
	if a.Type == "" {
		return hybrid.Priority
	}
	return a.Type
}

func weightOf(a *hybrid.Advisor) int32 {
	if a.Weight == nil {
		return 100
	}
	return *a.Weight
}

func placementOf(rule *hybrid.Placement) map[string]any {
	deployerType, decisionWeight := rule.DeployerType, int32(100)
	if deployerType == "" {
		deployerType = hybrid.DeployerKubernetes
	}
	if rule.DecisionWeight != nil {
		decisionWeight = *rule.DecisionWeight
	}
	return map[string]any{
		"name": rule.Name, "deployerType": deployerType, "replicas": rule.Replicas, "decisionWeight": decisionWeight,
	}
}

func candidatesOf(targets []*placement.Target) []map[string]any {
	list := make([]map[string]any, len(targets))
	for i, t := range targets {
		candidate := map[string]any{"name": t.Name, "namespace": t.Namespace, "kind": t.Kind, "labels": t.Labels}
		if t.Labels == nil {
			candidate["labels"] = map[string]string{}
		}
		if t.Cluster != nil && len(t.Cluster.Allocatable) > 0 {
			candidate["attributes"] = attributesOf(t.Cluster.Allocatable)
		}
		list[i] = candidate
	}
	return list
}

// attributesOf are what a cluster has for workloads: cpu in thousandths and memory in bytes, so that an advisor reads whole
// numbers, and any other resource as its quantity. All are texts, as they may exceed what a JSON number can hold.
func attributesOf(allocatable placement.Resources) map[string]string {
	attributes := make(map[string]string, len(allocatable))
	for _, r := range allocatable {
		quantity := r.Quantity()
		switch r.Name {
		case "cpu":
			attributes["cpuMilli"] = strconv.FormatInt(quantity.MilliValue(), 10)
		case "memory":
			attributes["memoryBytes"] = strconv.FormatInt(quantity.Value(), 10)
		default:
			attributes[r.Name] = quantity.String()
		}
	}
	return attributes
}

func eliminatedOf(targets []hybrid.Eliminated) []map[string]any {
	list := make([]map[string]any, len(targets))
	for i, e := range targets {
		list[i] = map[string]any{"name": e.Target.Name, "namespace": e.Target.Namespace, "round": e.Round, "reason": e.Reason}
	}
	return list
}

// decodeResponse checks all that the contract asks of a response. Fields that it does not know are for later versions.
func decodeResponse(text []byte, uid string, targets int) (hybrid.Answer, error) {
	if err := checkDepth(text); err != nil {
		return hybrid.Answer{}, err
	}
	var review struct {
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
	if err := json.Unmarshal(text, &review); err != nil {
		return hybrid.Answer{}, errors.New("the response is not of the contract: a value has the wrong type")
	}
	response := &review.Response
	switch {
	case review.APIVersion != Version || review.Kind != Kind:
		return hybrid.Answer{}, fmt.Errorf("the response is a %s of version %s; it must be a %q of version %q",
			placement.Quote(review.Kind), placement.Quote(review.APIVersion), Kind, Version)
	case response.Error != "":
		return hybrid.Answer{}, fmt.Errorf("the advisor says: %s", response.Error)
	case response.UID != uid:
		return hybrid.Answer{}, errors.New("the response has not the uid of the request")
	case response.Recommendations == nil:
		return hybrid.Answer{}, errors.New("the response has no recommendations; an empty list would name nobody")
	case len(*response.Recommendations) > targets+maxSurplus:
		return hybrid.Answer{}, fmt.Errorf("the response names %d targets, and there are %d", len(*response.Recommendations), targets)
	}
	answer := hybrid.Answer{
		Recommendations: make([]placement.Recommendation, len(*response.Recommendations)),
		Warnings:        response.Warnings[:min(len(response.Warnings), maxWarnings)],
	}
	seen := make(map[string]bool, len(answer.Recommendations))
	for i, r := range *response.Recommendations {
		key := (&placement.Target{Name: r.Name, Namespace: r.Namespace}).Key()
		score := 100.0
		if r.Score != nil {
			score = *r.Score
		}
		switch {
		case r.Name == "":
			return hybrid.Answer{}, fmt.Errorf("recommendation %d of the response names no target", i)
		case seen[key]:
			return hybrid.Answer{}, fmt.Errorf("the response names %s twice", placement.Quote(key))
		case score < 0 || score > 100 || score != float64(int(score)):
			return hybrid.Answer{}, fmt.Errorf("the response gives %s the score %v; it must be a whole number from 0 to 100", placement.Quote(key), score)
		}
		seen[key] = true
		answer.Recommendations[i] = placement.Recommendation{Target: key, Score: int(score), Reason: r.Reason}
	}
	return answer, nil
}

// checkDepth reads one JSON value, which nothing may follow and which must not be nested too deep.
func checkDepth(text []byte) error {
	decoder := jsontext.NewDecoder(bytes.NewBuffer(text))
	for {
		if _, err := decoder.ReadToken(); err != nil {
			return errors.New("the response is not JSON")
		}
		if decoder.StackDepth() > maxDepth {
			return fmt.Errorf("the response is nested deeper than %d", maxDepth)
		}
		if decoder.StackDepth() == 0 {
			break
		}
	}
	if _, err := decoder.ReadToken(); !errors.Is(err, io.EOF) {
		return errors.New("something follows the JSON of the response")
	}
	return nil
}
