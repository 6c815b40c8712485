import type pg from 'pg'

/**
 * A query that returns one line per table: the kinds of changes that its triggers report to browsers, and its comment. The comment says who
 * owns the rows and what happens to them at erasure and at disconnect.
 */
const lines = `
  select c.oid::regclass || ' changes: ' || coalesce((select string_agg(substr(t.tgname, 8), ' ' order by t.tgname) from pg_trigger t
      join pg_proc p on p.oid = t.tgfoid where t.tgrelid = c.oid and t.tgenabled <> 'D' and p.proname = 'change_' || c.relname
        and t.tgname in ('change_insert', 'change_update', 'change_delete')), 'none')
    || '; comment: ' || coalesce(obj_description(c.oid, 'pg_class'), 'none') as line
  from pg_class c where c.relnamespace in ('app'::regnamespace, 'auth'::regnamespace) and c.relkind in ('r', 'p') and not c.relispartition`

/** Returns the change triggers and the comment of each table as sorted lines. */
export async function readTableRules(db: pg.Client): Promise<string> {
  const { rows } = await db.query<{ line: string }>(lines)
  return `${rows
    .map(({ line }) => line)
    .toSorted()
    .join('\n')}\n`
}
