import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { startSharedApp } from '../../../../testing/app.ts'
import { minimalClient } from '../../../../testing/records/clients.ts'
import { createSharedEntry } from '../../../../testing/records/journal.ts'
import { connectClient, insertSession, scheduleSessionAt } from '../../../../testing/records/sessions.ts'
import { insertTask } from '../../../../testing/records/tasks.ts'

const app = await startSharedApp()
const [nora, ana] = await Promise.all([app.person('therapist'), app.person('client')])

test('a client with an account has the id of the account in every list of the therapist @slow', async () => {
  const record = await connectClient(app, nora, ana)
  const sessionId = await scheduleSessionAt(nora, record, new Date(app.clock.now().getTime() + 7 * 24 * 3_600_000))
  const taskId = await insertTask(app, nora, record)
  const entryId = await createSharedEntry(ana, nora)
  await ana.api.session.accept({ id: sessionId, command: randomUUID() })

  const [listed, shown, session, task, entry, news] = await Promise.all([
    nora.api.client.list({}).then(({ items }) => items.find(({ id }) => id === record)?.personId),
    nora.api.client.get({ id: record }).then(({ personId }) => personId),
    nora.api.session.get({ id: sessionId }).then((detail) => detail.session.participants[0]?.personId),
    nora.api.task.get({ id: taskId }).then((detail) => detail.task.client.personId),
    nora.api.journal.read({ id: entryId }).then(({ client }) => client.personId),
    nora.api.notification
      .list({})
      .then(({ items }) => items.find(({ relatedId }) => relatedId === sessionId)?.personId),
  ])
  expect({ listed, shown, session, task, entry, news }).toEqual({
    listed: ana.accountId,
    shown: ana.accountId,
    session: ana.accountId,
    task: ana.accountId,
    entry: ana.accountId,
    news: ana.accountId,
  })
  // The client sees the same ids in their own session.
  const { session: own } = await ana.api.session.get({ id: sessionId })
  expect([own.participants[0]?.personId, own.therapist.id]).toEqual([ana.accountId, nora.accountId])
})

test('a client without an account has the id of the record in every list', async () => {
  const id = randomUUID()
  await nora.api.client.add({ ...minimalClient, id, invite: false, language: 'en' })
  const startsAt = new Date(app.clock.now().getTime() + 8 * 24 * 3_600_000).toISOString()
  const sessionId = await insertSession(app, nora, id, { status: 'confirmed', startsAt })
  const listed = await nora.api.client.list({})
  const detail = await nora.api.session.get({ id: sessionId })
  expect(listed.items.find((item) => item.id === id)?.personId).toBe(id)
  expect(detail.session.participants[0]?.personId).toBe(id)
})
