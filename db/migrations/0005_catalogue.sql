-- What a visitor sees of courses and packages, and a number that tells when any of it changed.

-- Key of the label group workshop-grade.
alter table course add column grade text;

-- `reserved_seats` are given away outside this product, at the counter or to a group.
alter table course_date
  add column reserved_seats integer not null default 0,
  add column place_de text not null default '',
  add column place_en text not null default '',
  add column language text not null default 'de',
  add column updated_at timestamptz not null default now(),
  add constraint course_date_reserved_seats check (reserved_seats between 0 and seats),
  add constraint course_date_language check (language in ('de', 'en'));
create index course_date_from_date_time on course_date (from_date_time);

-- `name` and `description` stay the German ones; an English one that is missing falls back to them.
alter table package
  add column kind text not null default 'member',
  add column position integer not null default 0,
  add column name_en text,
  add column description_en text,
  add column requirement_de text,
  add column requirement_en text,
  add column gives_de text[] not null default '{}',
  add column gives_en text[] not null default '{}',
  add constraint package_kind check (kind in ('member', 'team', 'day')),
  add constraint package_period check (recurring_fee_period in ('day', 'month', 'year'));

-- Credits to buy beside a package.
create table credit_pack (
  id integer not null constraint credit_pack_pkey primary key,
  credit_cents integer not null,
  price_cents integer not null,
  valid_months integer not null,
  constraint credit_pack_positive check (credit_cents > 0 and price_cents > 0 and valid_months > 0)
);

-- A row and not a sequence: its change is seen together with the change that it tells of, never before.
create table catalogue (
  id integer not null default 1 constraint catalogue_pkey primary key,
  version integer not null,
  constraint catalogue_one_row check (id = 1)
);
insert into catalogue (version) values (1);

create function bump_catalogue() returns trigger language plpgsql as $$
begin
  update catalogue set version = version + 1;
  return null;
end
$$;

create trigger package_catalogue after insert or update or delete or truncate on package
  for each statement execute function bump_catalogue();
create trigger credit_pack_catalogue after insert or update or delete or truncate on credit_pack
  for each statement execute function bump_catalogue();
create trigger course_catalogue after insert or update or delete or truncate on course
  for each statement execute function bump_catalogue();
create trigger course_date_catalogue after insert or update or delete or truncate on course_date
  for each statement execute function bump_catalogue();
create trigger space_catalogue after insert or update or delete or truncate on space
  for each statement execute function bump_catalogue();
create trigger opening_hours_catalogue after insert or update or delete or truncate on opening_hours
  for each statement execute function bump_catalogue();
create trigger holiday_catalogue after insert or update or delete or truncate on holiday
  for each statement execute function bump_catalogue();
