-- Somebody is asked before they own a team.

alter table team
  -- the member who is asked, and until when
  add column next_owner_id integer,
  add column next_owner_until timestamptz,
  add constraint team_next_owner check ((next_owner_id is null) = (next_owner_until is null));

-- A contract that was handed over had phone and birth date of its former owner.
update subscription set buyer = buyer || '{"phone": null, "dateOfBirth": null}' where buyer is not null;
-- Whoever has left is in no ended contract.
update subscription set buyer = null
  where state = 'ended' and member_id in (select member_id from member_deletion where state in ('told', 'done'));
