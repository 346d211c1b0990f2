-- The trainings that attending a course gives. A training is the workshop system's, so its id refers to no table here.
create table course_training (
  course_id integer not null constraint course_training_course references course (id) on delete cascade,
  training_id integer not null,
  constraint course_training_pkey primary key (course_id, training_id),
  constraint course_training_training_positive check (training_id > 0)
);

-- The pages of equipment show where its training is given.
create trigger course_training_catalogue after insert or update or delete or truncate on course_training
  for each statement execute function bump_catalogue();
create trigger training_catalogue after insert or update or delete or truncate on training
  for each statement execute function bump_catalogue();
create trigger training_equipment_catalogue after insert or update or delete or truncate on training_equipment
  for each statement execute function bump_catalogue();
create trigger equipment_catalogue after insert or update of requires_training or delete on equipment
  for each statement execute function bump_catalogue();
