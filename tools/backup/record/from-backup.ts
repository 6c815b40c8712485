import { RecordOfBackup } from '../../../apps/server/src/features/care/record-copy/record-copy.ts'
import { databaseName, runAsSuperuser } from '../../../apps/server/src/platform/database/embedded/cluster.ts'
import type { PostgresPaths } from '../../../apps/server/src/platform/database/embedded/paths.ts'
import { readMigrations } from '../../../apps/server/src/platform/database/migrate/migrate.ts'
import { StartError } from '../../../apps/server/src/platform/process/start-error.ts'
import { withWholeNote } from './whole-note.ts'

/** The first migration after which the tables have all columns that these queries read. */
const oldestReadable = '0173-signatures-on-paper.sql'

const readKnown = `select (to_regclass('meta.migration') is not null)::text as known`
const readNames = 'select json_agg(name order by name) as names from meta.migration'

/** Reads the time zone of the practice, and whether the id is that of a client's journal entry. */
const readPractice = `
  select replace(encode(convert_to(json_build_object('zone', (select support_zone from app.product_setting),
    'isEntry', exists (select from app.journal_entry j where j.id = current_setting('attune.record')::uuid))::text, 'UTF8'), 'base64'), chr(10), '') as practice`

/**
 * The parts of a note that have text, the shared one first. In backups of versions before 0267 a note has one part, and neither an id nor a client.
 */
const parts = `
  select coalesce(json_agg(json_build_object('clientId', c.id, 'name', coalesce(c.first_name || ' ' || c.last_name, ''), 'text', n.text, 'content', n.content,
      'signedAt', to_char(n.signed_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
      'addenda', (select coalesce(json_agg(json_build_object('text', a.text, 'at', to_char(a.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) order by a.at, a.id), '[]')
        from app.session_note_addendum a where coalesce(to_jsonb(a) ->> 'note_id', to_jsonb(a) ->> 'session_id') = coalesce(to_jsonb(n) ->> 'id', n.session_id::text)))
      order by c.id is not null, c.first_name, c.last_name, c.id), '[]') as parts
  from app.session_note n left join app.client c on c.id::text = to_jsonb(n) ->> 'client_id'
  where n.session_id = current_setting('attune.record')::uuid and n.text ~ '[^[:space:]]'`

const readSessionNote = `
  with note as (${parts})
  select replace(encode(convert_to(json_build_object('therapistId', s.therapist_id,
    'clients', (select coalesce(json_agg(json_build_object('id', c.id, 'accountId', c.account_id)), '[]') from app.client c
      where c.id in (select p.client_id from app.session_client p where p.session_id = s.id) or c.id::text in (select p ->> 'clientId' from json_array_elements(note.parts) p)),
    'parts', note.parts,
    'content', json_build_object(
      'objectives', coalesce((select t.text from app.session_text t where t.session_id = s.id and t.kind = 'objectives'), ''),
      'nextSteps', coalesce((select t.text from app.session_text t where t.session_id = s.id and t.kind = 'next-steps'), '')))::text, 'UTF8'), 'base64'), chr(10), '') as session_note
  from app.session s, note
  where s.id = current_setting('attune.record')::uuid
    and (note.parts::text <> '[]' or exists (select from app.session_text t where t.session_id = s.id and t.text ~ '[^[:space:]]'))`

const readClientNote = `
  select replace(encode(convert_to(json_build_object('therapistId', c.therapist_id, 'clients', json_build_array(json_build_object('id', c.id, 'accountId', c.account_id)),
    'content', json_build_object('text', n.text, 'content', n.content))::text, 'UTF8'), 'base64'), chr(10), '') as client_note
  from app.client c join app.client_note n on n.client_id = c.id where c.id = current_setting('attune.record')::uuid and n.text ~ '[^[:space:]]'`

const readProfile = `
  select replace(encode(convert_to(json_build_object('therapistId', c.therapist_id, 'clients', json_build_array(json_build_object('id', c.id, 'accountId', c.account_id)),
    'content', json_build_object('firstName', c.first_name, 'lastName', c.last_name, 'pronouns', c.pronouns, 'email', c.email, 'phone', c.phone,
      'dateOfBirth', c.date_of_birth::text, 'address', c.address, 'language', c.language, 'code', c.code,
      'emergencyName', coalesce(e.name, ''), 'emergencyPhone', coalesce(e.phone, ''), 'emergencyRelationship', coalesce(e.relationship, ''),
      'contacts', (select coalesce(json_agg(json_build_object('id', o.id, 'name', o.name, 'phone', o.phone, 'email', o.email, 'relationship', o.relationship,
        'isEmergency', o.is_emergency, 'isGuardian', o.is_guardian, 'isPayer', o.is_payer) order by o.place), '[]') from app.client_contact o where o.client_id = c.id and o.place > 0)))::text,
    'UTF8'), 'base64'), chr(10), '') as profile
  from app.client c left join app.client_contact e on e.client_id = c.id and e.place = 0 where c.id = current_setting('attune.record')::uuid`

const readForm = `
  select replace(encode(convert_to(json_build_object('therapistId', s.therapist_id, 'clients', json_build_array(json_build_object('id', c.id, 'accountId', c.account_id)),
    'content', json_build_object('content', s.frozen, 'version', s.form_version, 'sentAt', to_char(s.sent_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
      'signedAt', to_char(s.signed_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
      'answers', g.answers, 'signerName', coalesce(nullif(g.guardian_name, ''), g.typed_name, p.signer_name, '')))::text, 'UTF8'), 'base64'), chr(10), '') as form
  from app.sent_form s join app.client c on c.id = s.client_id left join app.form_signature g on g.sent_form_id = s.id
    left join app.paper_signature p on p.sent_form_id = s.id and p.ended_at is null where s.id = current_setting('attune.record')::uuid`

/** The statements that read a record. They return base64, because the single-user mode prints one line per column. */
const readAll = [readPractice, readSessionNote, readClientNote, readProfile, readForm]

const decoded = (column: string | undefined): unknown =>
  column === undefined ? null : JSON.parse(Buffer.from(column, 'base64').toString('utf8'))

/**
 * Reads the record with an id from the database of a backup. The database is a stopped cluster and is read by the single-user mode of Postgres, which
 * opens no port. Throws a StartError if the database is of a newer version or of a version that is too old.
 */
export function readRecordOfBackup(places: PostgresPaths, cluster: string, recordId: string): RecordOfBackup {
  const options = { database: databaseName, settings: { 'attune.record': recordId } }
  const isKnown = runAsSuperuser(places, cluster, [readKnown], options).known === 'true'
  const names = isKnown ? runAsSuperuser(places, cluster, [readNames], options).names : '[]'
  requireReadable(JSON.parse(names ?? '[]') as string[])
  const statements = readAll.map((text) => text.replaceAll('\n', ' '))
  const { practice, session_note, client_note, profile, form } = runAsSuperuser(places, cluster, statements, options)
  return RecordOfBackup.parse({
    ...(decoded(practice) as object),
    records: {
      'session-note': withWholeNote(decoded(session_note)),
      'client-note': decoded(client_note),
      profile: decoded(profile),
      form: decoded(form),
    },
  })
}

function requireReadable(names: readonly string[]): void {
  const known = readMigrations().map(({ name }) => name)
  if (names.some((name) => !known.includes(name)))
    throw new StartError('This backup was made by a newer version of Attune. Update Attune first. Nothing was changed.')
  if (!names.includes(oldestReadable))
    throw new StartError(
      'This backup is too old to bring back one record. Restore it on another machine, and copy the text there. Nothing was changed.',
    )
}
