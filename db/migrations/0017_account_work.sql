-- Access tokens of a subject that were issued before a time count no more: after a new password, and for good
-- ('infinity') for a blocked person, whoever issued the tokens.
create table token_end (
  subject text constraint token_end_pkey primary key,
  ended_before timestamptz not null
);

-- A mail with a link that somebody asked for: written for every address, whether it has an account or not, so that
-- neither answer nor time tells. A job decides and deletes the row.
create table account_mail (
  id bigint constraint account_mail_pkey primary key
    constraint account_mail_outbox references outbox (id) on delete cascade,
  purpose text not null constraint account_mail_purpose check (purpose in ('password', 'verification')),
  address text not null,
  -- null = the language of the account
  locale text
);
