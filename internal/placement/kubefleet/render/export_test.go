package render

// Refused is why an API server does not store a Work that holds a manifest.
var Refused = refused
