import { callerRules } from './callers.ts'
import { erasureRules } from './erasure.ts'
import { periodRules } from './periods.ts'
import { recordPartRules } from './record-parts.ts'
import { type CatalogRule, inAppSchema, sqlList, shapeRules } from './shapes.ts'

const schemas = `('app', 'def', 'auth', 'jobs', 'meta')`

/**
 * The permitted memberships of roles, as pairs of a member and the role that it may set. The role of the pool sets another role for one
 * transaction. The owner creates the functions that belong to the definer.
 */
const memberships = [
  ['attune_login', 'attune_app_therapist'],
  ['attune_login', 'attune_app_client'],
  ['attune_login', 'attune_app_admin'],
  ['attune_login', 'attune_app_guardian'],
  ['attune_login', 'attune_jobs_send'],
  ['attune_login', 'attune_worker'],
  ['attune_owner', 'attune_app_definer'],
]

/** Policies that let a role see every row of a table, each with its reason. */
const openPolicies = {
  'app.profile admin_sees': 'an admin administers all accounts',
  'app.health admin_sees': 'the health of the system, without content',
  'app.health worker_checks': 'the health of the system belongs to no one',
  'app.channel_setting worker_notes': 'the results of push services belong to no one',
  'app.product_setting admin_sees': "the product's one row",
  'app.product_setting admin_edits': "the product's one row",
  'app.product_setting worker_sees': "the product's one row",
  'app.erasure therapist_adds': 'keyed hashes of what the same transaction erases, which name no one',
  'app.erasure client_adds': 'keyed hashes of what the same transaction erases, which name no one',
  'app.erasure admin_adds': 'keyed hashes of what the same transaction erases, which name no one',
  'app.erasure worker_adds': 'keyed hashes of what the same transaction erases, which name no one',
  'app.request_count admin_sees': 'counts of all requests, which name no one',
  'app.request_count worker_sees': 'counts of all requests, which name no one',
  'app.request_count worker_adds': 'counts of all requests, which name no one',
  'app.request_count worker_edits': 'counts of all requests, which name no one',
  'app.request_count worker_deletes': 'counts of all requests, which name no one',
  'app.provider_key admin_sees': "an admin sees name and date of a provider's key, never the key",
  'app.provider_key admin_edits': 'an admin replaces the keys of providers',
  'app.provider_key admin_adds': 'an admin replaces the keys of providers',
  'app.provider_key worker_sees': 'the server reads the keys of providers, which are encrypted',
  'app.assistant_setting admin_sees': "the product's one row",
  'app.assistant_setting admin_edits': "the product's one row",
  'app.assistant_setting worker_sees': "the product's one row",
  'app.assistant_setting worker_pauses': "the product's one row",
  'app.channel_setting admin_sees': "the product's one row",
  'app.channel_setting admin_edits': "the product's one row",
  'app.channel_setting worker_sees': "the product's one row",
  'app.notification_address worker_reads': 'emails for admins go to these addresses',
  'app.text_sender worker_sees': 'every text leaves from a number of the practice',
  'app.text_template worker_sees': 'every template belongs to the practice',
  'app.legal_version therapist_sees': 'texts of the practice, which anyone can read',
  'app.legal_version client_sees': 'texts of the practice, which anyone can read',
  'app.legal_version admin_sees': 'texts of the practice, which anyone can read',
  'app.legal_version worker_sees': 'texts of the practice, which anyone can read',
  'app.diagnosis_code therapist_sees': 'official codes that the host has loaded, which name no one',
  'app.diagnosis_code worker_loads': 'the command of the host replaces a list of official codes',
  'app.mail admin_sees': 'the outbox has kinds and states only, no content',
  'app.mail worker_sends': 'an email has no owner; the job names it by id',
  'app.change worker_prunes': 'old changes of everybody are deleted; the worker reads id and time only',
}

/**
 * The columns of schema `auth` that the definer role may read. `def.accept_invitation` and `def.join_therapist` read them to check the caller's
 * right. `def.end_further_logins`, the only definer function that changes schema `auth`, reads them to find logins. `def.confirm_login` reads the
 * view `auth.login_state`; its column `state` contains a hash of the other facts about the login.
 */
const authColumnsOfDefiner = [
  ...['purpose', 'subject', 'used_by'].map((column) => `auth.secret.${column}`),
  ...['therapist_id', 'code_hash'].map((column) => `auth.standing_code.${column}`),
  ...['id', 'browser', 'chosen_at'].map((column) => `auth.login.${column}`),
  ...['user_id', 'token', 'expires_at', 'state'].map((column) => `auth.login_state.${column}`),
]

const printed = `lateral (select regexp_replace(x, '\\s+', ' ', 'g') q from (values (pg_get_expr(polqual, polrelid)), (pg_get_expr(polwithcheck, polrelid))) v(x)) f`

/**
 * The forms of policies for guardians. The first form admits a row of a client for whom the guardian has a right, from the day on which the right was
 * given, unless the row is kept from guardians, is addressed to another contact, or belongs to a session that the guardian does not see. The second
 * form admits the rights of the acting guardian, limited to one client if the call is about that client.
 */
const guardianForms = String.raw`'^\((EXISTS \( SELECT FROM app\.guardian_right r WHERE \(\(r\.therapist_id = (\w+)\.therapist_id\) AND \(r\.client_id = \2\.(client_)?id\)( AND \(r\.kind = ''\w+''::text\))?( AND \(r\.since <= \2\.\w+\))?( AND \(NOT \2\.kept_from_guardians\))?( AND \(\(\2\.contact_id IS NULL\) OR \(EXISTS \( SELECT FROM app\.guardian g WHERE \(\(g\.therapist_id = \2\.therapist_id\) AND \(g\.client_id = \2\.client_id\) AND \(g\.contact_id = \2\.contact_id\)\)\)\)\))?( AND \(EXISTS \( SELECT FROM app\.session_client sc WHERE \(\(sc\.session_id = \2\.session_id\) AND \(sc\.client_id = \2\.client_id\)\)\)\))?\)\)|\(account_id = \( SELECT app\.actor_id\(\) AS actor_id\)\) AND \(client_id = COALESCE\(\( SELECT app\.acting_for\(\) AS acting_for\), client_id\)\))\)$'`

const rowSecurity: CatalogRule[] = [
  {
    rule: 'row security is forced on every table',
    finds: `select oid::regclass from pg_class where ${inAppSchema} and relkind in ('r', 'p') and not (relrowsecurity and relforcerowsecurity)`,
    breaks: `alter table app.client no force row level security`,
  },
  {
    rule: 'everything in the schema belongs to the owner',
    finds: `select oid::regclass from pg_class where ${inAppSchema} and relkind in ('r', 'p', 'v', 'm', 'S') and relowner <> 'attune_owner'::regrole`,
    breaks: `grant create on schema app to attune_app_definer; alter table app.audit owner to attune_app_definer`,
  },
  {
    rule: 'a policy names one role',
    finds: `select polrelid::regclass, polname from pg_policy where cardinality(polroles) <> 1 or 0 = any(polroles)`,
    breaks: `alter policy therapist_sees on app.client to attune_app_therapist, attune_app_client`,
  },
  {
    rule: 'a table, a role and a command have one permissive policy at most',
    finds: `select polrelid::regclass, r::regrole, c from pg_policy, unnest(polroles) r,
      unnest(case polcmd when '*' then array['r', 'a', 'w', 'd'] else array[polcmd::text] end) c where polpermissive group by 1, 2, 3 having count(*) > 1`,
    breaks: `create policy also on app.client for all to attune_app_therapist using (therapist_id = (select app.actor_id()))`,
  },
  {
    rule: 'a policy has one of eight forms',
    finds: `select polrelid::regclass, polname, q from pg_policy, ${printed}
      where q <> 'true' and q !~ '^\\(\\w+ = \\( SELECT app\\.actor_id\\(\\) AS actor_id\\)\\)$'
        and q !~ '^\\(\\(\\w+ = \\( SELECT app\\.actor_id\\(\\) AS actor_id\\)\\) AND \\(erased_at IS NULL\\)\\)$'
        and q !~ '^\\(\\w+ = ANY \\(\\( SELECT def\\.my_\\w+\\(\\) AS my_\\w+\\)::uuid\\[\\]\\)\\)$'
        and q !~ '^\\(\\((\\w+) = \\( SELECT app\\.actor_id\\(\\) AS actor_id\\)\\) OR \\(\\1 = ANY \\(\\( SELECT def\\.my_people\\(\\) AS my_people\\)::uuid\\[\\]\\)\\)\\)$'
        and q !~ '^\\(EXISTS \\( SELECT FROM app\\.(\\w+) (\\w+) WHERE \\(\\2\\.\\w+ = \\w+\\.\\w+\\)\\)\\)$'
        and (polroles <> array['attune_app_guardian'::regrole]::oid[] or q !~ ${guardianForms})
        and q !~ '^\\(EXISTS \\( SELECT FROM app\\.profile p WHERE \\(\\(p\\.account_id = \\( SELECT app\\.actor_id\\(\\) AS actor_id\\)\\) AND \\(p\\.role = ''admin''::text\\)\\)\\)\\)$'`,
    breaks: `alter policy therapist_sees on app.client using (therapist_id = (select app.actor_id()) or status = 'pending')`,
  },
  {
    rule: 'only policies of the backup, the definer and the relay, and listed ones, have no condition',
    finds: `select polrelid::regclass, polname, polroles::regrole[] from pg_policy
      where 'true' in (pg_get_expr(polqual, polrelid), pg_get_expr(polwithcheck, polrelid))
        and not polroles <@ array['attune_app_backup'::regrole, 'attune_app_definer'::regrole, 'attune_relay'::regrole]::oid[]
        and polrelid::regclass || ' ' || polname not in (${sqlList(Object.keys(openPolicies))})`,
    breaks: `alter policy client_sees on app.client using (true)`,
  },
  {
    rule: 'every granted command has a policy',
    finds: `with g as (select distinct c.oid t, x.grantee r, x.privilege_type p from pg_class c left join pg_attribute a on a.attrelid = c.oid and a.attacl is not null,
        lateral (select (aclexplode(c.relacl)).* union all select (aclexplode(a.attacl)).*) x
        where c.${inAppSchema} and c.relkind = 'r' and x.grantee <> c.relowner and x.privilege_type in ('SELECT', 'INSERT', 'UPDATE', 'DELETE')),
      pol as (select distinct polrelid, r, p from pg_policy, unnest(polroles) r, unnest(case polcmd when '*' then array['SELECT', 'INSERT', 'UPDATE', 'DELETE']
        when 'r' then array['SELECT'] when 'a' then array['INSERT'] when 'w' then array['UPDATE'] else array['DELETE'] end) p)
      select t::regclass, r::regrole, p from (select * from g except select * from pol) x`,
    breaks: `drop policy client_sees on app.client`,
  },
  {
    rule: 'the backup sees every table',
    finds: `select oid::regclass from pg_class c where ${inAppSchema} and relkind = 'r' and not (has_table_privilege('attune_app_backup', oid, 'SELECT') and exists (select from pg_policy
      where polrelid = c.oid and polroles = array['attune_app_backup'::regrole]::oid[] and pg_get_expr(polqual, polrelid) = 'true'))`,
    breaks: `drop policy backup_reads on app.client_note`,
  },
  {
    rule: 'the backup reads every table of every schema',
    finds: `select oid::regclass from pg_class c where relnamespace::regnamespace::text in ${schemas} and relkind in ('r', 'p') and not relispartition
      and (not has_schema_privilege('attune_app_backup', relnamespace, 'USAGE') or not has_table_privilege('attune_app_backup', oid, 'SELECT')
        or relrowsecurity and not exists (select from pg_policy where polrelid = c.oid and polroles = array['attune_app_backup'::regrole]::oid[]))`,
    breaks: `revoke select on auth.account from attune_app_backup`,
  },
]

const roles: CatalogRule[] = [
  {
    rule: 'no attune role has a role attribute, but for the one that copies the embedded cluster',
    finds: `select rolname from pg_roles where rolname like 'attune\\_%' and rolname <> 'attune_wal' and (rolsuper or rolbypassrls or rolcreaterole or rolcreatedb or rolreplication or rolinherit)`,
    breaks: `reset role; alter role attune_app_client inherit`,
  },
  {
    rule: 'only five roles may log in',
    finds: `select rolname from pg_roles where rolname like 'attune\\_%' and rolcanlogin
      <> (rolname in ('attune_login', 'attune_auth_app', 'attune_relay', 'attune_app_backup', 'attune_wal'))`,
    breaks: `reset role; alter role attune_owner login`,
  },
  {
    rule: 'only listed roles may set another role, and none inherits',
    finds: `select member::regrole, roleid::regrole from pg_auth_members where member::regrole::text like 'attune\\_%'
      and (inherit_option or admin_option or (member::regrole::text, roleid::regrole::text) not in (${memberships.map((pair) => `(${sqlList(pair)})`).join(', ')}))`,
    breaks: `reset role; grant attune_worker to attune_relay with inherit false, set true`,
  },
  {
    rule: 'the login role of the pool has no grants of its own',
    finds: `select oid::regclass::text from pg_class, aclexplode(relacl) a where a.grantee = 'attune_login'::regrole
      union all select oid::regprocedure::text from pg_proc, aclexplode(proacl) a where a.grantee = 'attune_login'::regrole
      union all select nspname from pg_namespace, aclexplode(nspacl) a where a.grantee = 'attune_login'::regrole`,
    breaks: `grant usage on schema app to attune_login`,
  },
]

const grants: CatalogRule[] = [
  {
    rule: 'PUBLIC may execute app.actor_id only',
    finds: `select p.oid::regprocedure from pg_proc p, aclexplode(coalesce(proacl, acldefault('f', proowner))) a
      where pronamespace::regnamespace::text in ${schemas} and a.grantee = 0 and p.oid <> 'app.actor_id()'::regprocedure`,
    breaks: `set local role attune_app_definer; grant execute on function def.my_people() to public`,
  },
  {
    rule: 'PUBLIC may read no table and no sequence',
    finds: `select oid::regclass from pg_class, aclexplode(relacl) a where relnamespace::regnamespace::text in ${schemas} and a.grantee = 0
      union all select attrelid::regclass from pg_attribute, aclexplode(attacl) a where a.grantee = 0 and attrelid in (select oid from pg_class where relnamespace::regnamespace::text in ${schemas})`,
    breaks: `grant select (id) on app.client to public`,
  },
  {
    rule: 'PUBLIC may use no attune schema and not the schema public',
    finds: `select nspname from pg_namespace, aclexplode(coalesce(nspacl, acldefault('n', nspowner))) a
      where nspname in ('app', 'def', 'auth', 'jobs', 'meta', 'public') and a.grantee = 0`,
    breaks: `grant usage on schema app to public`,
  },
  {
    rule: 'PUBLIC may neither connect nor create temporary tables',
    finds: `select datname, a.privilege_type from pg_database, aclexplode(coalesce(datacl, acldefault('d', datdba))) a where datname = current_database() and a.grantee = 0`,
    breaks: `reset role; do $$ begin execute format('grant temporary on database %I to public', current_database()); end $$`,
  },
  {
    rule: 'app roles have write grants by column only, and none that bypasses row security',
    finds: `select c.oid::regclass, a.grantee::regrole, a.privilege_type from pg_class c, aclexplode(relacl) a
      where c.${inAppSchema} and c.relkind <> 'S' and a.grantee <> relowner and (a.privilege_type in ('TRUNCATE', 'REFERENCES', 'TRIGGER', 'MAINTAIN') or a.is_grantable
        or a.privilege_type in ('INSERT', 'UPDATE') and a.grantee <> 'attune_app_definer'::regrole)`,
    breaks: `grant update on app.client to attune_app_therapist`,
  },
  {
    rule: 'no role may update the owner of a row',
    finds: `select attrelid::regclass, attname, a.grantee::regrole from pg_attribute, aclexplode(attacl) a
      where attname in ('id', 'therapist_id', 'account_id') and a.privilege_type = 'UPDATE' and a.grantee <> 'attune_app_definer'::regrole`,
    breaks: `grant update (therapist_id) on app.client to attune_app_therapist`,
  },
  {
    rule: 'no app role may write account_id of a client record',
    finds: `select a.grantee::regrole, a.privilege_type from pg_attribute, aclexplode(attacl) a where attrelid = 'app.client'::regclass and attname = 'account_id'
      and a.privilege_type in ('INSERT', 'UPDATE') and a.grantee <> 'attune_app_definer'::regrole`,
    breaks: `grant insert (account_id) on app.client to attune_app_therapist`,
  },
  {
    rule: 'no role has a grant on a sequence',
    finds: `select oid::regclass from pg_class, aclexplode(relacl) a where ${inAppSchema} and relkind = 'S' and a.grantee <> relowner`,
    breaks: `grant usage on sequence app.audit_id_seq to attune_app_therapist`,
  },
  {
    rule: 'attune_auth_app alone has grants in the schema auth, apart from reads of the backup, listed columns of the definer and the end of a login, and it has none elsewhere',
    finds: `select oid::regclass::text from pg_class, aclexplode(relacl) a where relnamespace = 'auth'::regnamespace and a.grantee not in (relowner, 'attune_auth_app'::regrole)
          and (a.privilege_type, a.grantee) <> ('SELECT', 'attune_app_backup'::regrole)
          and (oid::regclass::text, a.privilege_type, a.grantee::regrole::text) <> ('auth.login', 'DELETE', 'attune_app_definer')
      union all select attrelid::regclass || '.' || attname from pg_attribute join pg_class c on c.oid = attrelid, aclexplode(attacl) a
        where c.relnamespace = 'auth'::regnamespace and a.grantee <> 'attune_auth_app'::regrole
          and (attrelid::regclass || '.' || attname, a.privilege_type, a.grantee::regrole::text) not in (${authColumnsOfDefiner.map((column) => `('${column}', 'SELECT', 'attune_app_definer')`).join(', ')})
      union all select 'schema' from pg_namespace, aclexplode(nspacl) a where nspname = 'auth'
        and a.grantee not in (nspowner, 'attune_auth_app'::regrole, 'attune_app_definer'::regrole, 'attune_app_backup'::regrole)
      union all select oid::regclass::text from pg_class, aclexplode(relacl) a where relnamespace <> 'auth'::regnamespace and a.grantee = 'attune_auth_app'::regrole`,
    breaks: `grant select (hash) on auth.secret to attune_app_definer`,
  },
  {
    rule: 'the role that sends jobs cannot read them',
    finds: `select oid::regclass::text, a.privilege_type from pg_class, aclexplode(relacl) a where a.grantee = 'attune_jobs_send'::regrole
        and (oid, a.privilege_type) not in (('jobs.queue'::regclass, 'SELECT'), ('jobs.job_common'::regclass, 'INSERT'))
      union all select attrelid::regclass || '.' || attname, a.privilege_type from pg_attribute, aclexplode(attacl) a where a.grantee = 'attune_jobs_send'::regrole and attname <> 'id'`,
    breaks: `grant select on jobs.job_common to attune_jobs_send`,
  },
]

export const catalogRules: CatalogRule[] = [
  ...rowSecurity,
  ...roles,
  ...grants,
  ...shapeRules,
  ...callerRules,
  ...erasureRules,
  ...periodRules,
  ...recordPartRules,
]
