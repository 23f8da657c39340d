// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package hubtest

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/dynamic"
	"k8s.io/client-go/rest"
	"k8s.io/client-go/tools/clientcmd"
	"k8s.io/client-go/tools/clientcmd/api"
)

// startLimit is how long a server may take to start on a busy machine.
const startLimit = 5 * time.Minute

// tail keeps the end of what a process prints.
type tail struct {
	mu   sync.Mutex
	text []byte
}

func (t *tail) Write(p []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.text = append(t.text, p...)
	if drop := len(t.text) - 8<<10; drop > 0 {
		t.text = append([]byte(nil), t.text[drop:]...)
	}
	return len(p), nil
}

func (t *tail) String() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return string(bytes.TrimSpace(t.text))
}

// running is a process that ends when its standard input is closed: at the latest when this process ends, however it ends.
type running struct {
	command *exec.Cmd
	input   io.Closer
}

// held are all that have been started: a pipe that nothing refers to is closed.
var held struct {
	mu  sync.Mutex
	all []*running
}

// run starts a program that ends with its standard input.
func run(command *exec.Cmd) (*running, error) {
	input, err := command.StdinPipe()
	if err != nil {
		return nil, err
	}
	r := &running{command: command, input: input}
	held.mu.Lock()
	defer held.mu.Unlock()
	held.all = append(held.all, r)
	return r, command.Start()
}

// stop ends the program, and waits until it has removed what it made.
func (r *running) stop() error {
	return errors.Join(r.input.Close(), r.command.Wait())
}

// startHubd starts hubd, which ends when its standard input is closed.
func startHubd(program string, arguments ...string) (kubeconfig string, process *running, err error) {
	// Without a context: the server may outlive the test.
	command := exec.Command(program, append([]string{"-with-parent"}, arguments...)...)
	log := &tail{}
	command.Stderr = log
	output, err := command.StdoutPipe()
	if err != nil {
		return "", nil, err
	}
	if process, err = run(command); err != nil {
		return "", nil, err
	}
	line := make(chan string, 1)
	go func() {
		text, _ := bufio.NewReader(output).ReadString('\n')
		line <- text
		_, _ = io.Copy(io.Discard, output)
	}()
	select {
	case text := <-line:
		if path, ok := strings.CutPrefix(strings.TrimSpace(text), "KUBECONFIG="); ok {
			return path, process, nil
		}
		err = errors.New("it ended")
	case <-time.After(startLimit):
		err = fmt.Errorf("not ready after %s", startLimit)
	}
	_ = command.Process.Kill()
	return "", nil, fmt.Errorf("%w; it printed:\n%s", err, log)
}

// envtestScript runs etcd and kube-apiserver until standard input is closed, as it is when this process ends. The two do not
// end by themselves.
const envtestScript = `
"$ASSETS/etcd" --data-dir="$DIR/etcd" --unsafe-no-fsync --listen-client-urls="$ETCD" --advertise-client-urls="$ETCD" \
  --listen-peer-urls=http://127.0.0.1:0 >"$DIR/etcd.log" 2>&1 &
etcd=$!
"$ASSETS/kube-apiserver" --etcd-servers="$ETCD" --bind-address=127.0.0.1 --advertise-address=127.0.0.1 --secure-port="$PORT" \
  --cert-dir="$DIR" --token-auth-file="$DIR/tokens.csv" --authorization-mode=RBAC --service-cluster-ip-range=10.0.0.0/24 \
  --service-account-issuer=https://kubernetes.default.svc --service-account-key-file="$DIR/service-accounts.key" \
  --service-account-signing-key-file="$DIR/service-accounts.key" --disable-admission-plugins=ServiceAccount \
  >"$DIR/kube-apiserver.log" 2>&1 &
server=$!
cat >/dev/null
kill -9 $server $etcd
wait
rm -rf "$DIR"
`

// startEnvtest starts the programs of the folder.
func startEnvtest(assets string) (kubeconfig string, process *running, err error) {
	for _, program := range []string{"etcd", "kube-apiserver"} {
		if _, err := os.Stat(filepath.Join(assets, program)); err != nil {
			return "", nil, err
		}
	}
	folder, err := os.MkdirTemp("", "hubtest-")
	if err != nil {
		return "", nil, err
	}
	token, err := writeEnvtestKeys(folder)
	if err != nil {
		return "", nil, err
	}
	ports, err := freePorts(2)
	if err != nil {
		return "", nil, err
	}
	// Without a context: the server may outlive the test.
	command := exec.Command("sh", "-c", envtestScript)
	command.Env = append(os.Environ(), "ASSETS="+assets, "DIR="+folder, "ETCD=http://127.0.0.1:"+ports[0], "PORT="+ports[1])
	if process, err = run(command); err != nil {
		return "", nil, err
	}
	// The server's certificate is signed by one in the same file.
	certificate := filepath.Join(folder, "apiserver.crt")
	server := "https://127.0.0.1:" + ports[1]
	if err := waitReady(&rest.Config{Host: server, BearerToken: token,
		TLSClientConfig: rest.TLSClientConfig{CAFile: certificate}}); err != nil {
		log, _ := os.ReadFile(filepath.Join(folder, "kube-apiserver.log"))
		_ = process.stop()
		return "", nil, fmt.Errorf("%w; kube-apiserver printed:\n%s", err, log[max(0, len(log)-4<<10):])
	}
	kubeconfig = filepath.Join(folder, "kubeconfig")
	return kubeconfig, process, writeKubeconfig(kubeconfig, &api.Cluster{Server: server, CertificateAuthority: certificate}, token)
}

// waitReady waits until a server, which may not listen yet, has the namespace that it makes at last.
func waitReady(config *rest.Config) error {
	ctx, cancel := context.WithTimeout(context.Background(), startLimit)
	defer cancel()
	for {
		err := ready(ctx, config)
		if err == nil {
			return nil
		}
		select {
		case <-ctx.Done():
			return fmt.Errorf("not ready after %s: %w", startLimit, err)
		case <-time.After(50 * time.Millisecond):
		}
	}
}

func ready(ctx context.Context, config *rest.Config) error {
	client, err := dynamic.NewForConfig(config)
	if err != nil {
		return err
	}
	if _, err = client.Resource(namespaces).Get(ctx, "default", metav1.GetOptions{}); err != nil {
		return err
	}
	// The roles that every user has are made at the start, too.
	_, err = client.Resource(clusterRoles).Get(ctx, "system:discovery", metav1.GetOptions{})
	return err
}

// freePorts are ports on which nothing listens at present.
func freePorts(n int) ([]string, error) {
	ports := make([]string, n)
	for i := range ports {
		listener, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			return nil, err
		}
		defer func() { _ = listener.Close() }()
		if _, ports[i], err = net.SplitHostPort(listener.Addr().String()); err != nil {
			return nil, err
		}
	}
	return ports, nil
}

// writeKubeconfig writes a kubeconfig of a user with a token.
func writeKubeconfig(path string, cluster *api.Cluster, token string) error {
	c := api.NewConfig()
	c.Clusters["hub"] = cluster
	c.AuthInfos["token"] = &api.AuthInfo{Token: token}
	c.Contexts["token"] = &api.Context{Cluster: "hub", AuthInfo: "token"}
	c.CurrentContext = "token"
	return clientcmd.WriteToFile(*c, path)
}
