-- One word for a piece of equipment: `equipment`. `resource` is what Fabman and the booking contract call it.

alter table booking rename column resource_id to equipment_id;
alter table booking rename constraint booking_resource to booking_equipment;
alter index booking_of_resource rename to booking_of_equipment;

alter table waitlist rename column resource_id to equipment_id;
alter table waitlist rename constraint waitlist_resource to waitlist_equipment;
alter index waitlist_of_resource rename to waitlist_of_equipment;
alter index waitlist_one_place rename to waitlist_one_entry;

alter table fabman_intent rename column resource_id to equipment_id;
