-- Dates that the space moves.

alter table course_place
  -- when the date would have begun that the person signed up for: since then it has moved, so cancelling is free of charge
  add column moved_from text,
  add constraint course_place_moved_from check (moved_from ~ '^\d{4}-\d\d-\d\dT\d\d:\d\d$');
