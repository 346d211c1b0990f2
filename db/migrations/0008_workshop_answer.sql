-- What the workshop system has answered, shared by all processes; with the embedded database it stays in memory. It may
-- be lost at any time, so it is not written ahead: a crash of PostgreSQL empties it.
create unlogged table workshop_answer (
  key text collate "C" constraint workshop_answer_pkey primary key,
  -- JSON as text: what was answered last, kept beyond its time for when the system is away.
  answer text,
  answered_at timestamptz,
  -- From then on it is asked for anew.
  ask_at timestamptz not null,
  -- The last question found the system away then.
  failed_at timestamptz,
  -- Whose answer may be kept: forgetting clears it, so that a load from before is given away but not kept.
  load uuid
);
