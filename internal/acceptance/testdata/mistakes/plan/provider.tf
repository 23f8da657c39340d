provider "multicluster" {
  alias     = "file_name"
  manifests = ["fleet.yaml"]
}

data "multicluster_placement" "provider_file_name" { # error: document 1, line 1: found the text "fleet.yaml", which is not a Kubernetes object; to read a file, use
  provider = multicluster.file_name
  ocm      = {}
}

provider "multicluster" {
  alias     = "broken"
  manifests = ["kind: A\napiVersion: v1\n---\nkind: [\n"]
}

data "multicluster_placement" "provider_broken" { # error: line 4: invalid YAML: did not find expected node content
  provider = multicluster.broken
  ocm      = {}
}

data "multicluster_clusters" "provider_broken" { # error: line 4: invalid YAML: did not find expected node content
  provider = multicluster.broken
}
