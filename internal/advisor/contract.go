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

// leastLength is what the targets of a request have at least, so that a request that is far too large is not even written.
func leastLength(q *hybrid.Question) int {
	const members = len(`{"kind":"","labels":{},"name":"","namespace":""},`)
	length := 0
	for _, t := range q.Candidates {
		length += members + len(t.Kind) + len(t.Name) + len(t.Namespace)
		for key, value := range t.Labels {
			length += len(key) + len(value)
		}
	}
	return length
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
