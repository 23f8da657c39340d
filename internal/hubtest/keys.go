// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package hubtest

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"fmt"
	"math/big"
	"net"
	"os"
	"path/filepath"
	"testing"
	"time"
)

// writeEnvtestKeys writes what kube-apiserver reads: the administrator's token, and the key that signs the tokens of service
// accounts.
func writeEnvtestKeys(folder string) (token string, err error) {
	token = rand.Text()
	line := fmt.Appendf(nil, "%s,admin,admin,system:masters\n", token)
	if err := os.WriteFile(filepath.Join(folder, "tokens.csv"), line, 0o600); err != nil {
		return "", err
	}
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return "", err
	}
	der, err := x509.MarshalECPrivateKey(key)
	if err != nil {
		return "", err
	}
	text := pem.EncodeToMemory(&pem.Block{Type: "EC PRIVATE KEY", Bytes: der})
	return token, os.WriteFile(filepath.Join(folder, "service-accounts.key"), text, 0o600)
}

// issued is a certificate and its key, PEM.
type issued struct {
	certificate, key string
	pair             tls.Certificate
}

// proxyKeys makes the certificate of a proxy, which is its own authority, and one of a client.
func proxyKeys() (authority, client issued, err error) {
	own := &x509.Certificate{
		SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: "proxy"}, NotBefore: time.Now().Add(-time.Hour),
		NotAfter: time.Now().Add(24 * time.Hour), IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)}, IsCA: true,
		BasicConstraintsValid: true,
		KeyUsage:              x509.KeyUsageCertSign | x509.KeyUsageDigitalSignature,
		ExtKeyUsage:           []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth, x509.ExtKeyUsageClientAuth},
	}
	if authority, err = issue(own, own, nil); err != nil {
		return authority, client, err
	}
	client, err = issue(&x509.Certificate{
		SerialNumber: big.NewInt(2), Subject: pkix.Name{CommonName: "admin"}, NotBefore: own.NotBefore, NotAfter: own.NotAfter,
		KeyUsage: x509.KeyUsageDigitalSignature, ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageClientAuth},
	}, own, authority.pair.PrivateKey)
	return authority, client, err
}

// KeyPair returns a self-signed certificate and its key, PEM.
func KeyPair(t testing.TB) (certificate, key string) {
	t.Helper()
	of := &x509.Certificate{
		SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: "test"}, NotAfter: time.Now().Add(time.Hour),
	}
	pair, err := issue(of, of, nil)
	if err != nil {
		t.Fatal(err)
	}
	return pair.certificate, pair.key
}

// issue signs a certificate, or lets it sign itself.
func issue(of, parent *x509.Certificate, signer any) (issued, error) {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return issued{}, err
	}
	if signer == nil {
		signer = key
	}
	der, err := x509.CreateCertificate(rand.Reader, of, parent, key.Public(), signer)
	if err != nil {
		return issued{}, err
	}
	keyDER, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		return issued{}, err
	}
	i := issued{
		certificate: string(pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der})),
		key:         string(pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: keyDER})),
	}
	i.pair, err = tls.X509KeyPair([]byte(i.certificate), []byte(i.key))
	return i, err
}
