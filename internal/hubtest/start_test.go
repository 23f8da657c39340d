// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package hubtest

import (
	"bufio"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/client-go/dynamic"
	"k8s.io/client-go/rest"
	"k8s.io/client-go/tools/clientcmd"
	"k8s.io/client-go/tools/clientcmd/api"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubtest/hubd"
)

var clusters = schema.GroupVersionResource{Group: ocmGroup, Version: "v1", Resource: "managedclusters"}

// TestUser: a user may do what its rules say, and nothing else, and nothing after its token has been revoked.
func TestUser(t *testing.T) {
	t.Parallel()
	hub := Start(t)
	t.Logf("the server is of the kind %s", hub.Kind)
	user := hub.User(t, Rule{APIGroups: []string{ocmGroup}, Resources: []string{"managedclusters"}, Verbs: []string{"list"}})
	config, err := clientcmd.BuildConfigFromFlags("", user.Kubeconfig)
	if err != nil {
		t.Fatal(err)
	}
	for name, config := range map[string]*rest.Config{"kubeconfig": config, "config": user.Config} {
		client, err := dynamic.NewForConfig(config)
		if err != nil {
			t.Fatal(err)
		}
		resource := client.Resource(clusters)
		if _, err := resource.List(t.Context(), metav1.ListOptions{}); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		err = resource.Delete(t.Context(), "a", metav1.DeleteOptions{})
		if !apierrors.IsForbidden(err) || !strings.Contains(err.Error(), user.Name) {
			t.Errorf("%s: a user who may list could delete: %v", name, err)
		}
	}
	client, err := dynamic.NewForConfig(user.Config)
	if err != nil {
		t.Fatal(err)
	}
	user.Revoke(t)
	// The server remembers tokens for some seconds.
	for end := time.Now().Add(startLimit); ; time.Sleep(interval) {
		_, err := client.Resource(clusters).List(t.Context(), metav1.ListOptions{})
		if apierrors.IsUnauthorized(err) {
			break
		}
		if time.Now().After(end) {
			t.Fatalf("a revoked token is valid: %v", err)
		}
	}
	anonymous, err := dynamic.NewForConfig(rest.AnonymousClientConfig(hub.Config))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := anonymous.Resource(clusters).List(t.Context(), metav1.ListOptions{}); !apierrors.IsForbidden(err) &&
		!apierrors.IsUnauthorized(err) {
		t.Errorf("without a token: %v", err)
	}
}

// TestOwn: a server of its own has nothing of others, and is gone after the test.
func TestOwn(t *testing.T) {
	t.Parallel()
	hub := Start(t)
	hub.needOwn(t)
	name := hub.Prefix(t) + "a"
	hub.Create(t, "{apiVersion: "+ocmGroup+"/v1, kind: ManagedCluster, metadata: {name: "+name+"}}")
	folder := ""
	t.Run("inner", func(t *testing.T) {
		own := StartOwn(t)
		folder = filepath.Dir(own.Kubeconfig)
		if all := own.List(t, ocmGroup+"/v1", "ManagedCluster", "", ""); len(all) > 0 {
			t.Errorf("it has %d clusters", len(all))
		}
	})
	if _, err := os.Stat(folder); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("%s is left: %v", folder, err)
	}
	if hub.Get(t, ocmGroup+"/v1", "ManagedCluster", "", name) == nil {
		t.Error("the cluster on the shared server is gone")
	}
}

// TestControllers: what a deleted object owns is deleted, and so is what is in a deleted namespace.
func TestControllers(t *testing.T) {
	t.Parallel()
	hub := Start(t)
	hub.NeedControllers(t)
	namespace := hub.Namespace(t)
	owner := hub.Create(t, "{apiVersion: "+ocmPlacements+", kind: Placement, metadata: {name: "+
		"web, namespace: "+namespace+"}, spec: {}}")
	hub.Create(t, fmt.Sprintf(`{apiVersion: %s, kind: PlacementDecision, metadata: {name: owned, namespace: %s, ownerReferences: [
		{apiVersion: %s, kind: Placement, name: web, uid: %s}]}}`, ocmPlacements, namespace, ocmPlacements, owner.GetUID()))
	hub.Create(t, "{apiVersion: "+ocmPlacements+", kind: PlacementDecision, metadata: {name: free, namespace: "+namespace+"}}")
	hub.Delete(t, ocmPlacements, "Placement", namespace, "web")
	Eventually(t, "the owned object is deleted", func() bool {
		return hub.Get(t, ocmPlacements, "PlacementDecision",
			namespace, "owned") == nil
	})
	if hub.Get(t, ocmPlacements, "PlacementDecision", namespace, "free") == nil {
		t.Error("an object without an owner was deleted")
	}
	hub.Delete(t, "v1", "Namespace", "", namespace)
	Eventually(t, "the namespace is gone", func() bool { return hub.Get(t, "v1", "Namespace", "", namespace) == nil })
	if left := hub.List(t, ocmPlacements, "PlacementDecision", namespace, ""); len(left) > 0 {
		t.Errorf("%d objects are left", len(left))
	}
}

// TestPrefix: what has the prefix is deleted after the test, and nothing else.
func TestPrefix(t *testing.T) {
	hub := Start(t)
	other := hub.Prefix(t)
	create := func(t *testing.T, name, finalizers string) {
		object := Parse(t, "{apiVersion: "+ocmGroup+"/v1, kind: ManagedCluster, "+
			"metadata: {name: "+name+", finalizers: "+finalizers+"}}")
		client, err := hub.For(object)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := client.Create(t.Context(), object, metav1.CreateOptions{}); err != nil {
			t.Fatal(err)
		}
	}
	create(t, other+"a", "[]")
	mine := ""
	t.Run("inner", func(t *testing.T) {
		mine = hub.Prefix(t)
		create(t, mine+"a", "[example.com/a]")
	})
	if hub.Get(t, ocmGroup+"/v1", "ManagedCluster", "", mine+"a") != nil {
		t.Error("the test's cluster was not deleted")
	}
	if hub.Get(t, ocmGroup+"/v1", "ManagedCluster", "", other+"a") == nil {
		t.Error("the cluster of another test was deleted")
	}
}

// TestCreateAll: many objects are created, with their status.
func TestCreateAll(t *testing.T) {
	hub := Start(t)
	prefix := hub.Prefix(t)
	var texts []string
	for i := range 300 {
		texts = append(texts, fmt.Sprintf("{apiVersion: %s/v1, kind: ManagedCluster, metadata: {name: %s%d, labels: {of: %q}}, "+
			"status: {capacity: {cpu: %d}}}", ocmGroup, prefix, i, prefix+"all", i))
	}
	began := time.Now()
	hub.CreateAll(t, texts)
	t.Logf("%d clusters in %s", len(texts), time.Since(began))
	all := hub.List(t, ocmGroup+"/v1", "ManagedCluster", "", "of="+prefix+"all")
	for i := range all {
		cpu, _, _ := unstructured.NestedInt64(all[i].Object, "status", "capacity", "cpu")
		if want := fmt.Sprint(prefix, cpu); all[i].GetName() != want {
			t.Errorf("%s has the status of %s", all[i].GetName(), want)
		}
	}
	if len(all) != len(texts) {
		t.Errorf("there are %d clusters", len(all))
	}
}

// TestClientCertificate: the administrator of hubd has a certificate, too, and so have further users.
func TestClientCertificate(t *testing.T) {
	t.Parallel()
	program := hubdProgram(t)
	kubeconfig, process, err := startHubd(program, "-user", "viewer:readers,all")
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := process.stop(); err != nil {
			t.Error(err)
		}
	}()
	get := func(path, context string) error {
		rules := &clientcmd.ClientConfigLoadingRules{ExplicitPath: path}
		config, err := clientcmd.NewNonInteractiveDeferredLoadingClientConfig(rules,
			&clientcmd.ConfigOverrides{CurrentContext: context}).ClientConfig()
		if err != nil {
			t.Fatal(err)
		}
		if certificate := len(config.CertData) > 0; certificate != (context == "certificate") {
			t.Errorf("%s: context %s has a certificate: %t", path, context, certificate)
		}
		client, err := dynamic.NewForConfig(config)
		if err != nil {
			t.Fatal(err)
		}
		_, err = client.Resource(namespaces).Get(t.Context(), "default", metav1.GetOptions{})
		return err
	}
	for _, context := range []string{"token", "certificate"} {
		if err := get(kubeconfig, context); err != nil {
			t.Errorf("%s: %v", context, err)
		}
	}
	err = get(filepath.Join(filepath.Dir(kubeconfig), "viewer.kubeconfig"), "certificate")
	if !apierrors.IsForbidden(err) || !strings.Contains(err.Error(), `User "viewer" cannot get`) {
		t.Errorf("viewer: %v", err)
	}
}

// TestHubdFolder: hubd removes its own folder when it is told to end, and keeps one that it was given.
func TestHubdFolder(t *testing.T) {
	t.Parallel()
	program := hubdProgram(t)
	given := t.TempDir()
	for _, arguments := range [][]string{nil, {"-dir", given}} {
		kubeconfig, process, err := startHubd(program, append(arguments, "-controllers=false")...)
		if err != nil {
			t.Fatal(err)
		}
		if err := process.command.Process.Signal(syscall.SIGTERM); err != nil {
			t.Fatal(err)
		}
		if err := process.command.Wait(); err != nil {
			t.Errorf("%q: %v", arguments, err)
		}
		_, err = os.Stat(kubeconfig)
		if kept := err == nil; kept != (len(arguments) > 0) {
			t.Errorf("%q: the folder of %s was kept: %t", arguments, kubeconfig, kept)
		}
	}
	output, err := exec.CommandContext(t.Context(), program, "-apiserver-arg=--no-such-flag").CombinedOutput()
	if err == nil || !strings.Contains(string(output), "no-such-flag") {
		t.Errorf("a wrong argument: %v, %s", err, output)
	}
}

func hubdProgram(t *testing.T) string {
	t.Helper()
	if Start(t).Kind != Hubd {
		t.Skip("the server is not hubd")
	}
	program, err := hubd.Path()
	if err != nil {
		t.Fatal(err)
	}
	return program
}

const holdVariable = "HUBTEST_HOLD"

// TestServerEnds: a server ends with the process that started it, even if that is killed, and leaves nothing.
func TestServerEnds(t *testing.T) {
	t.Parallel()
	Start(t).needOwn(t)
	holder := exec.CommandContext(t.Context(), os.Args[0], "-test.run=^TestHoldServer$")
	holder.Env = append(os.Environ(), holdVariable+"=1")
	output, err := holder.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := holder.Start(); err != nil {
		t.Fatal(err)
	}
	text, err := bufio.NewReader(output).ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	kubeconfig := strings.TrimSpace(text)
	if _, err := connect(Named, kubeconfig, nil); err != nil {
		t.Fatal(err)
	}
	if err := holder.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = holder.Wait()
	Eventually(t, "the folder "+filepath.Dir(kubeconfig)+" is removed", func() bool {
		_, err := os.Stat(filepath.Dir(kubeconfig))
		return errors.Is(err, os.ErrNotExist)
	})
}

// TestHoldServer is the process that TestServerEnds kills.
func TestHoldServer(t *testing.T) {
	if os.Getenv(holdVariable) == "" {
		t.Skip("only TestServerEnds runs this")
	}
	hub, err := start()
	if err != nil {
		t.Fatal(err)
	}
	fmt.Println(hub.Kubeconfig)
	time.Sleep(startLimit)
}

// TestNamedServer: a kubeconfig that is named is used, and not replaced by another server if it is wrong.
func TestNamedServer(t *testing.T) {
	t.Setenv(noneVariable, "")
	path := filepath.Join(t.TempDir(), "kubeconfig")
	if err := writeKubeconfig(path, &api.Cluster{Server: "https://127.0.0.1:1"}, "a"); err != nil {
		t.Fatal(err)
	}
	t.Setenv(KubeconfigVariable, path)
	hub, err := start()
	if err != nil || hub.Kind != Named || hub.Config.Host != "https://127.0.0.1:1" {
		t.Errorf("got %+v, %v", hub, err)
	}
	t.Setenv(KubeconfigVariable, path+"not")
	if _, err := start(); err == nil || errors.Is(err, errNone) {
		t.Errorf("a missing kubeconfig: %v", err)
	}
	t.Setenv(KubeconfigVariable, "")
	t.Setenv(assetsVariable, t.TempDir())
	if _, err := start(); err == nil || errors.Is(err, errNone) {
		t.Errorf("an empty folder: %v", err)
	}
}

// outcome is a test that records how it ends.
type outcome struct {
	testing.TB
	how []string
}

func (o *outcome) Helper()           {}
func (o *outcome) Skip(args ...any)  { o.how = append(o.how, "skipped: "+fmt.Sprint(args...)) }
func (o *outcome) Fatal(args ...any) { o.how = append(o.how, "failed: "+fmt.Sprint(args...)) }

// TestWithoutServer: without any server a test is skipped, or fails in CI, unless such tests are left out.
func TestWithoutServer(t *testing.T) {
	for _, variable := range []string{KubeconfigVariable, assetsVariable, noneVariable} {
		t.Setenv(variable, "")
	}
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	t.Setenv("HOME", t.TempDir())
	_, err := start()
	if !errors.Is(err, errNone) {
		t.Fatalf("got %v", err)
	}
	for ci, want := range map[string]string{"": "skipped: no API server: run `make hub`",
		"true": "failed: no API server: run `make hub`"} {
		t.Setenv("CI", ci)
		o := &outcome{}
		orSkip(o, nil, err)
		if !slices.ContainsFunc(o.how, func(how string) bool { return strings.HasPrefix(how, want) }) || len(o.how) != 1 {
			t.Errorf("CI=%q: got %q", ci, o.how)
		}
	}
	t.Setenv("CI", "")
	o := &outcome{}
	if orSkip(o, nil, errors.New("broken")); len(o.how) != 1 || o.how[0] != "failed: broken" {
		t.Errorf("a server that does not start: got %q", o.how)
	}
	t.Setenv("CI", "true")
	t.Setenv(noneVariable, "none")
	_, err = start()
	o = &outcome{}
	if orSkip(o, nil, err); len(o.how) != 1 || o.how[0] != "skipped: left out: MULTICLUSTER_TEST_HUB=none" {
		t.Errorf("tests that are left out: got %q", o.how)
	}
}
