// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

// Package advisor calls hybrid advisors over HTTP with a versioned JSON contract. Advisors that need no network are in
// package hybrid.
package advisor

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/lists"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/hybrid"
)

// The identification that a request and its response carry.
const (
	// Version is the version of the contract.
	Version = "placement.advisor/v1"
	// Kind is the kind of requests and responses.
	Kind = "AdvisorReview"
)

const (
	// maxDepth limits the nesting of a response.
	maxDepth = 32
	// maxSurplus limits the targets that a response may name in addition to those of the request.
	maxSurplus = 1000
	// maxErrorText limits the text of an advisor that is shown, in bytes.
	maxErrorText = 512
	// maxWarnings limits the warnings of an advisor that are shown.
	maxWarnings = 10
)

// requestBody returns the body of a request and its uid. The body is canonical JSON, with sorted keys and no white space,
// so that its hash, the uid, identifies the question.
func requestBody(q *hybrid.Question) (body []byte, uid string, err error) {
	request := map[string]any{
		"advisor": map[string]any{
			"name": q.Advisor.Name, "type": cmp.Or(q.Advisor.Type, hybrid.Priority), "weight": q.Advisor.WeightOrDefault(),
		},
		"placement":  placementOf(q.Rule),
		"round":      q.Round,
		"candidates": candidatesOf(q.Candidates),
		"eliminated": eliminatedOf(q.Eliminated),
		"rules":      json.RawMessage("{}"),
	}
	if len(q.Advisor.Rules) > 0 {
		rules := jsontext.Value(slices.Clone(q.Advisor.Rules))
		if err := rules.Canonicalize(); err != nil {
			return nil, "", fmt.Errorf("the rules are not JSON: %w", err)
		}
		request["rules"] = json.RawMessage(rules)
	}
	previous := make([]map[string]any, len(q.Rule.PreviousDecisions))
	for i, key := range q.Rule.PreviousDecisions {
		namespace, name := placement.ParseTargetKey(key)
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

// leastLength is a lower bound for the encoded targets of a request, so that a request that is far too large is not encoded.
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

func placementOf(rule *hybrid.Placement) map[string]any {
	deployerType := rule.DeployerType
	if len(deployerType) == 0 {
		deployerType = hybrid.DeployerTypes{hybrid.DeployerKubernetes}
	}
	return map[string]any{
		"name": rule.Name, "deployerType": deployerType, "replicas": rule.Replicas, "decisionWeight": rule.DecisionWeightOrDefault(),
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

// attributesOf returns the resources of a cluster: cpu in millicores and memory in bytes, so that an advisor reads integers,
// and any other resource as a quantity. All are strings, because they may exceed the range of a JSON number.
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
	return lists.Map(targets, func(e hybrid.Eliminated) map[string]any {
		return map[string]any{"name": e.Target.Name, "namespace": e.Target.Namespace, "round": e.Round, "reason": e.Reason}
	})
}

// checkDepth requires a single JSON value with limited nesting and nothing after it.
func checkDepth(text []byte) error {
	decoder := jsontext.NewDecoder(bytes.NewBuffer(text))
	for {
		if _, err := decoder.ReadToken(); err != nil {
			return errors.New("the response is not JSON")
		}
		if decoder.StackDepth() > maxDepth {
			return fmt.Errorf("the response is nested more than %d levels deep", maxDepth)
		}
		if decoder.StackDepth() == 0 {
			break
		}
	}
	if _, err := decoder.ReadToken(); !errors.Is(err, io.EOF) {
		return errors.New("the response has content after the JSON value")
	}
	return nil
}
