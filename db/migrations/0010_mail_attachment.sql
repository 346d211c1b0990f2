-- What goes with a mail, until when sending it makes sense, and which start of a booking its member was reminded of.

create table mail_attachment (
  mail_id bigint not null constraint mail_attachment_mail references mail (id) on delete cascade,
  position integer not null,
  name text not null,
  -- with its parameters: text/calendar; charset=utf-8; method=REQUEST
  type text not null,
  content bytea not null,
  constraint mail_attachment_pkey primary key (mail_id, position)
);

alter table mail add column valid_until timestamptz;

-- Another start than this one is reminded of anew.
alter table booking add column reminded_for timestamptz;
