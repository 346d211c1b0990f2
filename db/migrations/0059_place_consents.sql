-- What somebody agreed to when they signed up for a course, word for word, and how old those are who come along.

create table place_consent (
  place_id integer not null constraint place_consent_place references course_place (id),
  -- `terms`; `guardian`: who agreed for somebody under 18; `adult`: their own word, instead of a day of birth
  kind text not null,
  text_sha256 bytea not null constraint place_consent_text references legal_text (sha256),
  given_at timestamptz not null,
  constraint place_consent_pkey primary key (place_id, kind),
  constraint place_consent_kind check (kind in ('terms', 'guardian', 'adult'))
);
create index place_consent_of_text on place_consent (text_sha256);
create trigger place_consent_unchanged before update on place_consent for each row execute function refuse_change();

-- On the day of the course, in the order of `companions`; empty = the course asks for no age.
alter table course_place add column companion_ages integer[] not null default '{}';
alter table guest_sign_up add column companion_ages integer[] not null default '{}';
