// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package resources_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/kubefleet/resources"
)

func naivePatches(content any, patches []resources.JSONPatch, cluster *resources.Cluster, deleted bool) (any, error) {
	var values []string
	for _, p := range patches {
		text, err := naiveVariables(string(p.Value), cluster)
		if err != nil {
			return nil, err
		}
		values = append(values, text)
	}
	for _, text := range values {
		// A label can end the text of a value and begin another field of the operation.
		if !json.Valid([]byte(`{"v":` + text + "}")) {
			return nil, errors.New("invalid state detected")
		}
	}
	for i, p := range patches {
		if deleted {
			continue
		}
		parts := strings.Split(p.Path, "/")[1:]
		for i := range parts {
			parts[i] = strings.ReplaceAll(strings.ReplaceAll(parts[i], "~1", "/"), "~0", "~")
		}
		var err error
		if content, err = naivePatch(content, p.Op, p.Path, parts, decoded(values[i])); err != nil {
			return nil, err
		}
	}
	return content, nil
}

func naiveVariables(text string, cluster *resources.Cluster) (string, error) {
	text = strings.ReplaceAll(text, "${MEMBER-CLUSTER-NAME}", cluster.Name)
	done := ""
	for {
		at := strings.Index(text, "${MEMBER-CLUSTER-LABEL-KEY-")
		if at < 0 {
			return done + text, nil
		}
		rest := text[at+len("${MEMBER-CLUSTER-LABEL-KEY-"):]
		end := strings.Index(rest, "}")
		if end < 0 {
			return "", fmt.Errorf("input %s is missing the closing bracket `}`", done+text)
		}
		label, ok := cluster.Labels[rest[:end]]
		if !ok {
			return "", fmt.Errorf("label key %s not found on cluster %s", rest[:end], cluster.Name)
		}
		done, text = done+text[:at]+label, rest[end+1:]
	}
}

// naivePatch patches a value at the rest of a path.
func naivePatch(content any, op, path string, rest []string, value any) (any, error) {
	missing := fmt.Errorf("%s operation does not apply: doc is missing path: \"%s\": missing value", op, path)
	if op == "replace" {
		missing = fmt.Errorf("replace operation does not apply: doc is missing path: %s: missing value", path)
	}
	noKey := fmt.Errorf("replace operation does not apply: doc is missing key: %s: missing value", path)
	part := rest[0]
	switch content := content.(type) {
	case map[string]any:
		old, found := content[part]
		switch {
		case len(rest) > 1 && !found:
			return nil, missing
		case len(rest) > 1:
			changed, err := naivePatch(old, op, path, rest[1:], value)
			content[part] = changed
			return content, err
		case op == "replace" && !found:
			return nil, noKey
		case op == "remove" && !found:
			return nil, fmt.Errorf("error in remove for path: '%s': unable to remove nonexistent key: %s: missing value", path, part)
		case op == "remove":
			delete(content, part)
		default:
			content[part] = value
		}
		return content, nil
	case []any:
		return naiveListPatch(content, op, path, rest, value, missing, noKey)
	}
	return nil, missing
}

func naiveListPatch(list []any, op, path string, rest []string, value any, missing, noKey error) (any, error) {
	if op == "add" && len(rest) == 1 && rest[0] == "-" {
		return append(list, value), nil
	}
	at, err := strconv.Atoi(rest[0])
	length := len(list)
	if op == "add" && len(rest) == 1 {
		length++
	}
	inside := err == nil && at >= -length && at < length
	index := at
	if at < 0 {
		index += length
	}
	switch {
	case len(rest) > 1 && !inside:
		return nil, missing
	case len(rest) > 1:
		list[index], err = naivePatch(list[index], op, path, rest[1:], value)
		return list, err
	case op == "replace" && !inside:
		return nil, noKey
	case err != nil && op == "add":
		return nil, fmt.Errorf("error in add for path: '%s': value was not a proper array index: '%s': %w", path, rest[0], err)
	case err != nil:
		return nil, fmt.Errorf("error in remove for path: '%s': %w", path, err)
	case !inside:
		return nil, fmt.Errorf("error in %s for path: '%s': Unable to access invalid index: %d: invalid index referenced", op, path, at)
	case op == "replace":
		list[index] = value
	case op == "remove":
		return slices.Delete(list, index, index+1), nil
	default:
		return slices.Insert(list, index, value), nil
	}
	return list, nil
}
