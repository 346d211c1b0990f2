-- A registration asks for a mail like the others. Its link confirms the address and the password of just this
-- registration: somebody else may have registered the same address before.
alter table account_mail drop constraint account_mail_purpose;
alter table account_mail add constraint account_mail_purpose
  check (purpose in ('password', 'verification', 'registration'));
alter table account_mail add column password_hash text;
alter table account_mail add constraint account_mail_password
  check ((password_hash is not null) = (purpose = 'registration'));

-- 'session': the link of the mail signs in by a token exchange.
alter table identity_ticket drop constraint identity_ticket_purpose;
alter table identity_ticket add constraint identity_ticket_purpose
  check (purpose in ('password', 'verification', 'session'));
-- null = the password of the account stays
alter table identity_ticket add column password_hash text;
