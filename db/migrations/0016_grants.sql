-- Rights that a caller gives to members, once per key of the caller.
create table grant_record (
  key text constraint grant_record_pkey primary key,
  -- SHA-256 of what is granted: a key stands for one content
  fingerprint bytea not null,
  -- null while something is still to be given, which other processes see with Fabman alone
  result jsonb,
  -- With Fabman: the process that works on it, which counts as dead after `claimed_until`.
  holder uuid,
  claimed_until timestamptz,
  created_at timestamptz not null
);

-- Where Fabman is the workshop system: what a grant creates there, one row per step. A row is written before the call;
-- `found_id` is what the call has created. A row without it says what to look for after a crash.
create table fabman_write (
  key text not null constraint fabman_write_grant references grant_record (key),
  kind text not null constraint fabman_write_kind check (kind in ('member', 'package', 'credit', 'training')),
  -- in the list of its kind in the grant
  position integer not null,
  -- Ids are those of this Fabman account.
  account integer not null,
  -- null for the member itself
  member_id integer,
  found_id integer,
  -- time of the last call
  asked_at timestamptz not null,
  constraint fabman_write_pkey primary key (key, kind, position),
  -- What one step has created belongs to no other.
  constraint fabman_write_found unique (account, kind, member_id, found_id)
);
