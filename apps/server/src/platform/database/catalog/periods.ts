import { type CatalogRule, inAppSchema, sqlList } from './shapes.ts'

/** Tables that the server fills and whose rows a person deletes. */
const deletedByPeople = ['unassigned_text']

const comment = `obj_description(c.oid, 'pg_class')`
const people = ['attune_app_therapist', 'attune_app_client', 'attune_app_admin', 'attune_app_guardian']
/** SQL condition for tables into which only the server inserts rows: a function or a job, but no role of a person. */
const filledByServer = `c.${inAppSchema} and c.relkind in ('r', 'p')
  and (exists (select from unnest(array['attune_app_definer', 'attune_worker']) r where has_any_column_privilege(r, c.oid, 'INSERT'))
    and not exists (select from unnest(array[${sqlList(people)}]) r where has_any_column_privilege(r, c.oid, 'INSERT')))`
/** SQL that extracts the period and the function from a table's comment: '1 year by def.delete_old_mails (after it was queued)'. */
const period = `regexp_match(${comment}, '; kept: (\\d+ (?:days|years?)) by def\\.(\\w+) \\([^;()]+\\); feature: ')`

/** Rules about how long rows are kept and who cleans each table (decisions 106 and 155). `npm run check -- tables` checks the wording. */
export const periodRules: CatalogRule[] = [
  {
    rule: 'a table names in its comment how long its rows are kept and who cleans it',
    finds: `select c.oid::regclass from pg_class c where c.relkind in ('r', 'p') and not c.relispartition
      and c.relnamespace in (select oid from pg_namespace where nspname in ('app', 'auth', 'jobs', 'meta'))
      and coalesce(${comment}, '') !~ '(^|; )kept: [^;]+(; feature: |$)'`,
    breaks: `comment on table app.mail is 'owner: product; erasure: keep (ids alone); disconnect: keep; feature: platform'`,
  },
  {
    rule: 'rows that only the server inserts are not left to a person to delete',
    finds: `select c.oid::regclass from pg_class c where ${filledByServer} and ${comment} ~ '; kept: until (its therapist|an admin) deletes'
      and c.relname not in (${sqlList(deletedByPeople)})`,
    breaks: `comment on table app.mail is 'owner: product; erasure: keep (ids alone); disconnect: keep; kept: until an admin deletes it; feature: platform'`,
  },
  {
    rule: 'a period names the function that deletes the older rows of the table',
    finds: `select c.oid::regclass from pg_class c where c.${inAppSchema} and ${comment} ~ '; kept: .* by def\\.'
      and not exists (select from ${period} k (part) join pg_proc p on p.pronamespace = 'def'::regnamespace and p.proname = k.part[2]
        where p.prosrc like '%interval ''' || k.part[1] || '''%' and p.prosrc like '%delete from app.' || c.relname || ' %'
          and has_function_privilege('attune_worker', p.oid, 'EXECUTE'))`,
    breaks: `comment on table app.mail is 'owner: product; erasure: keep (ids alone); disconnect: keep; kept: 2 years by def.delete_old_mails (after it was queued); feature: platform'`,
  },
]
