-- What a therapist sets for calls in Attune: a number for when the video does not work, whether browsers meet through the relay alone, and whether
-- clients say where they are.

alter table app.session_terms add column call_phone text not null default '' check (length(call_phone) <= 40),
  add column calls_through_relay boolean not null default false,
  add column asks_whereabouts boolean not null default true;

grant insert (call_phone, calls_through_relay, asks_whereabouts), update (call_phone, calls_through_relay, asks_whereabouts)
  on app.session_terms to attune_app_therapist;
grant select (call_phone, calls_through_relay, asks_whereabouts) on app.session_terms to attune_app_client;
