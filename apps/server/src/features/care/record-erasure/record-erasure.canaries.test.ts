import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { startSharedApp } from '../../../testing/app.ts'
import { queryAsRole } from '../../../testing/database/database.ts'
import type { Person } from '../../../testing/people.ts'
import { createTestPractice } from '../../../testing/samples/viewers.ts'
import { erase, tablesWith } from './record-erasure.testing.ts'

const app = await startSharedApp({ worker: false })
const practice = await createTestPractice(app)
const read = <Row extends Record<string, unknown>>(text: string) => queryAsRole<Row>('backup', app.databaseUrl, text)
const personOf = (name: string) => practice.viewers.find((viewer) => viewer.name === name)?.person as Person

/**
 * The tables in which texts of the pair stay: data that the therapist has made for all clients, data of the client's account, and issued invoices
 * until their period ends.
 */
const ofOthers = new Set([
  'app.invoice',
  'app.invoice_line',
  'app.absence',
  'app.event',
  'app.series',
  'app.imported_calendar',
  'app.external_account',
  'app.external_calendar',
  'app.client_tag',
  'app.client_group',
  'app.task_template',
  'app.note_template',
  'app.form',
  'app.measure',
  'app.measure_version',
  'app.service',
  'app.session_type',
  'app.unassigned_text',
  'app.assistant_conversation',
  'app.assistant_turn',
  'app.journal_entry',
  'app.journal_reply',
  'app.journal_publication',
  'app.safety_plan',
  'app.search_text',
  'app.search_name',
  'app.file',
  'app.notification',
])

test('no text of an erased record is left in any table, and all of the other clients is @slow', async () => {
  const [therapist, client] = [personOf('T1'), personOf('C1a')]
  for (const name of ['T1', 'C1a', 'G1a']) {
    const viewer = practice.viewers.find((one) => one.name === name)
    if (viewer) await practice.contextOf(viewer)
  }
  const records = await read<{ id: string; therapistId: string }>(
    `select id, therapist_id as "therapistId" from app.client c where account_id = '${client.accountId}' and therapist_id = '${therapist.accountId}'
       or position('canary-1a-' in lower(c::text)) > 0`,
  )
  expect(records.length).toBeGreaterThan(1)
  await client.api.connection.disconnect({ clientId: await ownRecord(therapist, client), command: randomUUID() })
  await app.privileged.definer.query(
    'update app.client set disconnected_at = now() where id = any ($1) and account_id is not null',
    [records.map(({ id }) => id)],
  )
  await endHolds(therapist)
  const before = await tablesWith(app, 'canary-1b-')
  const others = await tablesWith(app, 'canary-2a-')
  expect(Object.keys(await tablesWith(app, 'canary-1a-')).length).toBeGreaterThan(30)
  for (const { id, therapistId } of records) expect(await erase(app, { accountId: therapistId }, id)).not.toBeNull()

  const left = await tablesWith(app, 'canary-1a-')
  expect(Object.keys(left).filter((table) => !ofOthers.has(table))).toEqual([])
  for (const { id } of records)
    expect(Object.keys(await tablesWith(app, id)).filter((table) => !keepsIds.has(table))).toEqual([])
  expect(await tablesWith(app, 'canary-1b-')).toEqual(before)
  expect(await tablesWith(app, 'canary-2a-')).toEqual(others)
})

/** The tables that keep ids of erased records: logs, the change feed, links and jobs that end, and issued invoices with the emptied record. */
const keepsIds = new Set([
  'app.audit',
  'app.access',
  'app.client',
  'app.invoice',
  'app.invoice_client',
  'app.guardian_invoice',
  'app.payer',
  'app.session_billed',
  'app.superbill',
  'app.guardian_superbill',
  'app.change',
  'auth.secret',
  'jobs.job_common',
])

const ownRecord = async (therapist: Person, client: Person) =>
  (
    await read<{ id: string }>(
      `select id from app.client where therapist_id = '${therapist.accountId}' and account_id = '${client.accountId}'`,
    )
  )[0]?.id ?? ''

async function endHolds(therapist: Person): Promise<void> {
  const holds = await read<{ id: string; client: string }>(
    `select id, client_id as client from app.record_hold where therapist_id = '${therapist.accountId}' and ended_at is null`,
  )
  for (const { id, client } of holds) await therapist.api.recordRetention.endHold({ id, clientId: client })
}
