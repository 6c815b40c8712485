import { expect, test } from 'vitest'
import { startSharedApp } from '../../../../testing/app.ts'
import type { Person } from '../../../../testing/people.ts'
import { connectClient } from '../../../../testing/records/sessions.ts'
import { createTestConversation, sendText } from '../message.testing.ts'
import { searchQueryOf, wordsOf } from '../message.words.ts'

const app = await startSharedApp({ worker: false })
const first = await createTestConversation(app)
const second = await app.person('client', 2)
const secondId = await connectClient(app, first.therapist, second)
for (const text of ['Das Müsli schmeckte großartig', 'Sleepless night again', "Don't forget: 9.30 o'clock"])
  await sendText(first.client, first.id, text)
await sendText(second, secondId, 'A sleepy morning')

const found = async (person: Person, search: string, conversationId?: string) =>
  (await person.api.message.search({ search, ...(conversationId && { conversationId }) })).items.map(({ text }) => text)

test('a search finds the beginnings of words, in one conversation or in all, the latest first', async () => {
  expect(await found(first.therapist, 'sleep')).toEqual(['A sleepy morning', 'Sleepless night again'])
  expect(await found(first.therapist, 'SLEEP', first.id)).toEqual(['Sleepless night again'])
  expect(await found(first.therapist, 'nig sle')).toEqual(['Sleepless night again'])
  expect(await found(first.therapist, 'musli grossart')).toEqual(['Das Müsli schmeckte großartig'])
  expect(await found(first.therapist, 'less')).toEqual([])
  expect(await found(first.therapist, '9.30')).toEqual(["Don't forget: 9.30 o'clock"])
})

test('a found message names its conversation, number and the other person', async () => {
  const { items } = await first.therapist.api.message.search({ search: 'sleepy' })
  expect(items).toMatchObject([{ conversationId: secondId, seq: 1, by: 'client', personName: 'Clara client2' }])
  const [own] = (await second.api.message.search({ search: 'sleepy' })).items
  expect(own?.personName).toBe('Tessa therapist1')
})

test('a search finds nothing in the conversations of others', async () => {
  expect(await found(second, 'sleep')).toEqual(['A sleepy morning'])
  expect(await found(await app.person('therapist', 2), 'sleep')).toEqual([])
  await expect(found(second, 'sleep', first.id)).rejects.toMatchObject({ status: 404 })
})

test('an edited message is found by its new words only, a deleted one by none', async () => {
  const sent = await sendText(first.client, first.id, 'Elephants')
  await first.client.api.message.edit({ id: sent.id, text: 'Giraffes' })
  expect([await found(first.client, 'eleph'), await found(first.client, 'giraf')]).toEqual([[], ['Giraffes']])
  await first.client.api.message.delete({ id: sent.id })
  expect(await found(first.client, 'giraf')).toEqual([])
})

test('results come in pages without gaps', async () => {
  const texts = ['Paged 1', 'Paged 2', 'Paged 3']
  for (const text of texts) await sendText(first.client, first.id, text)
  const seen: string[] = []
  for (let after: string | undefined, more = true; more;) {
    const page = await first.client.api.message.search({ search: 'paged', limit: 1, ...(after && { after }) })
    seen.push(...page.items.map(({ text }) => text))
    after = page.next ?? undefined
    more = page.next !== null
  }
  expect(seen).toEqual(texts.toReversed())
})

test.each(["'; drop table x", 'a:* | b & !c <-> (d)', '\\', '🙏', '%_', 'x'.repeat(100)])(
  'a search for %s is harmless',
  async (search) => {
    expect(Array.isArray(await found(first.client, search))).toBe(true)
  },
)

test('words are letters and digits without case and accents', () => {
  expect(wordsOf('Größe, größe; É-clair 12!')).toEqual(['grosse', 'e', 'clair', '12'])
  expect(searchQueryOf('Élan vi')).toBe("'elan':* & 'vi':*")
  expect(searchQueryOf('… !')).toBeNull()
})
