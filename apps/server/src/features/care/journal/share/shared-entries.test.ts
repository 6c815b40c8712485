import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { startSharedApp } from '../../../../testing/app.ts'
import { newJournalEntry, createSharedEntry } from '../../../../testing/records/journal.ts'
import { connectClient } from '../../../../testing/records/sessions.ts'

const app = await startSharedApp()
const [nora, jonas, ana, leo] = await Promise.all([
  app.person('therapist', 1),
  app.person('therapist', 2),
  app.person('client', 1),
  app.person('client', 2),
])
const records = { ana: await connectClient(app, nora, ana), leo: await connectClient(app, nora, leo) }
await connectClient(app, jonas, ana)

test('a shared entry is new until it is read, and again after a publication or when marked as unread', async () => {
  const [first, second] = [await createSharedEntry(ana, nora, 'first'), await createSharedEntry(leo, nora, 'second')]
  const fresh = async () => (await nora.api.journal.shared({ newOnly: true })).items.map(({ id }) => id)
  expect(await nora.api.journal.counts({})).toEqual({ new: 2 })
  expect(await fresh()).toEqual([second, first])
  expect((await nora.api.journal.read({ id: first })).isNew).toBe(false)
  expect(await fresh()).toEqual([second])
  app.clock.advance(1)
  await ana.api.journal.save(newJournalEntry('first, again', { id: first, version: 1 }))
  expect(await fresh()).toEqual([second])
  await ana.api.journal.publish({ id: first, version: 2 })
  expect(await fresh()).toEqual([first, second])
  await nora.api.journal.read({ id: first })
  await nora.api.journal.markUnread({ id: first })
  expect(await nora.api.journal.counts({})).toEqual({ new: 2 })
  expect(await jonas.api.journal.counts({})).toEqual({ new: 0 })
})

test('the list covers one client or all, page by page, and shows nothing private', async () => {
  await ana.api.journal.save(newJournalEntry('canary of what is hers alone'))
  const all = await nora.api.journal.shared({})
  expect(JSON.stringify(all)).not.toContain('canary')
  const ofLeo = await nora.api.journal.shared({ clientId: records.leo })
  expect(ofLeo.items.map(({ client }) => client.id)).toEqual([records.leo])
  const pages = [await nora.api.journal.shared({ limit: 1 })]
  while (pages.at(-1)?.next) pages.push(await nora.api.journal.shared({ limit: 1, after: pages.at(-1)?.next ?? '' }))
  expect(pages.flatMap(({ items }) => items.map(({ id }) => id))).toEqual(all.items.map(({ id }) => id))
  expect(await jonas.api.journal.shared({ clientId: records.leo })).toEqual({ items: [], next: null })
})

test('opening an entry writes one line to its author’s access log per quarter of an hour', async () => {
  const id = await createSharedEntry(ana, nora, 'read me')
  expect((await ana.api.journal.get({ id })).looks).toEqual([])
  await nora.api.journal.shared({})
  expect((await ana.api.journal.get({ id })).looks).toEqual([])
  for (let times = 0; times < 3; times++) await nora.api.journal.read({ id })
  const { looks } = await ana.api.journal.get({ id })
  expect(looks.map(({ therapist }) => therapist.id)).toEqual([nora.accountId])
})

test('only the reply of a comment reaches the client, without its text in the notification @slow', async () => {
  const id = await createSharedEntry(ana, nora, 'to answer')
  await ana.api.journal.share({ id, therapistIds: [jonas.accountId], command: randomUUID() })
  const remark = { id: randomUUID(), entryId: id, text: 'canary-remark' }
  const made = await nora.api.journal.addComment(remark)
  expect(await nora.api.journal.addComment(remark)).toEqual(made)
  await expect(nora.api.journal.addComment({ ...remark, text: 'other' })).rejects.toMatchObject({ code: 'CONFLICT' })
  const reply = { id: randomUUID(), entryId: id, text: 'canary-reply' }
  const answered = await nora.api.journal.reply(reply)
  expect(await nora.api.journal.reply(reply)).toEqual(answered)
  await expect(nora.api.journal.reply({ ...reply, text: 'other' })).rejects.toMatchObject({ code: 'CONFLICT' })

  const seen = await ana.api.journal.get({ id })
  expect(seen.replies).toEqual([answered])
  expect(JSON.stringify(seen)).not.toContain('remark')
  expect((await ana.api.journal.list({})).items.find((item) => item.id === id)).toMatchObject({ replies: 1 })
  const told = (await ana.api.notification.list({})).items.filter(({ kind }) => kind === 'entry-replied')
  expect(told).toMatchObject([
    { relatedType: 'entry', relatedId: id, personName: expect.stringContaining(nora.firstName) },
  ])
  const mail = await app.inbox.mailTo(ana.email, /You have a reply/)
  expect(JSON.stringify([told, mail.text, mail.html])).not.toContain('canary')

  const other = await jonas.api.journal.read({ id })
  expect([other.replies, other.comments]).toEqual([[], []])
  await expect(jonas.api.journal.deleteComment({ id: remark.id })).rejects.toMatchObject({ status: 404 })
  await nora.api.journal.deleteComment({ id: remark.id })
  expect((await nora.api.journal.read({ id })).comments).toEqual([])
})

test('comments stay in the therapist’s record after the entry is revoked or deleted, without any text of the entry @slow', async () => {
  const kept = (clientId = records.ana, after?: string) => nora.api.journal.comments({ clientId, after, limit: 1 })
  const all = async () => {
    const pages = [await kept()]
    for (let next = pages[0]?.next; next; next = pages.at(-1)?.next) pages.push(await kept(records.ana, next))
    return pages.flatMap(({ items }) => items.map(({ text }) => text))
  }
  const remarkOn = async (entryId: string, text: string) => {
    app.clock.advance(1)
    return nora.api.journal.addComment({ id: randomUUID(), entryId, text })
  }
  const [id, erased] = [
    await createSharedEntry(ana, nora, 'canary-entry'),
    await createSharedEntry(ana, nora, 'canary-erased'),
  ]
  await ana.api.journal.share({ id, therapistIds: [jonas.accountId], command: randomUUID() })
  const first = await remarkOn(id, 'On what was shared.')
  await remarkOn(erased, 'On what was erased.')
  expect(await all()).toEqual([])

  await ana.api.journal.revoke({ id, therapistId: nora.accountId })
  expect(await all()).toEqual(['On what was shared.'])
  await ana.api.journal.trash({ id: erased })
  await ana.api.journal.erase({ id: erased })
  expect(await all()).toEqual(['On what was erased.', 'On what was shared.'])
  expect(JSON.stringify(await kept())).not.toContain('canary')
  const { items: lines } = await ana.api.access.mine({})
  expect(lines[0]).toMatchObject({ thing: 'note', reader: { id: nora.accountId } })

  expect(await kept(records.leo)).toEqual({ items: [], next: null })
  expect(await jonas.api.journal.comments({ clientId: records.ana })).toEqual({ items: [], next: null })
  await expect(ana.api.journal.comments({ clientId: records.ana })).rejects.toMatchObject({ status: 403 })

  // If the client shares the entry again, the therapist sees the comments again, except deleted ones.
  await ana.api.journal.share({ id, therapistIds: [nora.accountId], command: randomUUID() })
  expect((await nora.api.journal.read({ id })).comments).toMatchObject([{ text: 'On what was shared.' }])
  expect(await all()).toEqual(['On what was erased.'])
  await ana.api.journal.revoke({ id, therapistId: nora.accountId })
  await nora.api.journal.deleteComment({ id: first.id })
  expect(await all()).toEqual(['On what was erased.'])
})

test('no response, notification or change names another therapist of the client', async () => {
  const id = await createSharedEntry(ana, nora)
  await ana.api.journal.share({ id, therapistIds: [jonas.accountId], command: randomUUID() })
  await jonas.api.journal.reply({ id: randomUUID(), entryId: id, text: 'From me.' })
  const answers = [
    await nora.api.journal.read({ id }),
    await nora.api.journal.shared({}),
    await nora.api.notification.list({}),
    await nora.api.client.get({ id: records.ana }),
  ]
  for (const word of [jonas.accountId, jonas.lastName]) expect(JSON.stringify(answers)).not.toContain(word)
  await ana.api.journal.revoke({ id, therapistId: nora.accountId })
  await expect(nora.api.journal.reply({ id: randomUUID(), entryId: id, text: 'Too late.' })).rejects.toMatchObject({
    status: 404,
  })
  expect((await ana.api.journal.get({ id })).replies).toHaveLength(1)
})
