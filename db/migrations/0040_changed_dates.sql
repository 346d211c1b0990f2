-- Dates that the space moves, dates that need a number of people, and places that go to another person.

alter table course_place
  -- when the date would have begun that the person signed up for: since then it has moved, so cancelling is free of charge
  add column moved_from text,
  add constraint course_place_moved_from check (moved_from ~ '^\d{4}-\d\d-\d\dT\d\d:\d\d$');

-- When it was decided whether a date takes place that needs a number of people; null = it is not decided, or needs none.
alter table course_date rename column minimum_asked_at to minimum_decided_at;

-- When its person took over the place of somebody else, who has paid for it. The account is not known until it looks at its places:
-- the confirmed address tells.
alter table course_place add column substituted_at timestamptz;
create index course_place_of_address on course_place (lower(email)) where subject is null;
