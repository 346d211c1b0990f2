-- The digital safety instruction: versions of its text and questions, and the attempts of members to answer them.

create table instruction (
  id integer generated always as identity constraint instruction_pkey primary key,
  -- part of its address
  slug text not null constraint instruction_slug_unique unique,
  -- of the workshop system: what passing gives
  training_id integer not null constraint instruction_training_unique unique,
  created_at timestamptz not null,
  constraint instruction_slug check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length(slug) <= 60),
  constraint instruction_training_positive check (training_id > 0)
);
-- Pages of equipment lead to the instruction that comes first.
create trigger instruction_catalogue after insert or update or delete or truncate on instruction
  for each statement execute function bump_catalogue();

create table instruction_version (
  id integer generated always as identity constraint instruction_version_pkey primary key,
  instruction_id integer not null constraint instruction_version_instruction references instruction (id),
  number integer not null,
  -- by language: what members read
  content jsonb not null,
  -- with the right answers
  questions jsonb not null,
  -- SHA-256 of content, questions and pass_percent
  content_hash text not null,
  pass_percent integer not null,
  -- what happens to members who have an older version
  retake text not null,
  -- the last day of older versions
  retake_by date,
  published_at timestamptz not null,
  constraint instruction_version_number_unique unique (instruction_id, number),
  constraint instruction_version_percent check (pass_percent between 1 and 100),
  constraint instruction_version_hash check (content_hash ~ '^[0-9a-f]{64}$'),
  constraint instruction_version_retake check (retake in ('at_renewal', 'by_date', 'now')),
  constraint instruction_version_retake_by check ((retake = 'at_renewal') = (retake_by is null))
);
-- What members have answered stays what it was.
create trigger instruction_version_unchanged before update or delete on instruction_version
  for each row execute function refuse_change();
create trigger instruction_version_catalogue after insert or truncate on instruction_version
  for each statement execute function bump_catalogue();

create table instruction_attempt (
  id integer generated always as identity constraint instruction_attempt_pkey primary key,
  instruction_id integer not null constraint instruction_attempt_instruction references instruction (id),
  version_id integer not null constraint instruction_attempt_version references instruction_version (id),
  -- null = the account is deleted
  subject text,
  member_id integer not null,
  -- as it was then: the evidence says who answered
  holder_name text not null,
  locale text not null,
  -- ids of questions and of their options, in the order that was shown
  drawn jsonb not null,
  -- ids of the chosen options by question
  answers jsonb,
  percent integer,
  -- names of the sections to read again
  again jsonb,
  -- the sentence that the member confirmed
  confirmed text,
  state text not null default 'open',
  started_at timestamptz not null,
  ended_at timestamptz,
  -- of a person whose account is deleted: kept as evidence, used for nothing else
  locked_at timestamptz,
  constraint instruction_attempt_locale check (locale in ('de', 'en')),
  constraint instruction_attempt_state check (state in ('open', 'passed', 'failed', 'left')),
  constraint instruction_attempt_ended check ((state = 'open') = (ended_at is null)),
  constraint instruction_attempt_judged check ((state in ('passed', 'failed')) =
    (answers is not null and percent is not null and again is not null and confirmed is not null)),
  constraint instruction_attempt_percent check (percent between 0 and 100),
  constraint instruction_attempt_locked check (subject is not null or locked_at is not null)
);
create unique index instruction_attempt_one_open on instruction_attempt (instruction_id, member_id)
  where state = 'open';
create index instruction_attempt_of_member on instruction_attempt (member_id, instruction_id, ended_at);
create trigger instruction_attempt_unchanged before update on instruction_attempt for each row
  when (old.state <> 'open' and to_jsonb(old) - array['subject', 'locked_at']
    is distinct from to_jsonb(new) - array['subject', 'locked_at'])
  execute function refuse_change();

alter table training_grant
  add column attempt_id integer constraint training_grant_attempt references instruction_attempt (id)
    constraint training_grant_attempt_unique unique,
  drop constraint training_grant_source,
  add constraint training_grant_source check (source in ('course', 'staff', 'import', 'instruction'));
