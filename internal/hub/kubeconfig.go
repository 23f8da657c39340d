package hub

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"regexp"
	"slices"

	"k8s.io/apimachinery/pkg/util/validation/field"
	"k8s.io/client-go/rest"
	"k8s.io/client-go/tools/clientcmd"
	"k8s.io/client-go/tools/clientcmd/api"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
)

// kubeconfig reads files, of which the first that sets something applies, and returns the connection of a context. The
// current context is the default.
func kubeconfig(files []string, context string, at func(int) *field.Path) (*rest.Config, error) {
	rules := &clientcmd.ClientConfigLoadingRules{}
	for i, name := range files {
		name = expandHome(name)
		if err := checkFile(name, at(i)); err != nil {
			return nil, err
		}
		rules.Precedence = append(rules.Precedence, name)
	}
	merged, err := rules.Load()
	if err != nil {
		return nil, field.Forbidden(at(0), "the kubeconfig cannot be used")
	}
	contextPath := field.NewPath("configContext")
	known := slices.Sorted(maps.Keys(merged.Contexts))
	switch {
	case context == "" && merged.CurrentContext == "":
		return nil, field.Required(contextPath, "the kubeconfig has no current context; must be "+choices(known))
	case context == "":
		context = merged.CurrentContext
	}
	if merged.Contexts[context] == nil {
		return nil, &field.Error{
			Type: field.ErrorTypeNotSupported, Field: contextPath.String(), BadValue: context,
			Detail: "the kubeconfig does not have this context; must be " + choices(known) + excerpt.DidYouMean(context, known),
		}
	}
	if err := checkContext(merged, context, at(0)); err != nil {
		return nil, err
	}
	config, err := clientcmd.NewNonInteractiveClientConfig(*merged, context, &clientcmd.ConfigOverrides{}, nil).ClientConfig()
	if err != nil {
		return nil, field.Forbidden(at(0), fmt.Sprintf("context %s of the kubeconfig cannot be used: %s",
			excerpt.Quote(context), secretsOfUser(merged, context).Show(err.Error(), maxText)))
	}
	return config, nil
}

// choices lists the contexts that can be used.
func choices(known []string) string {
	if len(known) == 0 {
		return "a context, of which there are none"
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
func checkContext(config *api.Config, name string, path *field.Path) error {
	context := config.Contexts[name]
	cluster := config.Clusters[context.Cluster]
	switch {
	case cluster == nil:
		return field.Forbidden(path, fmt.Sprintf("context %s of the kubeconfig names the cluster %s, which does not exist",
			excerpt.Quote(name), excerpt.Quote(context.Cluster)))
	case cluster.Server == "":
		return field.Forbidden(path, fmt.Sprintf("cluster %s of the kubeconfig has no server", excerpt.Quote(context.Cluster)))
	case context.AuthInfo != "" && config.AuthInfos[context.AuthInfo] == nil:
		return field.Forbidden(path, fmt.Sprintf("context %s of the kubeconfig names the user %s, which does not exist",
			excerpt.Quote(name), excerpt.Quote(context.AuthInfo)))
	case cluster.CertificateAuthority != "" && !isFile(cluster.CertificateAuthority):
		return field.Forbidden(path, fmt.Sprintf("cluster %s of the kubeconfig has the certificate authority %s, which cannot be read",
			excerpt.Quote(context.Cluster), excerpt.Quote(cluster.CertificateAuthority)))
	}
	return nil
}

func isFile(name string) bool {
	file, err := os.Open(name)
	if err != nil {
		return false
	}
	_ = file.Close()
	return true
}

// secretsOfUser are the secrets that the library could quote when it refuses a user.
func secretsOfUser(config *api.Config, context string) excerpt.Secrets {
	user := config.AuthInfos[config.Contexts[context].AuthInfo]
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
