package hubtest

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"encoding/pem"
	"fmt"
	"os"
	"path/filepath"
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
