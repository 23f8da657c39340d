# A file with several documents.
output "kinds" {
  value = [
    for object in provider::multicluster::decode_manifests(
      file("${path.module}/web.yaml")
    ) : object.kind
  ]
}
