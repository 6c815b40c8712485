import type { ClientId, TherapistId } from '@attune/contract/common/ids'
import { randomUUID } from 'node:crypto'
import type { TestApp } from '../../../testing/app.ts'
import { queryAsRole } from '../../../testing/database/database.ts'
import type { Person } from '../../../testing/people.ts'
import { minimalClient } from '../../../testing/records/clients.ts'
import { insertCompletedSession } from '../../../testing/records/sessions.ts'
import { putPdf } from '../file/file.fixtures.testing.ts'
import { eraseRecord } from './record-erasure.ts'

/** Erases a record of a therapist as the job does. */
export const erase = (app: TestApp, therapist: Pick<Person, 'accountId'>, clientId: string) =>
  eraseRecord(app, { therapistId: therapist.accountId as TherapistId, clientId: clientId as ClientId })

/** Adds a record without an account that has sessions with a note, messages and documents. Every text contains `mark`. */
export async function addFullRecord(
  app: TestApp,
  therapist: Person,
  mark: string,
  { sessions = 1, messages = 1, documents = 1 } = {},
): Promise<{ clientId: string; fileIds: string[]; sessionIds: string[] }> {
  const clientId = randomUUID()
  const of = { clientId, isShared: false }
  await therapist.api.client.add({
    ...minimalClient,
    id: clientId,
    firstName: 'Ana',
    lastName: mark,
    address: mark,
    invite: false,
  })
  const sessionIds: string[] = []
  for (let n = 0; n < sessions; n++) {
    const startsAt = new Date(app.clock.now().getTime() - (n + 1) * 24 * 3_600_000)
    const sessionId = await insertCompletedSession(app, therapist, clientId, startsAt)
    await therapist.api.note.save({ sessionId, text: `${mark} note`, version: 0 })
    sessionIds.push(sessionId)
  }
  await insertMessages(app, { therapist, clientId, text: `${mark} message`, count: messages })
  const fileIds = Array.from({ length: documents }, () => randomUUID())
  for (const fileId of fileIds) {
    await putPdf(app, therapist, fileId)
    await therapist.api.document.add({ id: randomUUID(), fileId, ...of })
  }
  return { clientId, fileIds, sessionIds }
}

/** Inserts messages of the therapist into the conversation of a record. */
async function insertMessages(
  { privileged }: TestApp,
  { therapist, clientId, text, count }: { therapist: Person; clientId: string; text: string; count: number },
): Promise<void> {
  const { definer } = privileged
  const of = [therapist.accountId, clientId]
  await definer.query(
    'insert into app.conversation (therapist_id, client_id) values ($1, $2) on conflict do nothing',
    of,
  )
  await definer.query(
    `insert into app.message (id, therapist_id, client_id, seq, by_role, sender_id, text, words, created_at, updated_at)
     select gen_random_uuid(), $1, $2, n, 'therapist', $1, $3, to_tsvector('simple', $3), now(), now() from generate_series(1, $4::int) n`,
    [...of, text, count],
  )
}

/** Returns the tables of the schemas app, auth and jobs with rows that contain a text, and the number of these rows. */
export async function tablesWith({ databaseUrl }: TestApp, text: string): Promise<Record<string, number>> {
  const tables = await queryAsRole<{ name: string }>(
    'backup',
    databaseUrl,
    `select c.oid::regclass::text as name from pg_class c where c.relkind = 'r' and c.relnamespace::regnamespace::text in ('app', 'auth', 'jobs')
       and has_table_privilege(c.oid, 'SELECT') order by 1`,
  )
  const counts = tables.map(
    ({ name }) =>
      `select '${name.replaceAll('"', '')}' as name, count(*)::int as number from ${name} t where position('${text.toLowerCase()}' in lower(t::text)) > 0`,
  )
  const rows = await queryAsRole<{ name: string; number: number }>('backup', databaseUrl, counts.join(' union all '))
  return Object.fromEntries(rows.filter(({ number }) => number > 0).map(({ name, number }) => [name, number]))
}
