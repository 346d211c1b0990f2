-- Somebody passed while the workshop system was away: on this day, as the trainer signs. A job gives what the course grants, with
-- the certificates, and removes both.
alter table course_place
  add column passed_on date,
  add column passed_by text,
  add constraint course_place_passed check (
    (passed_on is null) = (passed_by is null) and (passed_on is null or state = 'attended'));
create index course_place_to_give on course_place (id) where passed_on is not null;
