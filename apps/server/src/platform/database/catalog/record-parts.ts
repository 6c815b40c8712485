import type { CatalogRule } from './shapes.ts'

/**
 * All tables that refer to `app.client` or `app.session` by foreign keys of any kind, directly or through other tables, or that have a column for the
 * id of a record. The query does not use the functions of the erasure, because it checks them.
 */
const aboutRecords = `
  with recursive reached (relation) as (
    values ('app.client'::regclass), ('app.session'::regclass)
    union select a.attrelid::regclass from pg_attribute a join pg_class c on c.oid = a.attrelid
      where c.relnamespace = 'app'::regnamespace and c.relkind in ('r', 'p') and a.attname ~ '(^|_)client_id$' and not a.attisdropped
    union select k.conrelid::regclass from pg_constraint k join reached r on k.confrelid = r.relation where k.contype = 'f')`

/** Tables that refer to a record although its erasure neither deletes their rows nor keeps them with an invoice, each with the reason. */
const otherwiseErased = {
  'app.journal_share': 'a client who is connected no more shares nothing, and the entries are theirs',
  'app.safety_plan_share': 'a client who is connected no more shares nothing, and the plan is theirs',
  'app.mail': 'emails are deleted by the ids that they are about',
} as const

const listed = Object.keys(otherwiseErased)
  .map((table) => `'${table}'::regclass`)
  .join(', ')

/** Rules about the tables that the erasure of a record must reach (decision 226). */
export const recordPartRules: CatalogRule[] = [
  {
    rule: 'a table that leads to a record is deleted from when the record is erased, or kept with an issued invoice',
    finds: `${aboutRecords} select r.relation from reached r where r.relation not in (${listed})
      and r.relation not in (select p.relation from def.record_parts() p) and r.relation not in (select i.relation from def.invoice_tables() i)`,
    breaks: `create table app.stray (id uuid primary key, old_client_id uuid not null)`,
  },
  {
    rule: 'the definer may find and delete the rows of a record',
    finds: `select p.relation from (select distinct relation from def.record_parts()) p where not has_table_privilege('attune_app_definer', p.relation, 'DELETE')
      or 2 > (select count(distinct c) from pg_policy, unnest(case polcmd when '*' then array['r', 'd'] else array[polcmd::text] end) c
        where polrelid = p.relation and polroles = array['attune_app_definer'::regrole]::oid[] and pg_get_expr(polqual, polrelid) = 'true' and c in ('r', 'd'))
      or exists (select from def.record_keys() k, unnest(k.columns) col where k.relation = p.relation
        and not has_column_privilege('attune_app_definer', p.relation, col, 'SELECT'))`,
    breaks: `create table app.stray (therapist_id uuid not null, client_id uuid not null, foreign key (therapist_id, client_id) references app.client (therapist_id, id))`,
  },
  {
    rule: 'what an issued invoice keeps of a record is its sessions and payers, which def.empty_for_invoices empties',
    finds: `select p.relation from def.record_parts() p where p.kept is not null
      and p.relation not in ('app.client'::regclass, 'app.session'::regclass, 'app.payer'::regclass)`,
    breaks: `alter table app.invoice_link add column document_id uuid, add foreign key (therapist_id, document_id) references app.document (therapist_id, id)`,
  },
  {
    rule: 'a trigger that refuses every deletion is on no table of a record',
    finds: `select p.relation, t.tgname from (select distinct relation from def.record_parts()) p join pg_trigger t on t.tgrelid = p.relation
      where t.tgfoid = 'app.refuse_change()'::regprocedure and t.tgtype & 8 > 0 and t.tgqual is null`,
    breaks: `create trigger append_only before delete on app.message for each statement execute function app.refuse_change()`,
  },
]
