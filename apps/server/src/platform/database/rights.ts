import type pg from 'pg'

const ours = `('app', 'def', 'auth', 'jobs', 'meta')`
const who = (oid: string) => `case ${oid} when 0 then 'PUBLIC' else ${oid}::regrole::text end`
/** SQL that returns the name of a table. Replaces the date suffix of a daily partition by <day>. */
const table = `regexp_replace(c.oid::regclass::text, '_[0-9]{8}$', '_<day>')`
const folded = (text: string) => `regexp_replace(coalesce(${text}, ''), '\\s+', ' ', 'g')`

/**
 * A query that returns roles and rights, one per line: roles, memberships, settings, grants on databases, schemas, tables, columns and
 * functions; policies with their conditions; security definer functions. Omits the rights that an owner has by ownership.
 */
const lines = `
  select 'role ' || rolname || case when rolcanlogin then ' logs in' else '' end as line from pg_roles where rolname like 'attune\\_%'
  union all select 'member ' || member::regrole || ' may become ' || roleid::regrole from pg_auth_members
    where member in (select oid from pg_roles where rolname like 'attune\\_%')
  union all select 'setting ' || setrole::regrole || ' ' || c from pg_db_role_setting, unnest(setconfig) c
    where setrole in (select oid from pg_roles where rolname like 'attune\\_%')
  union all select 'database ' || ${who('a.grantee')} || ' ' || a.privilege_type from pg_database, aclexplode(datacl) a
    where datname = current_database() and a.grantee <> datdba
  union all select 'schema ' || nspname || ' ' || ${who('a.grantee')} || ' ' || a.privilege_type from pg_namespace, aclexplode(nspacl) a
    where nspname in ${ours} and a.grantee <> nspowner
  union all select 'table ' || ${table} || ' ' || ${who('a.grantee')} || ' ' || a.privilege_type from pg_class c, aclexplode(c.relacl) a
    where c.relnamespace::regnamespace::text in ${ours} and a.grantee <> c.relowner
  union all select 'columns ' || ${table} || ' ' || ${who('a.grantee')} || ' ' || a.privilege_type || ' ' || string_agg(attname, ' ' order by attname)
    from pg_class c join pg_attribute on attrelid = c.oid, aclexplode(attacl) a
    where c.relnamespace::regnamespace::text in ${ours} and a.grantee <> c.relowner group by c.oid, a.grantee, a.privilege_type
  union all select 'function ' || p.oid::regprocedure || ' ' || ${who('a.grantee')} || ' ' || a.privilege_type
    from pg_proc p, aclexplode(coalesce(proacl, acldefault('f', proowner))) a where pronamespace::regnamespace::text in ${ours} and a.grantee <> proowner
  union all select 'definer ' || oid::regprocedure || ' as ' || proowner::regrole || ' ' || coalesce(proconfig::text, '') from pg_proc
    where prosecdef and pronamespace::regnamespace::text in ${ours}
  union all select 'policy ' || polrelid::regclass || ' ' || polname || ' to ' || array_to_string(polroles::regrole[], ', ')
      || case polcmd when 'r' then ' SELECT' when 'a' then ' INSERT' when 'w' then ' UPDATE' when 'd' then ' DELETE' else ' ALL' end
      || case when polpermissive then '' else ' restrictive' end
      || ' using ' || ${folded('pg_get_expr(polqual, polrelid)')} || ' with check ' || ${folded('pg_get_expr(polwithcheck, polrelid)')} from pg_policy`

/** Returns the attune roles and their rights as sorted lines. */
export async function readRights(db: pg.Client): Promise<string> {
  const { rows } = await db.query<{ line: string }>(lines)
  return `${[...new Set(rows.map(({ line }) => line.trim()))].sort().join('\n')}\n`
}
