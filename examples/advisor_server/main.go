// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

// Command advisor_server is a small advisor for hybrid placements, as an example of the contract placement.advisor/v1: it
// prefers the candidates whose label cost is low. Start it with
//
//	ADVISOR_TOKEN=secret go run ./examples/advisor_server -listen 127.0.0.1:8080
package main

import (
	"context"
	"crypto/subtle"
	"encoding/json"
	"flag"
	"fmt"
	"log"
	"net"
	"net/http"
	"os"
	"strconv"
	"time"
)

// review is the part of the contract that the advisor needs.
type review struct {
	APIVersion string   `json:"apiVersion"`
	Kind       string   `json:"kind"`
	Request    *request `json:"request,omitempty"`
	Response   response `json:"response,omitzero"`
}

type request struct {
	UID        string      `json:"uid"`
	Candidates []candidate `json:"candidates"`
}

type candidate struct {
	Name      string            `json:"name"`
	Namespace string            `json:"namespace"`
	Labels    map[string]string `json:"labels"`
}

type response struct {
	UID             string           `json:"uid"`
	Recommendations []recommendation `json:"recommendations"`
}

type recommendation struct {
	Name      string `json:"name"`
	Namespace string `json:"namespace"`
	Score     int    `json:"score"`
	Reason    string `json:"reason"`
}

func main() {
	listen := flag.String("listen", "127.0.0.1:8080", "the address to listen on")
	flag.Parse()
	listener, err := new(net.ListenConfig).Listen(context.Background(), "tcp", *listen)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(listener.Addr())
	server := &http.Server{Handler: handler("Bearer " + os.Getenv("ADVISOR_TOKEN")), ReadHeaderTimeout: time.Second}
	log.Fatal(server.Serve(listener))
}

func handler(authorization string) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if subtle.ConstantTimeCompare([]byte(r.Header.Get("Authorization")), []byte(authorization)) != 1 {
			w.WriteHeader(http.StatusUnauthorized)
			return
		}
		const version, kind, limit = "placement.advisor/v1", "AdvisorReview", 8 << 20
		var asked review
		err := json.NewDecoder(http.MaxBytesReader(w, r.Body, limit)).Decode(&asked)
		w.Header().Set("Content-Type", "application/json")
		if err != nil || asked.APIVersion != version || asked.Request == nil {
			w.WriteHeader(http.StatusBadRequest)
			_ = json.NewEncoder(w).Encode(map[string]any{"supported": []string{version}})
			return
		}
		_ = json.NewEncoder(w).Encode(review{APIVersion: version, Kind: kind, Response: advise(asked.Request)})
	})
}

// advise scores the candidates that have a cost: 100 for no cost, 0 for a cost of 100 and more.
func advise(asked *request) response {
	answer := response{UID: asked.UID, Recommendations: []recommendation{}}
	for _, c := range asked.Candidates {
		cost, err := strconv.Atoi(c.Labels["cost"])
		if err != nil || cost < 0 {
			continue
		}
		answer.Recommendations = append(answer.Recommendations, recommendation{
			Name: c.Name, Namespace: c.Namespace, Score: max(100-cost, 0), Reason: fmt.Sprintf("it costs %d", cost),
		})
	}
	return answer
}
