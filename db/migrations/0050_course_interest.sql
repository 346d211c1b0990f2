-- People who want to hear of new dates of a course.
create table course_interest (
  course_id integer not null constraint course_interest_course references course (id) on delete cascade,
  subject text not null,
  email text not null,
  locale text not null constraint course_interest_locale check (locale in ('de', 'en')),
  created_at timestamptz not null,
  constraint course_interest_pkey primary key (course_id, subject)
);
create index course_interest_of_subject on course_interest (subject);

-- When those who are interested in the course were told of a date; dates that are there already are no news.
alter table course_date add column announced_at timestamptz;
update course_date set announced_at = now();
create index course_date_not_announced on course_date (course_id) where announced_at is null;
