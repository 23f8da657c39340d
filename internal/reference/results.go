package reference

// resultObjects are the outputs of a placement.
var resultObjects = objects{}
