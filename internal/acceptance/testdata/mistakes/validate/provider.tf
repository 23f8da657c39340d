# The resources belong to the providers that are wrong: Terraform checks only those that something uses.

provider "multicluster" {
  alias = "unknown_attribute"
  advisors = {
    cost = { url = "https://cost.example.com", timeout = 5 } # error: advisors["cost"].timeout: unsupported attribute
  }
}

resource "multicluster_cluster" "unknown_attribute" {
  provider = multicluster.unknown_attribute
  name     = "a"
}

provider "multicluster" {
  alias = "camel"
  advisors = {
    cost = { url = "https://cost.example.com", bearerToken = "secret" } # error: advisors["cost"].bearerToken: unsupported attribute; did you mean "bearer_token"?
  }
}

resource "multicluster_cluster" "camel" {
  provider = multicluster.camel
  name     = "a"
}

provider "multicluster" {
  alias = "timeout"
  advisors = {
    cost = { url = "https://cost.example.com", timeout_seconds = 31 } # error: advisors["cost"].timeout_seconds: found 31; it must be 1 to 30
  }
}

resource "multicluster_cluster" "timeout" {
  provider = multicluster.timeout
  name     = "a"
}

provider "multicluster" {
  alias = "timeout_text"
  advisors = {
    cost = { url = "https://cost.example.com", timeout_seconds = "5s" } # error: advisors["cost"].timeout_seconds: found "5s"; it must be a number of seconds, such as 5.
  }
}

resource "multicluster_cluster" "timeout_text" {
  provider = multicluster.timeout_text
  name     = "a"
}

provider "multicluster" {
  alias = "no_url"
  advisors = {
    cost = { bearer_token = "secret" } # error: advisors["cost"].url: the attribute must be set
  }
}

resource "multicluster_cluster" "no_url" {
  provider = multicluster.no_url
  name     = "a"
}

provider "multicluster" {
  alias = "plain_http"
  advisors = {
    cost = { url = "http://cost.example.com" } # error: advisors["cost"]: invalid advisor: the URL must be https; http is supported for loopback addresses, and for others with
  }
}

resource "multicluster_cluster" "plain_http" {
  provider = multicluster.plain_http
  name     = "a"
}

provider "multicluster" {
  alias    = "list"
  advisors = [{ name = "cost", url = "https://cost.example.com" }] # error: advisors: found a list; it must be an object
}

resource "multicluster_cluster" "list" {
  provider = multicluster.list
  name     = "a"
}

provider "multicluster" {
  alias = "text"
  advisors = {
    cost = "https://cost.example.com" # error: advisors["cost"]: found a string; it must be an object
  }
}

resource "multicluster_cluster" "text" {
  provider = multicluster.text
  name     = "a"
}

provider "multicluster" {
  alias = "certificate"
  advisors = {
    cost = { url = "https://cost.example.com", ca_certificate = "ca.pem" } # error: advisors["cost"]: invalid advisor: ca_certificate is not valid PEM
  }
}

resource "multicluster_cluster" "certificate" {
  provider = multicluster.certificate
  name     = "a"
}

provider "multicluster" {
  alias   = "advisor"
  advisor = {} # error: An argument named "advisor" is not expected here. Did you mean "advisors"?
}

resource "multicluster_cluster" "advisor" {
  provider = multicluster.advisor
  name     = "a"
}

provider "multicluster" {
  alias     = "manifests_text"
  manifests = "fleet.yaml" # error: Inappropriate value for attribute "manifests": list of string required
}

resource "multicluster_cluster" "manifests_text" {
  provider = multicluster.manifests_text
  name     = "a"
}
