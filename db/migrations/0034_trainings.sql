-- How long trainings are valid, which were given here, and the people who may give them. What a member may do stands in the
-- workshop system; the rows here say why, and are the evidence.

-- A training without a row is valid for twelve months, for people under 18 six.
create table training_rule (
  -- of the workshop system
  training_id integer constraint training_rule_pkey primary key,
  expiry text not null,
  months integer,
  months_minor integer,
  -- MM-DD
  month_day text,
  constraint training_rule_training_positive check (training_id > 0),
  constraint training_rule_expiry check (expiry in ('months', 'date', 'never')),
  constraint training_rule_months check ((expiry = 'months') = (months is not null and months_minor is not null)),
  constraint training_rule_months_positive check (months > 0 and months_minor > 0),
  constraint training_rule_month_day check ((expiry = 'date') = (month_day is not null)),
  constraint training_rule_month_day_form check (month_day ~ '^(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$')
);

-- A training that is needed before another one, and without which that one ends.
create table training_requirement (
  training_id integer not null,
  requires_id integer not null,
  constraint training_requirement_pkey primary key (training_id, requires_id),
  constraint training_requirement_positive check (training_id > 0 and requires_id > 0)
);

create function refuse_requirement_cycle() returns trigger language plpgsql as $$
begin
  -- Two inserts at once could close a circle that neither sees.
  lock table training_requirement in share row exclusive mode;
  if exists (
    with recursive needed (id) as (
      select new.requires_id
      union
      select requires_id from training_requirement join needed on training_id = needed.id
    )
    select from needed where id = new.training_id
  ) then
    raise exception 'training % would need itself', new.training_id
      using errcode = 'check_violation', constraint = 'training_requirement_acyclic';
  end if;
  return new;
end
$$;
create trigger training_requirement_acyclic before insert or update on training_requirement
  for each row execute function refuse_requirement_cycle();
-- The pages of equipment show what is needed first.
create trigger training_requirement_catalogue after insert or update or delete or truncate on training_requirement
  for each statement execute function bump_catalogue();

-- What somebody needs for a course: what it asks for itself, and what the trainings need that it gives.
create view course_need as
  select course_id, training_id from course_requirement
  union
  select course_training.course_id, training_requirement.requires_id
    from course_training join training_requirement using (training_id)
    where not exists (
      select from course_training own
      where own.course_id = course_training.course_id and own.training_id = training_requirement.requires_id);

-- The people who may run courses and give trainings. The operator names an address; the first account that has confirmed it is
-- bound to the row.
create table staff (
  id integer generated always as identity constraint staff_pkey primary key,
  email text not null constraint staff_email_unique unique,
  subject text constraint staff_subject_unique unique,
  role text not null,
  created_at timestamptz not null,
  constraint staff_email check (email = lower(email)),
  constraint staff_role check (role in ('trainer', 'manager'))
);

-- The courses of a trainer; a manager has all.
create table staff_course (
  staff_id integer not null constraint staff_course_staff references staff (id) on delete cascade,
  course_id integer not null constraint staff_course_course references course (id) on delete cascade,
  constraint staff_course_pkey primary key (staff_id, course_id)
);

create table training_grant (
  id integer generated always as identity constraint training_grant_pkey primary key,
  member_id integer not null,
  -- as they were then: the evidence says who was trained in what, and by whom
  holder_name text not null,
  training_id integer not null,
  title text not null,
  source text not null,
  -- the place in a course for which it was given
  place_id integer constraint training_grant_place references course_place (id) on delete set null,
  given_by text not null,
  reason text,
  given_on date not null,
  -- by the rule of the training; null = without end
  own_until date,
  -- what the workshop system is to have, which may be earlier by an instruction; null = without end
  until date,
  -- what it is asked to give first: the content of the grant call never changes
  asked_until date,
  state text not null default 'asked',
  -- whether the workshop system has just this
  is_told boolean not null default false,
  -- id of the entry at the workshop system
  workshop_id integer,
  last_error text,
  revoked_on date,
  revoke_reason text,
  revoked_by text,
  -- the day on which the ends of its instructions were last compared
  compared_on date,
  -- of a person whose account is deleted: kept as evidence, used for nothing else
  locked_at timestamptz,
  created_at timestamptz not null,
  constraint training_grant_source check (source in ('course', 'staff', 'import')),
  constraint training_grant_state check (state in ('asked', 'given', 'failed', 'revoked')),
  constraint training_grant_order check (until >= given_on and own_until >= given_on and asked_until >= given_on),
  constraint training_grant_given check (state <> 'given' or workshop_id is not null),
  constraint training_grant_revoked check (
    (state = 'revoked') = (revoked_on is not null and revoke_reason is not null and revoked_by is not null)),
  constraint training_grant_entry_once unique (member_id, workshop_id)
);
-- A second tap gives nothing more.
create unique index training_grant_once_a_day on training_grant (member_id, training_id, given_on)
  where state in ('asked', 'given');
create unique index training_grant_once_a_place on training_grant (place_id, training_id)
  where state in ('asked', 'given');
create index training_grant_of_member on training_grant (member_id, training_id);
create index training_grant_open on training_grant (id) where not is_told and state <> 'failed';
create index training_grant_ending on training_grant (until) where state = 'given';
create trigger training_grant_transition before update of state on training_grant for each row
  execute function check_transition('asked given', 'asked failed', 'asked revoked', 'given revoked', 'failed revoked');

-- A mail before an end was sent; an end that has moved gets its own.
create table training_reminder (
  grant_id integer not null constraint training_reminder_grant references training_grant (id) on delete cascade,
  until date not null,
  days integer not null,
  constraint training_reminder_pkey primary key (grant_id, until, days),
  constraint training_reminder_days check (days in (30, 7))
);

-- The marks of a trainer: a session without a mark has no row.
create table course_attendance (
  place_id integer not null constraint course_attendance_place references course_place (id) on delete cascade,
  session_id integer not null constraint course_attendance_session references course_session (id) on delete cascade,
  state text not null,
  -- as the trainer signs
  marked_by text not null,
  marked_at timestamptz not null,
  constraint course_attendance_pkey primary key (place_id, session_id),
  constraint course_attendance_state check (state in ('present', 'absent'))
);
