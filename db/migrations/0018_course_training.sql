-- The trainings that attending a course gives. A training is the workshop system's, so its id refers to no table here.
create table course_training (
  course_id integer not null constraint course_training_course references course (id) on delete cascade,
  training_id integer not null,
  constraint course_training_pkey primary key (course_id, training_id),
  constraint course_training_training_positive check (training_id > 0)
);
