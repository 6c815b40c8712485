import { inAppSchema, type CatalogRule } from './shapes.ts'

/** Returns SQL that sets the comment of a table to its owner and these rules for erasure and disconnect. */
const comment = (table: string, rules: string, owner = 'therapist') =>
  `comment on table ${table} is 'owner: ${owner}; ${rules}'`

/**
 * An SQL condition for the rules that def.erase_account and def.disconnect carry out by deleting rows, without a
 * special function. Excludes auth.user, because the code of the server deletes its rows.
 */
const plainDelete = `r.action = 'delete' and r.functions = '{}' and r.relation <> 'auth."user"'::regclass`

const signatures = `(values ('erasure', 'uuid'), ('disconnect', 'uuid, uuid, timestamp with time zone'))`

/**
 * Rules about the comments of tables. A comment says what happens to the rows at erasure and at disconnect (decision
 * 0030). The rules check that each table has such a comment and that the database can do what the comment says.
 */
export const erasureRules: CatalogRule[] = [
  {
    rule: 'a table says what happens to its rows at erasure and at disconnect',
    finds: `select t.oid::regclass, e.event from pg_class t, (values ('erasure'), ('disconnect')) e (event)
      where t.relnamespace in ('app'::regnamespace, 'auth'::regnamespace) and t.relkind in ('r', 'p')
        and not exists (select from def.table_rules() r where r.relation = t.oid and r.event = e.event)`,
    breaks: `comment on table app.feedback is 'owner: account'`,
  },
  {
    rule: 'a table that keeps its rows at erasure gives a reason',
    finds: `select r.relation from def.table_rules() r where r.event = 'erasure' and r.action = 'keep' and r.reason is null`,
    breaks: comment('app.client_note', 'erasure: keep; disconnect: keep'),
  },
  {
    rule: 'a table with rows that go with another table has a cascading key to it, and the other table does not keep its rows',
    finds: `select r.relation, r.event from def.table_rules() r where r.action = 'with' and not exists (select from pg_constraint k join def.table_rules() p on p.relation = k.confrelid
      where k.conrelid = r.relation and k.contype = 'f' and k.confdeltype = 'c' and p.relation = r.goes_with and p.event = r.event and p.action <> 'keep')`,
    breaks: comment('app.journal_setting', 'erasure: with app.journal_entry; disconnect: keep', 'account'),
  },
  {
    rule: 'a table that keeps its rows has no cascading key to a table that does not',
    finds: `select r.relation, r.event, p.relation from def.table_rules() r join pg_constraint k on k.conrelid = r.relation and k.contype = 'f' and k.confdeltype = 'c'
      join def.table_rules() p on p.relation = k.confrelid and p.event = r.event where r.action = 'keep' and p.action <> 'keep'`,
    breaks: comment('app.journal_reply', 'erasure: keep (record); disconnect: keep', 'account'),
  },
  {
    rule: 'a table with rows to delete has the columns that select them, and the definer may delete them',
    finds: `select r.relation, r.event from def.table_rules() r where ${plainDelete} and (r.owner = 'product'
      or not exists (select from pg_class c where c.oid = r.relation and c.${inAppSchema})
      or not has_table_privilege('attune_app_definer', r.relation, 'DELETE')
      or exists (select from unnest(case when r.event = 'erasure' then array[r.owner || '_id'] else array['therapist_id', case r.owner when 'therapist' then 'client_id' else 'account_id' end] end) col
        where not exists (select from pg_attribute a where a.attrelid = r.relation and a.attname = col and has_column_privilege('attune_app_definer', r.relation, a.attnum, 'SELECT')))
      or 2 > (select count(distinct c) from pg_policy, unnest(case polcmd when '*' then array['r', 'd'] else array[polcmd::text] end) c
        where polrelid = r.relation and polroles = array['attune_app_definer'::regrole]::oid[] and pg_get_expr(polqual, polrelid) = 'true' and c in ('r', 'd')))`,
    breaks: `drop policy definer_erases on app.absence`,
  },
  {
    rule: 'no foreign key prevents the deletion of rows, so that the order of the tables does not matter',
    finds: `select r.relation, k.conrelid::regclass from def.table_rules() r join pg_constraint k on k.confrelid = r.relation and k.contype = 'f'
      where ${plainDelete} and k.confdeltype not in ('c', 'n') and k.conrelid <> r.relation`,
    breaks: comment('app.series', 'erasure: delete; disconnect: keep'),
  },
  {
    rule: 'a function that a comment names is called by a trigger, or takes the arguments of the event',
    finds: `select r.relation, r.event, f from def.table_rules() r join ${signatures} s (event, arguments) on s.event = r.event, unnest(r.functions) f
      where (r.event, f) <> ('disconnect', 'disconnect') and not exists (select from pg_proc p where p.pronamespace = 'def'::regnamespace and p.proname = f and p.prosecdef
        and case p.prorettype when 'trigger'::regtype then exists (select from pg_trigger t where t.tgfoid = p.oid and t.tgenabled <> 'D')
          else oidvectortypes(p.proargtypes) = s.arguments end)`,
    breaks: `drop trigger safety_share_ends on app.client`,
  },
]
