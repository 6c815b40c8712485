-- Invitations of one address at the same moment replaced each other's account and left profiles that nobody can sign in to. Deletes those that
-- nothing refers to. The profile of an erased account has no address and stays.

alter table app.profile no force row level security;
alter table app.calendar no force row level security;
alter table app.therapist_profile no force row level security;

do $$
declare
  orphan uuid;
begin
  for orphan in
    select p.account_id from app.profile p
    where p.email <> '' and not exists (select from auth."user" u where u.id = p.account_id)
  loop
    begin
      delete from app.therapist_profile where account_id = orphan;
      delete from app.calendar where therapist_id = orphan;
      delete from app.profile where account_id = orphan;
    exception when foreign_key_violation then
      null;
    end;
  end loop;
end $$;

alter table app.therapist_profile force row level security;
alter table app.calendar force row level security;
alter table app.profile force row level security;
