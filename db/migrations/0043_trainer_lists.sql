-- The mail with the link of a list went to this person of the staff; a date that has moved gets its own.
create table course_list_mail (
  date_id integer not null constraint course_list_mail_date references course_date (id) on delete cascade,
  staff_id integer not null constraint course_list_mail_staff references staff (id) on delete cascade,
  from_date_time text not null,
  constraint course_list_mail_pkey primary key (date_id, staff_id, from_date_time)
);
