# The resources belong to the providers that are wrong: Terraform checks only those that something uses.

provider "multicluster" {
  alias = "unknown_attribute"
  advisors = {
    cost = { url = "https://cost.example.com", timeout = 5 } # error
  }
}

resource "multicluster_cluster" "unknown_attribute" {
  provider = multicluster.unknown_attribute
  name     = "a"
}

provider "multicluster" {
  alias = "camel"
  advisors = {
    cost = { url = "https://cost.example.com", bearerToken = "secret" } # error
  }
}

resource "multicluster_cluster" "camel" {
  provider = multicluster.camel
  name     = "a"
}

provider "multicluster" {
  alias = "timeout"
  advisors = {
    cost = { url = "https://cost.example.com", timeout_seconds = 31 } # error
  }
}

resource "multicluster_cluster" "timeout" {
  provider = multicluster.timeout
  name     = "a"
}

provider "multicluster" {
  alias = "timeout_text"
  advisors = {
    cost = { url = "https://cost.example.com", timeout_seconds = "5s" } # error
  }
}

resource "multicluster_cluster" "timeout_text" {
  provider = multicluster.timeout_text
  name     = "a"
}

provider "multicluster" {
  alias = "no_url"
  advisors = {
    cost = { bearer_token = "secret" } # error
  }
}

resource "multicluster_cluster" "no_url" {
  provider = multicluster.no_url
  name     = "a"
}

provider "multicluster" {
  alias = "plain_http"
  advisors = {
    cost = { url = "http://cost.example.com" } # error
  }
}

resource "multicluster_cluster" "plain_http" {
  provider = multicluster.plain_http
  name     = "a"
}

provider "multicluster" {
  alias    = "list"
  advisors = [{ name = "cost", url = "https://cost.example.com" }] # error
}

resource "multicluster_cluster" "list" {
  provider = multicluster.list
  name     = "a"
}

provider "multicluster" {
  alias = "text"
  advisors = {
    cost = "https://cost.example.com" # error
  }
}

resource "multicluster_cluster" "text" {
  provider = multicluster.text
  name     = "a"
}

provider "multicluster" {
  alias = "certificate"
  advisors = {
    cost = { url = "https://cost.example.com", ca_certificate = "ca.pem" } # error
  }
}

resource "multicluster_cluster" "certificate" {
  provider = multicluster.certificate
  name     = "a"
}

provider "multicluster" {
  alias   = "advisor"
  advisor = {} # error
}

resource "multicluster_cluster" "advisor" {
  provider = multicluster.advisor
  name     = "a"
}

provider "multicluster" {
  alias     = "manifests_text"
  manifests = "fleet.yaml" # error
}

resource "multicluster_cluster" "manifests_text" {
  provider = multicluster.manifests_text
  name     = "a"
}
