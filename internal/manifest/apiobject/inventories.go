// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package apiobject

import (
	"encoding/base64"
	"errors"
	"slices"
	"unicode/utf8"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/jsonwalk"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest/api"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest/decode"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
)

// secretObject is the part of a Secret that is read. Annotations are not: kubectl apply keeps the whole Secret in one of them.
type secretObject struct {
	Metadata struct {
		Name              string            `json:"name"`
		Namespace         string            `json:"namespace,omitempty"`
		Labels            map[string]string `json:"labels,omitempty"`
		DeletionTimestamp *string           `json:"deletionTimestamp,omitempty"`
		Annotations       secretValues      `json:"annotations,omitempty"`
	} `json:"metadata"`
	Data       secretValues `json:"data,omitempty"`
	StringData secretValues `json:"stringData,omitempty"`
}

// secretValues are the keys of the data of a Secret, and the value of the key name. No other value is read.
type secretValues struct {
	keys []string
	name string
}

// UnmarshalJSONFrom reads the keys, and one value. No error has a value.
func (s *secretValues) UnmarshalJSONFrom(decoder *jsontext.Decoder) error {
	if decoder.PeekKind() != '{' {
		isNull := decoder.PeekKind() == 'n'
		if err := decoder.SkipValue(); err != nil || isNull {
			return err
		}
		return errors.New("it must be an object")
	}
	return jsonwalk.Members(decoder, func(key string) error {
		s.keys = append(s.keys, key)
		if key != "name" || decoder.PeekKind() != '"' {
			return decoder.SkipValue()
		}
		return json.UnmarshalDecode(decoder, &s.name)
	})
}

// clusterKeys are the keys of Argo CD that have no credentials.
var clusterKeys = []string{"name", "server", "namespaces", "clusterResources", "project", "shard"}

// lastApplied is the annotation in which kubectl apply keeps the whole object.
const lastApplied = "kubectl.kubernetes.io/last-applied-configuration"

// An ArgoCDCluster is what is read of a Secret in which Argo CD has a cluster.
type ArgoCDCluster struct {
	// Cluster has no kind. Its labels are those of the Secret.
	placement.Cluster
	// Namespace and SecretName are those of the Secret.
	Namespace, SecretName string
	// Credentials are where the Secret has credentials of the cluster, or may have them. They have not been read.
	Credentials field.ErrorList
}

// DecodeArgoCDCluster reads a Secret of Argo CD without its credentials. It is nil for any other Secret.
func DecodeArgoCDCluster(decode decode.Func, raw []byte) (*ArgoCDCluster, field.ErrorList, error) {
	var o secretObject
	err := decode(raw, &o)
	if err == nil && o.Metadata.Labels[api.ArgoCDClusterLabel] != api.ArgoCDCluster {
		return nil, nil, nil
	}
	c := &ArgoCDCluster{Namespace: o.Metadata.Namespace, SecretName: o.Metadata.Name, Cluster: placement.Cluster{
		Labels: o.Metadata.Labels, Deleting: o.Metadata.DeletionTimestamp != nil}}
	if err != nil {
		return c, nil, err
	}
	mistakes := c.setName(&o)
	c.Credentials = o.credentials()
	return c, mistakes, nil
}

// setName reads the name that Argo CD has for the cluster. The API server writes what stringData has over data.
func (c *ArgoCDCluster) setName(o *secretObject) field.ErrorList {
	path := field.NewPath("data", "name")
	if c.Name = o.StringData.name; c.Name != "" {
		path = field.NewPath("stringData", "name")
	} else {
		text, err := base64.StdEncoding.DecodeString(o.Data.name)
		if err != nil || !utf8.Valid(text) {
			return field.ErrorList{field.Forbidden(path, "it must be text in Base64")}
		}
		c.Name = string(text)
	}
	if c.Name == "" {
		return field.ErrorList{field.Required(path, "a cluster of Argo CD needs a name here")}
	}
	mistakes := placement.ValidateName(c.Name, path)
	for _, mistake := range mistakes {
		// Argo CD takes the name of a context, such as the ARN of a cluster of EKS, unless it is given another one.
		mistake.Detail += "; to rename the cluster in Argo CD, run argocd cluster set NAME --name NEW_NAME"
	}
	return mistakes
}

// credentials are where a Secret has credentials, or may have them.
func (o *secretObject) credentials() (errs field.ErrorList) {
	for _, part := range []struct {
		name   string
		values *secretValues
	}{{"data", &o.Data}, {"stringData", &o.StringData}} {
		for _, key := range part.values.keys {
			path := field.NewPath(part.name).Child(key)
			switch {
			case slices.Contains(clusterKeys, key):
			case key == "config":
				errs = append(errs, field.Forbidden(path, "it has the credentials of the cluster, which do not belong into a state. "+
					"Remove it from the manifest; the provider does not need it"))
			default:
				errs = append(errs, excerpt.NotSupported(field.NewPath(part.name), key, clusterKeys))
			}
		}
	}
	if slices.Contains(o.Metadata.Annotations.keys, lastApplied) {
		errs = append(errs, field.Forbidden(field.NewPath("metadata", "annotations").Key(lastApplied),
			"it has a copy of the Secret with the credentials of the cluster, which do not belong into a state. Remove it from the "+
				"manifest"))
	}
	return errs
}

// clusterProfileObject is the part of a ClusterProfile that is read. Who gives access to the cluster is not.
type clusterProfileObject = api.Object[struct {
	DisplayName    string `json:"displayName"`
	ClusterManager struct {
		Name string `json:"name"`
	} `json:"clusterManager,omitzero"`
}, struct {
	Conditions []statusCondition `json:"conditions,omitempty"`
	Version    clusterVersion    `json:"version,omitzero"`
	Properties []clusterClaim    `json:"properties,omitempty"`
}]

// controlPlaneHealthy is the condition of a ClusterProfile that its cluster manager sets.
const controlPlaneHealthy = "ControlPlaneHealthy"

// healthTaints are the taints that Open Cluster Management puts on a ManagedCluster, by the status of the condition from which it
// writes controlPlaneHealthy.
var healthTaints = map[string]string{
	"False": placement.TaintUnavailable, "Unknown": placement.TaintUnreachable,
}

// DecodeClusterProfile reads a ClusterProfile as a cluster without a kind. Its properties are claims for Open Cluster Management,
// whose claims they are there, and properties for KubeFleet. An unhealthy control plane is a taint.
func DecodeClusterProfile(decode decode.Func, raw []byte) (cluster placement.Cluster, namespace string, err error) {
	var o clusterProfileObject
	err = decode(raw, &o)
	cluster = placement.Cluster{
		Name:              o.Metadata.Name,
		Labels:            o.Metadata.Labels,
		Annotations:       o.Metadata.Annotations,
		KubernetesVersion: o.Status.Version.Kubernetes,
		Deleting:          o.Metadata.DeletionTimestamp != nil,
		Claims:            claimsOf(o.Status.Properties),
	}
	// Nothing writes to either.
	cluster.Properties = cluster.Claims
	for _, condition := range o.Status.Conditions {
		if key := healthTaints[condition.Status]; condition.Type == controlPlaneHealthy && key != "" {
			cluster.Taints = append(cluster.Taints, placement.Taint{Key: key, Effect: placement.NoSelect,
				TimeAdded: condition.LastTransitionTime})
		}
	}
	return cluster, o.Metadata.Namespace, err
}
