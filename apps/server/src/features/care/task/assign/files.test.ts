import { richTextFromPlain } from '@attune/contract/common/rich-text/rich-text'
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { minimalClient } from '../../../../testing/records/clients.ts'
import { waitForCheckedFile, jpegPicture, uploadFile } from '../../../../testing/files/uploads.ts'
import { startSharedApp } from '../../../../testing/app.ts'
import { waitingLocks } from '../../../../testing/database/locks.ts'
import type { Person } from '../../../../testing/people.ts'
import { connectClient } from '../../../../testing/records/sessions.ts'
import { commandOn, assignTask, taskInput, refusalOf } from '../task.testing.ts'
import { withdrawTask } from './withdraw.ts'

const app = await startSharedApp()
const therapist = await app.person('therapist')
const client = await app.person('client')
const record = await connectClient(app, therapist, client)

const readable = (id: string) =>
  client.api.file.address({ id, variant: 'whole' }).then(
    () => true,
    () => false,
  )
async function pictureOf(person: Person): Promise<string> {
  const id = await uploadFile(app, person, { name: 'sheet.png', kind: 'image', bytes: await jpegPicture() })
  await waitForCheckedFile(person, id)
  return id
}

test('a client can read a file as long as at least one of their tasks has it @slow', async () => {
  const [sheet, drawing] = [await pictureOf(therapist), await pictureOf(therapist)]
  expect(await readable(sheet)).toBe(false)
  const first = await assignTask(therapist, record, { files: [sheet] })
  const second = await assignTask(therapist, record, {
    files: [sheet],
    description: { type: 'doc', content: [{ type: 'image', attrs: { fileId: drawing, alt: 'A tree' } }] },
  })
  expect((await client.api.task.get({ id: second.id })).files.map(({ id }) => id).toSorted()).toEqual(
    [sheet, drawing].toSorted(),
  )
  expect([await readable(sheet), await readable(drawing)]).toEqual([true, true])
  await therapist.api.task.withdraw(commandOn(second.id))
  expect([await readable(sheet), await readable(drawing)]).toEqual([true, false])
  // A file of a task cannot be deleted. The client can no longer read a file when no task has it.
  expect((await refusalOf(therapist.api.file.delete({ id: sheet }))).code).toBe('CONFLICT')
  const { id, version, title, priority } = first
  const what = { description: richTextFromPlain('No sheet'), form: { kind: 'plain' } as const, dueDay: null }
  await therapist.api.task.edit({ id, version, title, priority, ...what, files: [] })
  expect(await readable(sheet)).toBe(false)
  expect((await client.api.task.get({ id })).files).toEqual([])
})

test('the files of an undelivered task become readable on delivery, and unreadable on disconnecting @slow', async () => {
  const someone = await app.person('client', 2)
  const theirs = await connectClient(app, therapist, someone)
  const sheet = await pictureOf(therapist)
  const seen = () =>
    someone.api.file.address({ id: sheet, variant: 'whole' }).then(
      () => true,
      () => false,
    )
  const first = await assignTask(therapist, theirs)
  await assignTask(therapist, theirs, { files: [sheet], delivery: { how: 'after', taskId: first.id } })
  expect(await seen()).toBe(false)
  await someone.api.task.start(commandOn(first.id))
  await someone.api.task.complete({ ...commandOn(first.id), answer: { kind: 'plain', note: '' } })
  expect(await seen()).toBe(true)
  await someone.api.connection.disconnect({ clientId: theirs, command: randomUUID() })
  expect(await seen()).toBe(false)
})

test('a client who connected later and opens a task while it is withdrawn gets no rights to its files', async () => {
  const someone = await app.person('client', 3)
  const sheet = await pictureOf(therapist)
  const theirs = randomUUID()
  await therapist.api.client.add({ id: theirs, ...minimalClient, invite: false })
  const { id } = await assignTask(therapist, theirs, { files: [sheet] })
  await app.privileged.definer.query(
    `update app.client set account_id = $1, status = 'active', connected_at = now() where id = $2`,
    [someone.accountId, theirs],
  )
  const taken = Promise.withResolvers<void>()
  const over = Promise.withResolvers<void>()
  const taking = app.db.asActor({ role: 'therapist', id: therapist.accountId }, async (tx) => {
    await withdrawTask(tx, { ...commandOn(id), following: false }, app.clock.now())
    taken.resolve()
    await over.promise
  })
  await taken.promise
  const opening = someone.api.task.get({ id }).catch(() => null)
  await Promise.race([opening, expect.poll(() => waitingLocks(app)).toBeGreaterThan(0)])
  over.resolve()
  await Promise.all([taking, opening])
  await expect(someone.api.file.address({ id: sheet, variant: 'whole' })).rejects.toMatchObject({ status: 404 })
})

test('a task refuses files of other accounts, unknown files and files that failed the check @slow', async () => {
  const own = await pictureOf(client)
  for (const id of [own, randomUUID()]) {
    expect(await refusalOf(therapist.api.task.assign(taskInput([record], { files: [id] })))).toMatchObject({
      code: 'NOT_FOUND',
    })
  }
  const broken = await uploadFile(app, therapist, {
    name: 'sheet.png',
    kind: 'image',
    bytes: Buffer.from('no picture at all'),
  })
  await waitForCheckedFile(therapist, broken)
  expect(await refusalOf(therapist.api.task.assign(taskInput([record], { files: [broken] })))).toEqual({
    code: 'FILE_REFUSED',
    data: { id: broken },
  })
})
