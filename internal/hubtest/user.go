// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package hubtest

import (
	"path/filepath"
	"strings"
	"testing"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/client-go/rest"
	"k8s.io/client-go/tools/clientcmd/api"
	"sigs.k8s.io/yaml"
)

// Rule is a rule of a ClusterRole.
type Rule struct {
	APIGroups     []string `json:"apiGroups"`
	Resources     []string `json:"resources"`
	ResourceNames []string `json:"resourceNames,omitempty"`
	Verbs         []string `json:"verbs"`
}

// User is a service account, which may do nothing but what its rules say.
type User struct {
	// Name is how the server calls the user in what it refuses.
	Name       string
	Token      string
	Kubeconfig string
	Config     *rest.Config

	hub                *Hub
	namespace, account string
}

// User makes a user for the test, with a ClusterRole of these rules. A token is valid for an hour; see [User.Revoke].
func (h *Hub) User(t testing.TB, rules ...Rule) *User {
	t.Helper()
	namespace := h.Namespace(t)
	u := &User{Name: "system:serviceaccount:" + namespace + ":user", hub: h, namespace: namespace, account: "user"}
	h.Create(t, "{apiVersion: v1, kind: ServiceAccount, metadata: {name: user, namespace: "+namespace+"}}")
	h.createAny(t, map[string]any{
		"apiVersion": "rbac.authorization.k8s.io/v1", "kind": "ClusterRole", "metadata": map[string]any{"name": namespace},
		"rules": rules,
	})
	h.createAny(t, map[string]any{
		"apiVersion": "rbac.authorization.k8s.io/v1", "kind": "ClusterRoleBinding", "metadata": map[string]any{"name": namespace},
		"roleRef":  map[string]any{"apiGroup": "rbac.authorization.k8s.io", "kind": "ClusterRole", "name": namespace},
		"subjects": []any{map[string]any{"kind": "ServiceAccount", "name": "user", "namespace": namespace}},
	})
	u.issueToken(t)
	if len(rules) > 0 {
		Eventually(t, "the server knows what "+u.Name+" may do", func() bool { return u.may(t, &rules[0]) })
	}
	return u
}

// may reports whether the user has the permissions of a rule. The server takes a moment to know new ones.
func (u *User) may(t testing.TB, rule *Rule) bool {
	t.Helper()
	resource, subresource, _ := strings.Cut(rule.Resources[0], "/")
	attributes := map[string]any{
		"group": rule.APIGroups[0], "resource": resource, "subresource": subresource, "verb": rule.Verbs[0],
	}
	if len(rule.ResourceNames) > 0 {
		attributes["name"] = rule.ResourceNames[0]
	}
	review := &unstructured.Unstructured{Object: map[string]any{
		"apiVersion": "authorization.k8s.io/v1", "kind": "SubjectAccessReview",
		"spec": map[string]any{"user": u.Name, "resourceAttributes": attributes},
	}}
	reviews := u.hub.clientFor(t, review.GetAPIVersion(), review.GetKind(), "")
	answer, err := reviews.Create(t.Context(), review, metav1.CreateOptions{})
	if err != nil {
		t.Fatal(err)
	}
	isAllowed, _, _ := unstructured.NestedBool(answer.Object, "status", "allowed")
	return isAllowed
}

func (h *Hub) createAny(t testing.TB, object map[string]any) {
	t.Helper()
	text, err := yaml.Marshal(object)
	if err != nil {
		t.Fatal(err)
	}
	h.Create(t, string(text))
}

func (u *User) issueToken(t testing.TB) {
	t.Helper()
	accounts := u.hub.clientFor(t, "v1", "ServiceAccount", u.namespace)
	request := Parse(t, "{apiVersion: authentication.k8s.io/v1, kind: TokenRequest, "+
		"metadata: {name: "+u.account+"}, spec: {expirationSeconds: 3600}}")
	answer, err := accounts.Create(t.Context(), request, metav1.CreateOptions{}, "token")
	if err != nil {
		t.Fatal(err)
	}
	u.Token, _, _ = unstructured.NestedString(answer.Object, "status", "token")
	u.Config = rest.AnonymousClientConfig(u.hub.Config)
	u.Config.BearerToken = u.Token
	u.Kubeconfig = filepath.Join(t.TempDir(), "kubeconfig")
	cluster := &api.Cluster{
		Server: u.hub.Config.Host, CertificateAuthority: u.hub.Config.CAFile, CertificateAuthorityData: u.hub.Config.CAData,
		InsecureSkipTLSVerify: u.hub.Config.Insecure, TLSServerName: u.hub.Config.ServerName,
	}
	if err := writeKubeconfig(u.Kubeconfig, cluster, u.Token); err != nil {
		t.Fatal(err)
	}
}

// Revoke makes the token invalid, as if it had expired: the server answers 401, after at most ten seconds.
func (u *User) Revoke(t testing.TB) {
	t.Helper()
	u.hub.Delete(t, "v1", "ServiceAccount", u.namespace, u.account)
}
