export type CatalogRule = {
  /** The rule as a sentence. */
  rule: string
  /** A query for the violations. It must return no row. */
  finds: string
  /** A change that violates the rule. A test makes it as the owner of the schema, expects `finds` to return a row, and rolls it back. */
  breaks: string
}

export const inAppSchema = `relnamespace = 'app'::regnamespace`
export const sqlList = (names: string[]) => names.map((name) => `'${name}'`).join(', ')
/** Returns SQL that reads the owner from the comment of a table. */
const ownerOf = (table: string) => `substring(obj_description(${table}, 'pg_class') from '^owner: (\\w+)')`
const tables = `select c.oid, c.relname from pg_class c where c.${inAppSchema} and c.relkind in ('r', 'p')`

/** Unique keys that do not contain the owner's column, each with its reason. */
const ownerlessKeys = {
  calendar_account_id_key: 'account_id is therapist_id here, by a check',
}

/** Triggers that protect issued invoices, their numbers and their payments from changes, as 'table trigger function'. */
const guards = [
  ...['invoice frozen', 'invoice frozen_whole'].map((name) => `app.${name} refuse_frozen_invoice`),
  ...['invoice_line', 'invoice_event'].flatMap((table) =>
    ['frozen', 'frozen_whole'].map((name) => `app.${table} ${name} refuse_frozen_line`),
  ),
  ...['frozen', 'frozen_whole'].map((name) => `app.session_billed ${name} keep_billed`),
  ...['session_billed', 'session_waived'].map((table) => `app.${table} either bill_or_waive`),
  ...['payment', 'invoice_document', 'invoice_reminder', 'receipt_withdrawal', 'superbill_line'].map(
    (table) => `app.${table} kept keep_until_erased`,
  ),
  ...['superbill', 'superbill_document', 'superbill_withdrawal'].map((table) => `app.${table} kept keep_superbill`),
  ...[
    'payment',
    'invoice_document',
    'invoice_reminder',
    'invoice_lost',
    'receipt_withdrawal',
    'invoice_erased',
    'invoice_erasure',
    'estimate',
    'estimate_document',
    'form_signature',
    'form_document',
  ].map((table) => `app.${table} append_only refuse_change`),
  ...['version', 'detail', 'signature', 'client_signature'].map(
    (name) => `app.treatment_plan_${name} append_only refuse_change`,
  ),
  ...['steps', 'steps_whole'].map((name) => `app.invoice_series ${name} series_steps`),
  'app.invoice_series taken number_is_taken',
  'app.invoice_erased outlives number_outlives',
  'app.invoice_erased gone erased_is_gone',
  'app.payment fits payment_fits',
  'app.estimate follows estimate_number_follows',
  'app.form_signature fits signature_fits',
  'app.sent_form stays signed_form_stays',
  'app.document fits document_fits',
  ...['sent_form', 'document_request', 'record_request'].map((table) => `app.${table} owned account_of_record`),
  'app.record_request ends record_request_ends',
  'app.payment withdraws withdraw_receipt',
  ...['superbill', 'superbill_line', 'superbill_document', 'superbill_withdrawal'].map(
    (table) => `app.${table} append_only refuse_change`,
  ),
  ...['superbill', 'superbill_line'].map((table) => `app.${table} complete superbill_is_complete`),
  'app.superbill_line fits superbill_line_fits',
  ...['payment', 'invoice'].map((table) => `app.${table} withdraws_superbills withdraw_superbills`),
]

/** Rules about tables, keys and functions. */
export const shapeRules: CatalogRule[] = [
  {
    rule: 'a security definer function belongs to the definer and fixes its search path',
    finds: `select oid::regprocedure from pg_proc where (prosecdef and pronamespace::regnamespace::text not in ('pg_catalog', 'information_schema'))
      and (proowner <> 'attune_app_definer'::regrole or not coalesce(proconfig::text like '%search_path=pg_catalog, pg_temp%', false))`,
    breaks: `set local role attune_app_definer; alter function def.my_people() set search_path = app`,
  },
  {
    rule: 'a function called by policies is stable and returns one value',
    finds: `select oid::regprocedure from pg_proc where (oid = 'app.actor_id()'::regprocedure or pronamespace = 'def'::regnamespace and proname like 'my\\_%')
      and (provolatile <> 's' or proretset)`,
    breaks: `set local role attune_app_definer; alter function def.my_records() volatile`,
  },
  {
    rule: 'a view is a security invoker, and there are no materialized views',
    finds: `select oid::regclass from pg_class where ${inAppSchema} and (relkind = 'm' or relkind = 'v' and not coalesce(reloptions @> '{security_invoker=true}', false))`,
    breaks: `create view app.everybody as select id from app.client`,
  },
  {
    rule: 'a table names its owner in its comment and has the owner’s column',
    finds: `select t.oid::regclass from (${tables}) t where ${ownerOf('t.oid')} is distinct from 'product' and not exists (
      select from pg_attribute a where a.attrelid = t.oid and a.attnotnull and a.attname = ${ownerOf('t.oid')} || '_id'
        and ${ownerOf('t.oid')} in ('therapist', 'account'))`,
    breaks: `comment on table app.session is null`,
  },
  {
    rule: 'a table names the feature that owns it at the end of its comment',
    finds: `select oid::regclass from pg_class where relnamespace in ('app'::regnamespace, 'auth'::regnamespace) and relkind in ('r', 'p')
      and not relispartition and coalesce(obj_description(oid, 'pg_class'), '') !~ '; feature: [a-z-]+$'`,
    breaks: `comment on table app.session is 'owner: therapist; erasure: keep (record); disconnect: keep'`,
  },
  {
    rule: 'a foreign key includes the owner’s column',
    finds: `select conrelid::regclass, conname from pg_constraint k where contype = 'f' and connamespace = 'app'::regnamespace
      and ${ownerOf('confrelid')} in ('therapist', 'account') and not exists (select from pg_attribute a
        where a.attrelid = k.conrelid and a.attnum = any(k.conkey) and a.attname = ${ownerOf('k.confrelid')} || '_id')`,
    breaks: `alter table app.session add unique (id); alter table app.session_history add foreign key (session_id) references app.session (id) not valid`,
  },
  {
    rule: 'a unique key includes the owner’s column',
    finds: `select i.indexrelid::regclass from pg_index i join (${tables}) t on t.oid = i.indrelid where i.indisunique and not i.indisprimary
      and ${ownerOf('i.indrelid')} in ('therapist', 'account')
      and not exists (select from pg_attribute a where a.attrelid = i.indrelid and a.attnum = any(i.indkey) and a.attname = ${ownerOf('i.indrelid')} || '_id')
      and i.indexrelid::regclass::text not in (${sqlList(Object.keys(ownerlessKeys).map((name) => `app.${name}`))})`,
    breaks: `create unique index one_address on app.client (email)`,
  },
  {
    rule: 'the name of a unique key with a command column ends with _command_key, unless it is a primary key',
    finds: `select i.indexrelid::regclass from pg_index i join pg_class c on c.oid = i.indexrelid
      where i.indisunique and not i.indisprimary and c.relnamespace in ('app'::regnamespace, 'auth'::regnamespace) and c.relname !~ '_command_key$'
        and exists (select from pg_attribute a where a.attrelid = i.indrelid and a.attnum = any(i.indkey) and a.attname ~ 'command$')`,
    breaks: `create unique index one_event on app.client_event (therapist_id, command)`,
  },
  {
    rule: 'a foreign key has an index',
    finds: `select conrelid::regclass, conname from pg_constraint k where contype = 'f' and connamespace in ('app'::regnamespace, 'auth'::regnamespace)
      and not exists (select from pg_index i where i.indrelid = k.conrelid and i.indpred is null and (i.indkey::int2[])[0:cardinality(k.conkey) - 1] @> k.conkey)`,
    breaks: `drop index app.session_client_client`,
  },
  {
    rule: 'every index begins with a column of the owner, a client or a role',
    finds: `select i.indexrelid::regclass from pg_index i join (${tables}) t on t.oid = i.indrelid where not i.indisprimary
      and ${ownerOf('i.indrelid')} in ('therapist', 'account') and not exists (select from pg_attribute a
        where a.attrelid = i.indrelid and a.attnum = i.indkey[0] and a.attname in ('therapist_id', 'account_id', 'client_id', 'role'))`,
    breaks: `create index by_start on app.session (starts_at)`,
  },
  {
    rule: 'a trigger calls a function of the definer, or app.refuse_change',
    finds: `select tgrelid::regclass, tgname from pg_trigger t join pg_proc p on p.oid = t.tgfoid where not tgisinternal and tgrelid in (select oid from pg_class where ${inAppSchema})
      and p.pronamespace <> 'def'::regnamespace and p.oid <> 'app.refuse_change()'::regprocedure`,
    breaks: `create function app.meddle() returns trigger language plpgsql as 'begin return new; end'; create trigger meddle before insert on app.client for each row execute function app.meddle()`,
  },
  {
    rule: 'rows that must never change have their triggers',
    finds: `select v.name from (values ${guards.map((guard) => `('${guard}')`).join(', ')}) v(name)
      where not exists (select from pg_trigger t join pg_proc p on p.oid = t.tgfoid where t.tgenabled = 'O'
        and v.name = t.tgrelid::regclass || ' ' || t.tgname || ' ' || p.proname)`,
    breaks: `alter table app.invoice_line disable trigger frozen`,
  },
]
