-- Dates that the space moves, and dates that need a number of people.

alter table course_place
  -- when the date would have begun that the person signed up for: since then it has moved, so cancelling is free of charge
  add column moved_from text,
  add constraint course_place_moved_from check (moved_from ~ '^\d{4}-\d\d-\d\dT\d\d:\d\d$');

-- When it was decided whether a date takes place that needs a number of people; null = it is not decided, or needs none.
alter table course_date rename column minimum_asked_at to minimum_decided_at;
