import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { startSharedApp } from '../../../../testing/app.ts'
import { queryAsRole } from '../../../../testing/database/database.ts'
import { insertGuardian } from '../../../../testing/records/guardians.ts'
import { addPayingClient } from '../../../../testing/records/invoices.ts'
import { connectClient } from '../../../../testing/records/sessions.ts'
import { testedProcedures } from '../../../../testing/samples/sample-input-registry.ts'
import { moveGuardians } from '../guardian.ts'

const app = await startSharedApp({ worker: false })
const [therapist, other] = [await app.person('therapist'), await app.person('therapist', 2)]
const [child, mother] = [await app.person('client'), await app.person('client', 2)]
const clientId = await connectClient(app, therapist, child)
await insertGuardian(app, { therapistId: therapist.accountId, clientId, account: mother })

const newNote = (part = {}) => ({
  id: randomUUID(),
  clientId,
  version: 0,
  notedOn: '2026-01-05',
  text: 'canary-custody',
  fileId: null,
  ...part,
})
const save = (part = {}, by = therapist) => by.api.guardian.saveCustodyNote(newNote(part))
const notesOf = async (record = clientId) => (await therapist.api.guardian.custodyNotes({ clientId: record })).items
const codeOf = (call: Promise<unknown>) =>
  call.then(
    () => 'done',
    (error: { code: string }) => error.code,
  )

test('a therapist adds, changes and deletes custody notes; the latest day is first @slow', async () => {
  const first = newNote({ text: 'canary-custody one' })
  await therapist.api.guardian.saveCustodyNote(first)
  await therapist.api.guardian.saveCustodyNote(first)
  const second = await save({ notedOn: '2026-03-01', text: 'canary-custody two' })
  expect((await notesOf()).map(({ id }) => id)).toEqual([second.id, first.id])
  const changed = await therapist.api.guardian.saveCustodyNote({ ...first, version: 1, text: 'changed' })
  expect(changed).toMatchObject({ version: 2, text: 'changed', file: null })
  const late = therapist.api.guardian.saveCustodyNote({ ...first, version: 1, text: 'late' })
  await expect(late).rejects.toMatchObject({ code: 'CHANGED', data: { text: 'changed', version: 2 } })
  for (const { id } of await notesOf()) await therapist.api.guardian.removeCustodyNote({ clientId, id })
  expect(await notesOf()).toEqual([])
  expect(await codeOf(therapist.api.guardian.removeCustodyNote({ clientId, id: first.id }))).toBe('NOT_FOUND')
})

test('another therapist finds no note, and a file of another account is not attached', async () => {
  const note = await save()
  expect(await codeOf(other.api.guardian.custodyNotes({ clientId }))).toBe('NOT_FOUND')
  expect(await codeOf(save({ id: note.id, version: 1 }, other))).toBe('NOT_FOUND')
  expect(await codeOf(other.api.guardian.removeCustodyNote({ clientId, id: note.id }))).toBe('NOT_FOUND')
  const elsewhere = await connectClient(app, other, await app.person('client', 3))
  expect(await codeOf(save({ id: note.id, clientId: elsewhere }, other))).toBe('CONFLICT')
  expect(await codeOf(save({ fileId: randomUUID() }))).toBe('NOT_FOUND')
  await therapist.api.guardian.removeCustodyNote({ clientId, id: note.id })
})

test('neither the client nor a guardian gets a note by any procedure, in the access log or by a change @slow', async () => {
  const { id } = await save()
  await notesOf()
  const found: string[] = []
  for (const [who, person] of [
    ['client', child],
    ['guardian', mother],
  ] as const)
    for (const { name, path } of testedProcedures.filter(({ policy }) => policy.who.includes(who)))
      for (const input of [{}, { actingFor: clientId }, { clientId }, { actingFor: clientId, id }, { id }]) {
        const body = await (await person.send(path, input)).text()
        if (body.includes('canary-custody')) found.push(`${who} ${name}`)
      }
  expect(found).toEqual([])
  // The calls above add other lines to the access log, so only lines about custody or this note count.
  expect(JSON.stringify(await child.api.access.mine({}))).not.toMatch(new RegExp(`custody|${id}`))
  const changes = await queryAsRole<{ account: string }>(
    'backup',
    app.databaseUrl,
    `select unnest(audience) as account from app.change where table_name = 'custody_note' and row_id = '${id}'`,
  )
  expect(changes).toEqual([{ account: therapist.accountId }])
  for (const role of ['client', 'guardian'] as const) {
    const actor =
      role === 'client'
        ? ({ role, id: child.accountId } as const)
        : ({ role, id: mother.accountId, actingFor: clientId } as const)
    const read = app.db.asActor(actor, (tx) => tx.run('select text from app.custody_note', []))
    await expect(read, role).rejects.toMatchObject({ code: '42501' })
  }
})

test('each change of a note is in the audit log without its text', async () => {
  const { id } = await save()
  await therapist.api.guardian.removeCustodyNote({ clientId, id })
  const rows = await queryAsRole<{ action: string; row: string }>(
    'backup',
    app.databaseUrl,
    `select action, a::text as row from app.audit a where thing = 'custody-note' and thing_id = '${id}' order by at`,
  )
  expect(rows.map(({ action }) => action)).toEqual(['save', 'remove'])
  expect(JSON.stringify(rows)).not.toContain('canary-custody')
})

test('a record that is merged into another one takes its custody notes along', async () => {
  const [from, into] = [await addPayingClient(app, therapist), await addPayingClient(app, therapist)]
  const note = await save({ clientId: from })
  await app.db.asActor({ role: 'therapist', id: therapist.accountId }, (tx) => moveGuardians(tx, { from, into }))
  expect((await notesOf(into)).map(({ id }) => id)).toEqual([note.id])
  expect(await notesOf(from)).toEqual([])
})
