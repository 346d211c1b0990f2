-- English mails and charges name equipment in English; without it they take `name`.
alter table equipment add column name_en text;
