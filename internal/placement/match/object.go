package match

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	"k8s.io/apimachinery/pkg/api/resource"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
)

// defaultLeaseSeconds is what the API server stores for spec.leaseDurationSeconds if it is not given.
const defaultLeaseSeconds = 60

// Object is the cluster as CEL expressions see it: the data of a ManagedCluster after the server's defaulting, with
// quantities as strings, whole numbers as int64, absent fields absent, and no apiVersion and kind. It is made from
// the cluster's own object if it has one, and from its fields otherwise.
func Object(cluster *placement.Cluster) (map[string]any, error) {
	object := objectOfFields(cluster)
	if cluster.Object != nil {
		decoder := json.NewDecoder(bytes.NewReader(cluster.Object))
		decoder.UseNumber()
		object = nil
		if err := decoder.Decode(&object); err != nil {
			return nil, fmt.Errorf("cluster %q: %w", cluster.Name, err)
		}
		if object == nil {
			return nil, fmt.Errorf("cluster %q: its object is null", cluster.Name)
		}
		plain(object)
	}
	delete(object, "apiVersion")
	delete(object, "kind")
	spec, ok := object["spec"].(map[string]any)
	if !ok {
		spec = map[string]any{}
		object["spec"] = spec
	}
	if _, ok := spec["leaseDurationSeconds"]; !ok {
		spec["leaseDurationSeconds"] = int64(defaultLeaseSeconds)
	}
	if _, ok := spec["hubAcceptsClient"]; !ok {
		spec["hubAcceptsClient"] = false
	}
	if status, ok := object["status"].(map[string]any); ok {
		for _, list := range []string{"allocatable", "capacity"} {
			quantitiesAsText(status[list])
		}
	}
	return object, nil
}

// plain drops nulls, which the API server treats as absent, and makes numbers int64 or float64.
func plain(value any) any {
	switch v := value.(type) {
	case map[string]any:
		for key, item := range v {
			if item == nil {
				delete(v, key)
				continue
			}
			v[key] = plain(item)
		}
	case []any:
		for i := range v {
			v[i] = plain(v[i])
		}
	case json.Number:
		if whole, err := v.Int64(); err == nil {
			return whole
		}
		if float, err := v.Float64(); err == nil {
			return float
		}
		return v.String()
	}
	return value
}

// quantitiesAsText writes amounts in the canonical notation, "2" for 2000m, because upstream reads and writes them once.
func quantitiesAsText(list any) {
	amounts, ok := list.(map[string]any)
	if !ok {
		return
	}
	for name, amount := range amounts {
		text := fmt.Sprint(amount)
		if quantity, err := resource.ParseQuantity(text); err == nil {
			text = quantity.String()
		}
		amounts[name] = text
	}
}

func objectOfFields(c *placement.Cluster) map[string]any {
	metadata := map[string]any{"name": c.Name}
	spec := map[string]any{"hubAcceptsClient": true}
	status := map[string]any{"conditions": []any{}}
	addText(metadata, "labels", c.Labels)
	addText(metadata, "annotations", c.Annotations)
	if len(c.Taints) > 0 {
		list := make([]any, len(c.Taints))
		for i, t := range c.Taints {
			taint := map[string]any{"key": t.Key, "effect": string(t.Effect)}
			if t.Value != "" {
				taint["value"] = t.Value
			}
			if !t.TimeAdded.IsZero() {
				taint["timeAdded"] = t.TimeAdded.UTC().Format(time.RFC3339)
			}
			list[i] = taint
		}
		spec["taints"] = list
	}
	if len(c.Claims) > 0 {
		claims := make([]any, 0, len(c.Claims))
		for name, value := range c.Claims {
			claims = append(claims, map[string]any{"name": name, "value": value})
		}
		slices.SortFunc(claims, func(a, b any) int { return strings.Compare(claimName(a), claimName(b)) })
		status["clusterClaims"] = claims
	}
	addResources(status, "allocatable", c.Allocatable)
	addResources(status, "capacity", c.Capacity)
	if c.KubernetesVersion != "" {
		status["version"] = map[string]any{"kubernetes": c.KubernetesVersion}
	}
	return map[string]any{"metadata": metadata, "spec": spec, "status": status}
}

func claimName(claim any) string {
	fields, _ := claim.(map[string]any)
	name, _ := fields["name"].(string)
	return name
}

func addText(object map[string]any, field string, texts map[string]string) {
	if len(texts) == 0 {
		return
	}
	values := make(map[string]any, len(texts))
	for key, text := range texts {
		values[key] = text
	}
	object[field] = values
}

func addResources(status map[string]any, field string, list placement.Resources) {
	if len(list) == 0 {
		return
	}
	amounts := make(map[string]any, len(list))
	for i := range list {
		amounts[list[i].Name] = list[i].Quantity.String()
	}
	status[field] = amounts
}
