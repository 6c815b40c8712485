import { languages } from '@attune/contract/common/text/text'
import { countriesOf112, safetyCountries } from '@attune/contract/features/care/safety/safety.countries.rules'
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { startSharedApp } from '../../../../testing/app.ts'
import type { Person } from '../../../../testing/people.ts'
import { emergencySentence } from './automatic-reply.ts'
import { createTestConversation, listedConversation, sendText, unreadOf } from '../message.testing.ts'

const app = await startSharedApp({ worker: false })

const minute = 60_000
const text = 'I am away until Monday.'
const inMinutes = (minutes: number) => new Date(app.clock.now().getTime() + minutes * minute).toISOString()
/** Sets an absence from `from` to `until`, in minutes from now. By default, it began a minute ago and ends in a week. */
const setAbsence = (therapist: Person, id: string = randomUUID(), from = -1, until = 10_080, words = text) =>
  therapist.api.messageSettings.saveAbsence({ id, startsAt: inMinutes(from), endsAt: inMinutes(until), text: words })
const repliesIn = async (person: Person, id: string) =>
  (await person.api.message.messages({ id })).items.filter(({ isAutomatic }) => isAutomatic)

test('the first message of a client during an absence is answered once, with the numbers of the client’s country @slow', async () => {
  const { therapist, client, id } = await createTestConversation(app)
  await sendText(client, id, 'Before the absence')
  const absence = randomUUID()
  await setAbsence(therapist, absence)
  const sent = await sendText(client, id, 'Are you there?')
  const [reply, ...more] = await repliesIn(client, id)
  expect(more).toEqual([])
  expect(reply).toMatchObject({ seq: sent.seq + 1, by: 'therapist', senderId: therapist.accountId, channel: 'app' })
  expect(reply?.text).toBe(`${text}\n\n${emergencySentence('DE', 'en')}`)
  expect((await listedConversation(therapist, id)).latest?.isAutomatic).toBe(true)
  await sendText(client, id, 'Another one')
  await sendText(client, id, 'Are you there?', sent.id)
  await setAbsence(therapist, absence, -2, 20_000, 'Other words.')
  await sendText(client, id, 'And one more')
  expect(await repliesIn(client, id)).toHaveLength(1)
  await therapist.api.messageSettings.endAbsence({ id: absence })
  await sendText(client, id, 'After the absence')
  await setAbsence(therapist)
  await sendText(client, id, 'During the next one')
  expect(await repliesIn(client, id)).toHaveLength(2)
})

test('an automatic reply is not counted as reading, notifies no one, and leaves the next notification to the therapist @slow', async () => {
  const { therapist, client, id } = await createTestConversation(app, 2)
  await setAbsence(therapist)
  await sendText(client, id, 'Are you there?')
  expect(await unreadOf(therapist, id)).toBe(1)
  expect((await client.api.message.messages({ id })).items.map(({ status }) => status)).toEqual(['sent', 'sent'])
  const mails = () =>
    app.privileged.definer
      .query(`select from app.mail where account_id = $1 and kind = 'message-received'`, [client.accountId])
      .then(({ rowCount }) => rowCount)
  const bell = async () => (await client.api.notification.list({})).items.map(({ kind }) => kind)
  expect(await bell()).not.toContain('message-received')
  expect(await mails()).toBe(0)
  await sendText(therapist, id, 'Back already.')
  expect(await bell()).toContain('message-received')
  expect(await mails()).toBe(1)
  expect(await repliesIn(client, id)).toHaveLength(1)
})

test('an automatic reply is found by its words, and no one can edit or delete it @slow', async () => {
  const { therapist, client, id } = await createTestConversation(app, 3)
  await setAbsence(therapist)
  await sendText(client, id, 'Hello')
  const [reply] = await repliesIn(therapist, id)
  for (const search of ['away monday', 'telefonseelsorge'])
    expect((await client.api.message.search({ search })).items.map((item) => item.id)).toEqual([reply?.id])
  expect(reply?.may).toEqual({ edit: false, delete: false, retry: false })
  const refused = { code: 'NOT_CHANGEABLE', data: { reason: 'automatic' } }
  await expect(therapist.api.message.delete({ id: reply?.id ?? '' })).rejects.toMatchObject(refused)
  await expect(therapist.api.message.edit({ id: reply?.id ?? '', text: 'x' })).rejects.toMatchObject(refused)
})

test('an absence that begins later answers only from its start to its end', async () => {
  const { therapist, client, id } = await createTestConversation(app, 4)
  await setAbsence(therapist, randomUUID(), 1, 2)
  await sendText(client, id, 'Too early')
  expect(await repliesIn(client, id)).toEqual([])
  app.clock.advance(minute)
  await sendText(client, id, 'During the absence')
  expect(await repliesIn(client, id)).toHaveLength(1)
  await setAbsence(therapist, randomUUID(), 0, 1)
  app.clock.advance(minute)
  await sendText(client, id, 'Too late')
  expect(await repliesIn(client, id)).toHaveLength(1)
})

test('concurrent first messages get one reply, with numbers without a gap @slow', async () => {
  const { therapist, client, id } = await createTestConversation(app, 5)
  await setAbsence(therapist)
  await Promise.all(Array.from({ length: 12 }, (_, n) => sendText(client, id, `Message ${n}`)))
  const { items } = await client.api.message.messages({ id })
  expect(items.filter(({ isAutomatic }) => isAutomatic)).toHaveLength(1)
  expect(items.map(({ seq }) => seq)).toEqual(Array.from({ length: 13 }, (_, n) => n + 1))
})

test('a refused message is not answered', async () => {
  const { therapist, client, id } = await createTestConversation(app, 6)
  const stranger = await app.person('client', 7)
  await setAbsence(therapist)
  await expect(sendText(stranger, id, 'Hello')).rejects.toMatchObject({ status: 404 })
  await therapist.api.client.setStatus({ id, status: 'inactive', command: randomUUID() })
  await expect(sendText(client, id, 'Hello')).rejects.toMatchObject({ code: 'READ_ONLY' })
  expect((await therapist.api.message.messages({ id })).items).toEqual([])
})

test('the emergency numbers follow the country and the language', () => {
  for (const country of safetyCountries)
    expect(emergencySentence(country, 'de')).toMatch(/: \d{3} · \p{L}|: \d{3} · \d/u)
  expect(emergencySentence('GB', 'en')).toContain('999 · Samaritans 116 123')
  for (const country of countriesOf112) expect(emergencySentence(country, 'es')).toMatch(/: 112\.$/)
})

test.each(languages)('the sentence in %s for a country whose number is unknown names no number', (language) => {
  expect(emergencySentence(null, language)).not.toMatch(/\d{3}/)
})
