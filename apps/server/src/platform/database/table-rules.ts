import type pg from 'pg'

/**
 * A query that returns one line per table and per view. The line of a table contains the kinds of changes that its triggers report to browsers, and
 * its comment with the owner of the rows and the rules for erasure and disconnect. The line of a view contains its columns, the number of columns
 * that it reads from each table, and its comment.
 */
const lines = `
  select c.oid::regclass || ' changes: ' || coalesce((select string_agg(substr(t.tgname, 8), ' ' order by t.tgname) from pg_trigger t
      join pg_proc p on p.oid = t.tgfoid where t.tgrelid = c.oid and t.tgenabled <> 'D' and p.proname = 'change_' || c.relname
        and t.tgname in ('change_insert', 'change_update', 'change_delete')), 'none')
    || '; comment: ' || coalesce(obj_description(c.oid, 'pg_class'), 'none') as line
  from pg_class c where c.relnamespace in ('app'::regnamespace, 'auth'::regnamespace) and c.relkind in ('r', 'p') and not c.relispartition
  union all
  select c.oid::regclass || ' view: ' || (select string_agg(attname, ' ' order by attnum) from pg_attribute where attrelid = c.oid and attnum > 0)
    || '; reads: ' || (select string_agg(source, ', ' order by source) from (
        select d.refobjid::regclass || ' ' || count(distinct d.refobjsubid) || '/'
          || (select count(*) from pg_attribute a where a.attrelid = d.refobjid and a.attnum > 0 and not a.attisdropped) as source
        from pg_rewrite r join pg_depend d on d.classid = 'pg_rewrite'::regclass and d.objid = r.oid and d.refclassid = 'pg_class'::regclass
        where r.ev_class = c.oid and d.refobjid <> c.oid and d.refobjsubid > 0 group by d.refobjid) s)
    || '; comment: ' || coalesce(obj_description(c.oid, 'pg_class'), 'none')
  from pg_class c where c.relnamespace = 'app'::regnamespace and c.relkind = 'v'`

/** Returns the lines of all tables and views, sorted. */
export async function readTableRules(db: pg.Client): Promise<string> {
  const { rows } = await db.query<{ line: string }>(lines)
  return `${rows
    .map(({ line }) => line)
    .toSorted()
    .join('\n')}\n`
}
