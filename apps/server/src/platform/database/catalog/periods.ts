import { type CatalogRule, inAppSchema, sqlList } from './shapes.ts'

/**
 * Tables that only the server fills and that need no retention period, grouped by what limits their rows. The rows of a record are deleted together
 * with the record.
 */
const endsOtherwise = {
  'one row per account, client record, number or channel': [
    'calendar',
    'conversation',
    'conversation_arrival',
    'conversation_read',
    'health',
    'safety_plan_turn',
    'text_number',
  ],
  'after a restore, until a person decides or the next restore': ['held_item', 'restored'],
  'ends with what is shared': [
    'file_reader',
    'journal_publication',
    'journal_published_file',
    'journal_share',
    'safety_plan_share',
  ],
  'goes with the entry that it answers': ['journal_reply'],
  'part of a client record': [
    'delivery',
    'form_document',
    'message',
    'message_file',
    'session_reminder',
    'text_media',
    'treatment_plan_reminder',
  ],
  'a ledger that proves a consent': ['assistant_consent', 'text_consent'],
  'goes with its invoice, estimate or superbill, or proves that it was erased or lost': [
    'estimate_client',
    'estimate_document',
    'invoice_client',
    'invoice_erased',
    'invoice_erasure',
    'invoice_lost',
    'payment_page',
    'receipt_withdrawal',
    'superbill_document',
  ],
  'the therapist moves each to a conversation or discards it': ['unassigned_text'],
  'a job or a cleanup deletes the rows in minutes to days': ['change', 'file_gone', 'push_waiting', 'request_count'],
}

/** Tables that the server fills on behalf of a person and that have no other limit. The query below cannot detect them. */
const alsoFilledByServer = ['audit']

const comment = `obj_description(c.oid, 'pg_class')`
const people = ['attune_app_therapist', 'attune_app_client', 'attune_app_admin']
/** SQL condition for tables into which only the server inserts rows: a function or a job, but no role of a person. */
const filledByServer = `c.${inAppSchema} and c.relkind in ('r', 'p')
  and (exists (select from unnest(array['attune_app_definer', 'attune_worker']) r where has_any_column_privilege(r, c.oid, 'INSERT'))
    and not exists (select from unnest(array[${sqlList(people)}]) r where has_any_column_privilege(r, c.oid, 'INSERT'))
    or c.relname in (${sqlList(alsoFilledByServer)}))`
const listed = sqlList(Object.values(endsOtherwise).flat())
/** SQL that extracts the period and the function from a table's comment: '1 year by def.delete_old_mails (after it was queued)'. */
const period = `regexp_match(${comment}, '; kept: (\\d+ (?:days|years?)) by def\\.(\\w+) \\([^;()]+\\); feature: ')`

/** Rules about the retention of rows that only the server writes (decision 106). */
export const periodRules: CatalogRule[] = [
  {
    rule: 'a table that only the server fills names in its comment how long its rows are kept, or is listed with what ends them',
    finds: `select c.oid::regclass from pg_class c where ${filledByServer} and c.relname not in (${listed}) and ${comment} not like '%; kept: %'`,
    breaks: `comment on table app.mail is 'owner: product; erasure: keep (ids alone); disconnect: keep; feature: platform'`,
  },
  {
    rule: 'a table that is listed with what ends its rows is filled by the server only, and names no period',
    finds: `select l.name from unnest(array[${listed}]) l (name)
      where not exists (select from pg_class c where ${filledByServer} and c.relname = l.name and ${comment} not like '%; kept: %')`,
    breaks: `grant insert (id) on app.message to attune_app_client`,
  },
  {
    rule: 'a period names the function that deletes the older rows of the table, or rows are kept for ever by a decision',
    finds: `select c.oid::regclass from pg_class c where c.${inAppSchema} and ${comment} like '%kept: %' and ${comment} !~ '; kept: for ever \\(decision \\d{4}\\); feature: '
      and not exists (select from ${period} k (part) join pg_proc p on p.pronamespace = 'def'::regnamespace and p.proname = k.part[2]
        where p.prosrc like '%interval ''' || k.part[1] || '''%' and p.prosrc like '%delete from app.' || c.relname || ' %'
          and has_function_privilege('attune_worker', p.oid, 'EXECUTE'))`,
    breaks: `comment on table app.mail is 'owner: product; erasure: keep (ids alone); disconnect: keep; kept: 2 years by def.delete_old_mails (after it was queued); feature: platform'`,
  },
]
