-- Each process caches in its own memory, see docs/decisions/023-shared-cache.md.
drop table workshop_answer;
