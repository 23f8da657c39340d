package main

import (
	"log"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6/tf6server"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/provider"
)

func main() {
	if err := tf6server.Serve("registry.terraform.io/terraform-multicluster/multicluster", provider.NewServer("dev")); err != nil {
		log.Fatal(err)
	}
}
