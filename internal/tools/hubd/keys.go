// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package main

import (
	"crypto"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"fmt"
	"math/big"
	"net"
	"os"
	"path/filepath"
	"time"

	"k8s.io/client-go/rest"
	"k8s.io/client-go/tools/clientcmd"
	"k8s.io/client-go/tools/clientcmd/api"
)

// lifetime is longer than any run of tests.
const lifetime = 10 * 24 * time.Hour

// admins is the group that may do everything.
const admins = "system:masters"

// keys are what the server and its users identify themselves with.
type keys struct {
	dir                                 string
	ca, serving, admin, serviceAccounts *pair
	token, tokenFile                    string
	serial                              int64
}

// pair is a private key and, but for service accounts, a certificate. Its files are path.key and path.crt.
type pair struct {
	path            string
	key             crypto.Signer
	cert            *x509.Certificate
	keyPEM, certPEM []byte
}

func (p *pair) keyFile() string  { return p.path + ".key" }
func (p *pair) certFile() string { return p.path + ".crt" }

func makeKeys(dir string) (*keys, error) {
	k := &keys{dir: dir, token: rand.Text(), tokenFile: filepath.Join(dir, "tokens.csv")}
	var err error
	if k.ca, err = k.issue("ca", x509.Certificate{
		Subject: pkix.Name{CommonName: "hubd"}, IsCA: true, BasicConstraintsValid: true,
		KeyUsage: x509.KeyUsageCertSign | x509.KeyUsageDigitalSignature,
	}); err != nil {
		return nil, err
	}
	if k.serving, err = k.issue("serving", x509.Certificate{
		Subject: pkix.Name{CommonName: "kube-apiserver"}, IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)},
		DNSNames: []string{"localhost"},
		KeyUsage: x509.KeyUsageDigitalSignature, ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth},
	}); err != nil {
		return nil, err
	}
	if k.admin, err = k.issueUser(user{name: "admin", groups: []string{admins}}); err != nil {
		return nil, err
	}
	if k.serviceAccounts, err = newPair(filepath.Join(dir, "service-accounts")); err != nil {
		return nil, err
	}
	return k, os.WriteFile(k.tokenFile, fmt.Appendf(nil, "%s,admin,admin,%q\n", k.token, admins), 0o600)
}

// newPair makes a private key and writes it.
func newPair(path string) (*pair, error) {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return nil, err
	}
	der, err := x509.MarshalECPrivateKey(key)
	if err != nil {
		return nil, err
	}
	p := &pair{path: path, key: key, keyPEM: pem.EncodeToMemory(&pem.Block{Type: "EC PRIVATE KEY", Bytes: der})}
	return p, os.WriteFile(p.keyFile(), p.keyPEM, 0o600)
}

// issue makes a certificate that the authority signs, or the authority itself.
func (k *keys) issue(name string, cert x509.Certificate) (*pair, error) {
	p, err := newPair(filepath.Join(k.dir, name))
	if err != nil {
		return nil, err
	}
	k.serial++
	cert.SerialNumber = big.NewInt(k.serial)
	cert.NotBefore, cert.NotAfter = time.Now().Add(-time.Hour), time.Now().Add(lifetime)
	parent, signer := &cert, p.key
	if k.ca != nil {
		parent, signer = k.ca.cert, k.ca.key
	}
	der, err := x509.CreateCertificate(rand.Reader, &cert, parent, p.key.Public(), signer)
	if err != nil {
		return nil, err
	}
	if p.cert, err = x509.ParseCertificate(der); err != nil {
		return nil, err
	}
	p.certPEM = pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der})
	return p, os.WriteFile(p.certFile(), p.certPEM, 0o600)
}

func (k *keys) issueUser(u user) (*pair, error) {
	return k.issue("user-"+u.name, x509.Certificate{
		Subject:  pkix.Name{CommonName: u.name, Organization: u.groups},
		KeyUsage: x509.KeyUsageDigitalSignature, ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageClientAuth},
	})
}

// clientConfig is the admin's.
func (k *keys) clientConfig(server string) *rest.Config {
	return &rest.Config{Host: server, BearerToken: k.token, TLSClientConfig: rest.TLSClientConfig{CAData: k.ca.certPEM}}
}

// writeKubeconfigs writes the kubeconfigs of the admin and of the other users.
func (k *keys) writeKubeconfigs(dir, server string, users []user) error {
	for _, u := range users {
		certificate, err := k.issueUser(u)
		if err != nil {
			return err
		}
		c := k.kubeconfig(server, map[string]*api.AuthInfo{"certificate": certificate.authInfo()}, "certificate")
		if err := clientcmd.WriteToFile(*c, filepath.Join(dir, u.name+".kubeconfig")); err != nil {
			return err
		}
	}
	c := k.kubeconfig(server, map[string]*api.AuthInfo{"token": {Token: k.token}, "certificate": k.admin.authInfo()}, "token")
	return clientcmd.WriteToFile(*c, filepath.Join(dir, "kubeconfig"))
}

func (p *pair) authInfo() *api.AuthInfo {
	return &api.AuthInfo{ClientCertificateData: p.certPEM, ClientKeyData: p.keyPEM}
}

// kubeconfig has a context for each way to authenticate, with its name.
func (k *keys) kubeconfig(server string, ways map[string]*api.AuthInfo, current string) *api.Config {
	c := api.NewConfig()
	c.Clusters["hub"] = &api.Cluster{Server: server, CertificateAuthorityData: k.ca.certPEM}
	c.CurrentContext = current
	for name, way := range ways {
		c.AuthInfos[name] = way
		c.Contexts[name] = &api.Context{Cluster: "hub", AuthInfo: name}
	}
	return c
}
