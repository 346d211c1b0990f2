-- Mailed links to the questions of an instruction, for members whose browser runs no JavaScript.
create table instruction_link (
  -- SHA-256 of the secret in the link
  token_hash bytea constraint instruction_link_pkey primary key,
  instruction_id integer not null constraint instruction_link_instruction references instruction (id) on delete cascade,
  member_id integer not null,
  expires_at timestamptz not null
);
create index instruction_link_of_member on instruction_link (member_id);
create index instruction_link_expires on instruction_link (expires_at);
