-- Certificates, and people who check themselves in. A certificate is what a person has proof of, as it was when it was given; its
-- end is that of the training now.
create table certificate (
  -- 128 bits; the address of the page that anybody with the paper may open
  code text constraint certificate_pkey primary key,
  kind text not null,
  grant_id integer constraint certificate_grant references training_grant (id) on delete cascade,
  -- of a course that gives no training
  place_id integer constraint certificate_place references course_place (id) on delete cascade,
  holder_name text not null,
  title_de text not null,
  title_en text not null,
  -- the course in which a training was given; null = outside of one
  course_de text,
  course_en text,
  -- first day of the course
  begun_on date,
  given_on date not null,
  given_by text not null,
  -- last day of the training as it was then; null = without end
  until date,
  created_at timestamptz not null,
  revoked_on date,
  constraint certificate_code check (code ~ '^[A-Za-z0-9_-]{22}$'),
  constraint certificate_kind check (kind in ('training', 'course')),
  constraint certificate_of_one check (
    (kind = 'training') = (grant_id is not null) and (kind = 'course') = (place_id is not null)),
  constraint certificate_grant_once unique (grant_id)
);
-- Attendance that is confirmed again gets a new one.
create unique index certificate_once_a_place on certificate (place_id) where revoked_on is null;
create trigger certificate_unchanged before update on certificate for each row
  when (old.revoked_on is not null or (to_jsonb(old) - 'revoked_on') is distinct from (to_jsonb(new) - 'revoked_on'))
  execute function refuse_change();

create function new_certificate_code() returns text language sql volatile as $$
  select translate(encode(substr(sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())), 1, 16), 'base64'),
    '+/=', '-_')
$$;

-- Trainings that were given before get theirs.
insert into certificate (code, kind, grant_id, holder_name, title_de, title_en, course_de, course_en, begun_on,
    given_on, given_by, until, created_at)
  select new_certificate_code(), 'training', own.id, own.holder_name, own.title, own.title, course.title_de,
    course.title_en, left(course_date.from_date_time, 10)::date, own.given_on, own.given_by, own.until, own.created_at
  from training_grant own
    left join course_place on course_place.id = own.place_id
    left join course_date on course_date.id = course_place.date_id
    left join course on course.id = course_date.course_id
  where own.state in ('asked', 'given') and own.source <> 'import' and own.locked_at is null;
drop function new_certificate_code();

-- `code`: the person has entered the code that the trainer shows; then nobody signs.
alter table course_attendance
  add column source text not null default 'trainer',
  alter column marked_by drop not null,
  add constraint course_attendance_source check (source in ('trainer', 'code')),
  add constraint course_attendance_signed check ((source = 'trainer') = (marked_by is not null));
