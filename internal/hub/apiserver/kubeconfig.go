// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package apiserver

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"net/url"
	"os"
	"regexp"
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/util/validation/field"
	"k8s.io/client-go/rest"
	"k8s.io/client-go/tools/clientcmd"
	"k8s.io/client-go/tools/clientcmd/api"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
)

// kubeconfig reads files, of which the first that sets something applies, and returns the connection of the configured context
// with the configured user and cluster. The current context is the default.
func (c *Config) kubeconfig(files []string, pathOf func(int) *field.Path) (*rest.Config, error) {
	rules := &clientcmd.ClientConfigLoadingRules{}
	for i, name := range files {
		name = expandHome(name)
		if err := checkFile(name, pathOf(i)); err != nil {
			return nil, err
		}
		rules.Precedence = append(rules.Precedence, name)
	}
	merged, err := rules.Load()
	if err != nil {
		return nil, field.Forbidden(pathOf(0), "the kubeconfig cannot be used")
	}
	name, context, err := c.contextIn(merged)
	if err != nil {
		return nil, err
	}
	if err := checkContext(merged, name, context, pathOf(0)); err != nil {
		return nil, err
	}
	overrides := &clientcmd.ConfigOverrides{Context: context}
	config, err := clientcmd.NewNonInteractiveClientConfig(*merged, name, overrides, nil).ClientConfig()
	if err != nil {
		return nil, field.Forbidden(pathOf(0), fmt.Sprintf("%s cannot be used: %s",
			contextText(name), secretsOfUser(merged.AuthInfos[context.AuthInfo]).Show(err.Error(), maxText)))
	}
	return config, nil
}

// contextIn returns the context that the configuration chooses in a kubeconfig, with its name, which is empty if the user and the
// cluster are configured and there is no current context.
func (c *Config) contextIn(merged *api.Config) (string, api.Context, error) {
	var context api.Context
	contexts := slices.Sorted(maps.Keys(merged.Contexts))
	name := cmp.Or(c.ConfigContext, merged.CurrentContext)
	switch known := merged.Contexts[name]; {
	case known != nil:
		context = *known
	case name != "":
		return "", context, notIn("configContext", name, "context", contexts)
	case c.ConfigContextCluster == "":
		return "", context, field.Required(field.NewPath("configContext"),
			"the kubeconfig has no current context; must be "+choices("context", contexts))
	}
	if user := c.ConfigContextAuthInfo; user != "" {
		if merged.AuthInfos[user] == nil {
			return "", context, notIn("configContextAuthInfo", user, "user", slices.Sorted(maps.Keys(merged.AuthInfos)))
		}
		context.AuthInfo = user
	}
	if cluster := c.ConfigContextCluster; cluster != "" {
		if merged.Clusters[cluster] == nil {
			return "", context, notIn("configContextCluster", cluster, "cluster", slices.Sorted(maps.Keys(merged.Clusters)))
		}
		context.Cluster = cluster
	}
	return name, context, nil
}

// notIn is the error about a context, a user or a cluster that a kubeconfig does not have.
func notIn(attribute, name, noun string, known []string) error {
	return &field.Error{
		Type: field.ErrorTypeNotSupported, Field: attribute, BadValue: name,
		Detail: "the kubeconfig does not have this " + noun + "; must be " + choices(noun, known) + excerpt.DidYouMean(name, known),
	}
}

// contextText begins a sentence about a context.
func contextText(name string) string {
	if name == "" {
		return "the kubeconfig"
	}
	return "context " + excerpt.Quote(name) + " of the kubeconfig"
}

// choices lists what can be used of a kubeconfig.
func choices(noun string, known []string) string {
	if len(known) == 0 {
		return "a " + noun + ", of which there are none"
	}
	return "one of " + excerpt.List(known, ", ")
}

var yamlLine = regexp.MustCompile(`line \d+`)

// checkFile makes sure that a file is a kubeconfig. The errors of the library may quote its secrets.
func checkFile(name string, path *field.Path) error {
	_, err := clientcmd.LoadFromFile(name)
	var access *fs.PathError
	switch {
	case err == nil:
		return nil
	case errors.Is(err, fs.ErrNotExist):
		return field.Invalid(path, name, "the file does not exist on the machine that runs Terraform")
	case errors.As(err, &access):
		return field.Invalid(path, name, "the file cannot be read: "+access.Err.Error())
	}
	text := "the file is not a kubeconfig"
	if line := yamlLine.FindString(err.Error()); line != "" {
		text += ": its YAML is invalid near " + line
	}
	return field.Invalid(path, name, text)
}

// checkContext makes sure that a context has a server and that its user exists.
func checkContext(config *api.Config, name string, context api.Context, path *field.Path) error {
	cluster := config.Clusters[context.Cluster]
	switch {
	case cluster == nil:
		return field.Forbidden(path, fmt.Sprintf("%s refers to the cluster %s, which does not exist",
			contextText(name), excerpt.Quote(context.Cluster)))
	case cluster.Server == "":
		return field.Forbidden(path, fmt.Sprintf("cluster %s of the kubeconfig has no server", excerpt.Quote(context.Cluster)))
	case context.AuthInfo != "" && config.AuthInfos[context.AuthInfo] == nil:
		return field.Forbidden(path, fmt.Sprintf("%s refers to the user %s, which does not exist",
			contextText(name), excerpt.Quote(context.AuthInfo)))
	case cluster.CertificateAuthority != "" && !isFile(cluster.CertificateAuthority):
		return field.Forbidden(path, fmt.Sprintf("cluster %s of the kubeconfig has the certificate authority %s, which cannot be read",
			excerpt.Quote(context.Cluster), excerpt.Quote(cluster.CertificateAuthority)))
	case hasUser(cluster.Server):
		return field.Forbidden(path, fmt.Sprintf("the server of cluster %s of the kubeconfig must not have a user in its URL: "+
			"the credentials belong to the user of the context", excerpt.Quote(context.Cluster)))
	}
	return nil
}

func isFile(name string) bool {
	_, err := os.ReadFile(name)
	return err == nil
}

// secretsOfUser are the secrets that the library could quote when it refuses a user.
func secretsOfUser(user *api.AuthInfo) excerpt.Secrets {
	if user == nil {
		return nil
	}
	list := []string{user.Token, user.Password, string(user.ClientKeyData)}
	if user.AuthProvider != nil {
		list = slices.AppendSeq(list, maps.Values(user.AuthProvider.Config))
	}
	if user.Exec != nil {
		for _, variable := range user.Exec.Env {
			list = append(list, variable.Value)
		}
	}
	return excerpt.NewSecrets(list...)
}

// hasUser reports whether a URL contains a user, whose password errors and logs would show. A URL that cannot be parsed is
// one if it has the character that ends a user.
func hasUser(server string) bool {
	parsed, err := url.Parse(server)
	if err != nil {
		return strings.Contains(server, "@")
	}
	return parsed.User != nil
}
