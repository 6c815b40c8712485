import type { NamedKind } from '@attune/contract/features/home/search/search.rules'
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { startSharedApp } from '../../../testing/app.ts'
import type { Person } from '../../../testing/people.ts'
import { createSharedEntry } from '../../../testing/records/journal.ts'
import { giveTo } from '../../billing/estimate/estimate.testing.ts'
import {
  billSessions,
  connectPayingClient,
  newSuperbill,
  openAustin,
} from '../../billing/superbill/superbill.testing.ts'
import { buildSearchIndex } from './search.index.ts'

const app = await startSharedApp({ worker: false })
const [therapist, second, third] = [
  await app.person('therapist'),
  await app.person('therapist', 2),
  await app.person('therapist', 3),
]
const client = await app.person('client')
await openAustin(app, therapist)
const clientId = await connectPayingClient(app, therapist, client)

const itemsOf = async (person: Person, query: string, kind: NamedKind) =>
  (await person.api.search.names({ query })).groups.find((group) => group.kind === kind)?.items ?? []

test('estimates and superbills are found by the name of the client, with and without the index, by their therapist alone @slow', async () => {
  await app.db.asActor({ role: 'therapist', id: therapist.accountId }, ({ kysely }) =>
    kysely.updateTable('client').set({ last_name: 'Canaryson' }).where('id', '=', clientId).execute(),
  )
  const estimate = (await giveTo(therapist, clientId)).given[0]
  const { sessionIds } = await billSessions(app, { therapist, clientId })
  const superbill = await therapist.api.superbill.make(newSuperbill(clientId, sessionIds))
  for (const build of [async () => {}, () => buildSearchIndex(app)]) {
    await build()
    expect(await itemsOf(therapist, 'canaryson', 'estimate')).toMatchObject([
      { id: estimate?.id, clientId, title: '', amount: { minor: estimate?.totalMinor, currency: 'USD' } },
    ])
    expect(await itemsOf(therapist, 'canaryson', 'superbill')).toMatchObject([
      { id: superbill.id, clientId, title: '', amount: { minor: superbill.paidMinor, currency: 'USD' } },
    ])
    for (const person of [second, third])
      for (const kind of ['estimate', 'superbill'] as const)
        expect(await itemsOf(person, 'canaryson', kind)).toEqual([])
    expect(await itemsOf(therapist, 'unicorn', 'estimate')).toEqual([])
  }
  await therapist.api.superbill.withdraw({ id: superbill.id })
  expect(await itemsOf(therapist, 'canaryson', 'superbill')).toEqual([])
})

test('quick replies are found by their text, by their therapist alone', async () => {
  const id = randomUUID()
  await therapist.api.messageSettings.saveQuickReplies({
    items: [{ id, text: 'Thank you for your message, canary' }],
    version: 0,
  })
  expect(await itemsOf(therapist, 'canary', 'quick-reply')).toMatchObject([{ id, clientId: null }])
  expect(await itemsOf(therapist, 'mesasge', 'quick-reply')).toMatchObject([{ id }])
  for (const person of [second, third, client]) expect(await itemsOf(person, 'canary', 'quick-reply')).toEqual([])
})

test('comments and replies are found by those who may read them, until the share is revoked @slow', async () => {
  const entryId = await createSharedEntry(client, therapist, 'A day at the sea', { title: 'Sea' })
  await therapist.api.journal.addComment({ id: randomUUID(), entryId, text: 'Pelican canary, ask about the father' })
  await therapist.api.journal.reply({ id: randomUUID(), entryId, text: 'A heron flew by' })
  const found = async (person: Person, query: string) =>
    (await person.api.search.texts({ query })).groups.map(({ kind, items }) => [kind, items.map(({ id }) => id)])
  const place = [['entry-comment', [entryId]]]
  expect([await found(therapist, 'pelic'), await found(therapist, 'heron')]).toEqual([place, place])
  expect([await found(client, 'pelic'), await found(client, 'heron')]).toEqual([[], place])
  for (const person of [second, third])
    expect([await found(person, 'pelic'), await found(person, 'heron')]).toEqual([[], []])
  expect(JSON.stringify(await therapist.api.search.texts({ query: 'pelic' }))).not.toMatch(/father|canary/)
  await client.api.journal.revoke({ id: entryId, therapistId: therapist.accountId })
  expect([await found(therapist, 'pelic'), await found(therapist, 'heron')]).toEqual([[], []])
})
