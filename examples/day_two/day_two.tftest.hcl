run "first_apply" {
  assert {
    condition     = join(",", output.clusters) == "a,b,c"
    error_message = "The largest clusters should be chosen."
  }
}

run "one_label_changes" {
  variables {
    not_ready = ["b"]
  }

  assert {
    condition     = join(",", output.clusters) == "a,c,d"
    error_message = "b should be replaced by the next largest, d."
  }
  assert {
    condition = join(",", keys(output.moves.left)) == "b" && join(
      ",",
      keys(output.moves.joined)
    ) == "d"
    error_message = "The moves should say which cluster left and which joined."
  }
}

# A data source would go back to b here.
run "the_label_comes_back" {
  assert {
    condition     = join(",", output.clusters) == "a,c,d"
    error_message = "The placement should stay on d: that weighs three times as much as the cores of b."
  }
}

# Somebody takes the label from three clusters at once. With on_exceeded = "fail" this
# plan would be an error.
run "too_many_at_once_are_kept" {
  variables {
    not_ready   = ["a", "c", "d"]
    on_exceeded = "keep"
  }

  assert {
    condition     = join(",", output.clusters) == "a,c,d"
    error_message = "Three moves are more than max_moves allows: nothing should move."
  }
}

run "the_moves_are_right_after_all" {
  variables {
    not_ready = ["a", "c", "d"]
    max_moves = "100%"
  }

  assert {
    condition     = join(",", output.clusters) == "b,e,f"
    error_message = "With a higher max_moves the placement should move."
  }
}
