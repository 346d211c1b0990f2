-- The mail of the day before, once for each beginning of a place's date.
create table place_reminder (
  place_id integer not null constraint place_reminder_place references course_place (id) on delete cascade,
  -- wall clock of the space
  begins text not null,
  constraint place_reminder_pkey primary key (place_id, begins)
);
