import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { beforeEach, expect, test } from 'vitest'
import { startSharedApp } from '../../../testing/app.ts'
import { editClientRecord, minimalClient } from '../../../testing/records/clients.ts'
import { queryAsRole } from '../../../testing/database/database.ts'
import type { Person } from '../../../testing/people.ts'
import { connectClient } from '../../../testing/records/sessions.ts'
import { openTestSocket } from '../../../testing/socket.ts'
import { openTextsDouble } from '../delivery/delivery.testing.ts'
import { allowTexts, purposesOf, receive, sendableTo, shownTerms, textSettings } from './consent.testing.ts'

const texts = openTextsDouble()
const app = await startSharedApp({ texts })
const therapist = await app.person('therapist')
beforeEach(() => texts.change(textSettings))

let people = 0
/** Connects a new client with a therapist. Each client gets a different phone number. */
async function connectNewClient(of = therapist) {
  const n = ++people
  const client = await app.person('client', n)
  return { client, id: await connectClient(app, of, client), number: `+49151234560${String(n).padStart(2, '0')}` }
}
async function addClientWithoutAccount(of = therapist, phone = '') {
  const id = randomUUID()
  await of.api.client.add({ ...minimalClient, id, phone, invite: false })
  return id
}

test('without consent nothing may be sent', async () => {
  const { id } = await connectNewClient()
  expect(await sendableTo(app, therapist, id)).toEqual([])
  expect(await therapist.api.consent.get({ id })).toMatchObject({
    number: null,
    channels: [
      { channel: 'sms', offered: ['reminder', 'notice', 'content'], given: [] },
      { channel: 'whatsapp', offered: ['reminder', 'notice'], given: [] },
    ],
    stopped: null,
    requestedAt: null,
    history: [],
  })
})

test('a client gives consent in the app and withdraws it, and the ledger keeps both', async () => {
  const { client, id, number } = await connectNewClient()
  const given = await allowTexts(client, id, { number, purposes: ['reminder', 'notice'] })
  expect(given).toMatchObject({ number, channels: [{ given: ['reminder', 'notice'] }, { given: [] }] })
  expect(await sendableTo(app, therapist, id)).toEqual([
    { number, purpose: 'notice', language: 'en', sender_name: 'Attune', first_text_sent: false },
    { number, purpose: 'reminder', language: 'en', sender_name: 'Attune', first_text_sent: false },
  ])
  expect(await purposesOf(app, therapist, id, 'whatsapp')).toEqual([])
  await client.api.consent.withdraw({ id, command: randomUUID(), channel: 'sms', purposes: ['reminder'] })
  expect(await purposesOf(app, therapist, id)).toEqual(['notice'])
  const terms = { ...shownTerms, language: 'en', number, channel: 'sms', source: 'client' }
  expect((await client.api.consent.list({})).items).toMatchObject([
    {
      clientId: id,
      therapistName: `${therapist.firstName} ${therapist.lastName}`,
      history: [
        { ...terms, action: 'withdrawn', purpose: 'reminder', byReader: true },
        { ...terms, action: 'given', purpose: 'notice', byReader: true },
        { ...terms, action: 'given', purpose: 'reminder', byReader: true },
      ],
    },
  ])
})

test('a therapist records consent on the word of a client without an account', async () => {
  const id = await addClientWithoutAccount(therapist, '0151 99999901')
  expect((await therapist.api.consent.get({ id })).phone).toBe('0151 99999901')
  const { history } = await allowTexts(therapist, id, { number: '+49 151 99999901' })
  expect(history).toMatchObject([{ action: 'given', source: 'therapist', byReader: true, number: '+4915199999901' }])
  expect(await purposesOf(app, therapist, id)).toEqual(['notice'])
})

test('a repeated command gives nothing again, also after the consent was withdrawn', async () => {
  const { client, id, number } = await connectNewClient()
  const command = randomUUID()
  await allowTexts(client, id, { number, command })
  await allowTexts(client, id, { number, command })
  await client.api.consent.withdraw({ id, command: randomUUID(), channel: 'sms', purposes: ['notice'] })
  const { history } = await allowTexts(client, id, { number, command })
  expect(history.map(({ action }) => action)).toEqual(['withdrawn', 'given'])
  expect(await purposesOf(app, therapist, id)).toEqual([])
})

test('a repeated withdrawal does not end a consent that was given since', async () => {
  const { client, id, number } = await connectNewClient()
  await allowTexts(client, id, { number })
  const withdrawal = { id, command: randomUUID(), channel: 'sms' as const, purposes: ['notice' as const] }
  await client.api.consent.withdraw(withdrawal)
  await allowTexts(client, id, { number })
  await client.api.consent.withdraw(withdrawal)
  expect(await purposesOf(app, therapist, id)).toEqual(['notice'])
})

test('a changed number starts without consent, on every channel', async () => {
  const { client, id, number } = await connectNewClient()
  await allowTexts(client, id, { number, purposes: ['notice', 'content'] })
  await allowTexts(client, id, { number, channel: 'whatsapp' })
  await allowTexts(client, id, { number: '+4915199999902', purposes: ['reminder'] })
  expect(await sendableTo(app, therapist, id)).toMatchObject([{ number: '+4915199999902', purpose: 'reminder' }])
  expect(await purposesOf(app, therapist, id, 'whatsapp')).toEqual([])
  // The earlier consent does not return with the earlier number.
  await allowTexts(client, id, { number, channel: 'whatsapp' })
  expect(await purposesOf(app, therapist, id)).toEqual([])
})

test('only another phone number in the record ends the texts to the earlier one', async () => {
  const id = await addClientWithoutAccount(therapist, '0151 99999903')
  await allowTexts(therapist, id, { number: '+4915199999903' })
  await editClientRecord(therapist, id, { phone: '+49 (151) 9999-9903' })
  expect(await purposesOf(app, therapist, id)).toEqual(['notice'])
  await editClientRecord(therapist, id, { phone: '+49 151 99999904' })
  expect(await purposesOf(app, therapist, id)).toEqual([])
  expect((await therapist.api.consent.get({ id })).history[0]).toMatchObject({
    action: 'withdrawn',
    source: 'therapist',
    number: '+4915199999903',
  })
})

test('STOP ends the texts to a number for every therapist, and for both of two records that share it', async () => {
  const other = await app.person('therapist', 2)
  const [parent, child, elsewhere] = [
    await addClientWithoutAccount(),
    await addClientWithoutAccount(),
    await addClientWithoutAccount(other),
  ]
  const [number, different] = ['+4915199999905', await connectNewClient()]
  for (const id of [parent, child]) await allowTexts(therapist, id, { number })
  await allowTexts(therapist, child, { number, channel: 'whatsapp' })
  await allowTexts(other, elsewhere, { number })
  await allowTexts(different.client, different.id, { number: different.number })
  expect(await receive(app, 'stop', number)).toBe(3)
  expect(await receive(app, 'stop', number)).toBe(0)
  for (const channel of ['sms', 'whatsapp'] as const) {
    expect(await purposesOf(app, therapist, parent, channel)).toEqual([])
    expect(await purposesOf(app, therapist, child, channel)).toEqual([])
    expect(await purposesOf(app, other, elsewhere, channel)).toEqual([])
  }
  expect(await purposesOf(app, therapist, different.id)).toEqual(['notice'])
  const shown = await therapist.api.consent.get({ id: child })
  expect(shown.stopped).toEqual({ at: shown.history[0]?.at, source: 'stop' })
  expect(shown.history.slice(0, 2)).toMatchObject([{ action: 'withdrawn', source: 'stop', byReader: false }, {}])
})

test('a STOP is part of the transaction that receives it', async () => {
  const id = await addClientWithoutAccount()
  await allowTexts(therapist, id, { number: '+4915199999906' })
  const broken = app.db.asActor({ role: 'worker', id: null }, async (tx) => {
    await tx.run('select def.stop_number($1, $2, $3)', ['+4915199999906', 'stop', app.clock.now()])
    throw new Error('the message could not be stored')
  })
  await expect(broken).rejects.toThrow('could not be stored')
  expect(await purposesOf(app, therapist, id)).toEqual(['notice'])
})

test('START is recorded and shown, and allows nothing until consent is given again', async () => {
  const { client, id, number } = await connectNewClient()
  await allowTexts(client, id, { number })
  expect(await receive(app, 'start', number)).toBe(0)
  await receive(app, 'provider', number)
  expect((await client.api.consent.list({})).items[0]?.stopped?.source).toBe('provider')
  expect(await receive(app, 'start', number)).toBe(1)
  expect(await receive(app, 'start', number)).toBe(0)
  expect(await purposesOf(app, therapist, id)).toEqual([])
  const asking = await therapist.api.consent.get({ id })
  expect(asking.requestedAt).toBe(asking.history[0]?.at)
  expect(asking.history[0]).toMatchObject({ action: 'requested', source: 'start', channel: null, purpose: null })
  await allowTexts(therapist, id, { number })
  expect(await therapist.api.consent.get({ id })).toMatchObject({ requestedAt: null, stopped: null })
  expect(await purposesOf(app, therapist, id)).toEqual(['notice'])
})

test.each([
  ['no number', 'call me', 'not-a-number'],
  ['a number without its country', '0151 23456789', 'not-a-number'],
  ['a landline', '+49 30 1234567', 'not-mobile'],
  ['a country that the admin has not allowed', '+41 79 123 45 67', 'country'],
])('%s is refused', async (_, number, problem) => {
  const id = await addClientWithoutAccount()
  await expect(allowTexts(therapist, id, { number })).rejects.toMatchObject({
    code: 'NUMBER_REFUSED',
    data: { problem },
  })
  expect((await therapist.api.consent.get({ id })).number).toBeNull()
})

test('nobody can agree to what is not offered, or to a text that has changed', async () => {
  const { client, id, number } = await connectNewClient()
  const refused = { status: 409, code: 'TERMS_CHANGED' }
  const give = (changes: Parameters<typeof allowTexts>[2]) => allowTexts(client, id, { number, ...changes })
  await expect(give({ channel: 'whatsapp', purposes: ['content'] })).rejects.toMatchObject(refused)
  texts.change({ nameInTexts: 'Lindqvist' })
  await expect(give({})).rejects.toMatchObject(refused)
  texts.change({ on: ['whatsapp'] })
  await expect(give({})).rejects.toMatchObject(refused)
  expect((await client.api.consent.list({})).items[0]?.channels.map(({ channel }) => channel)).toEqual(['whatsapp'])
  texts.change({ on: [] })
  expect((await client.api.consent.list({})).items).toEqual([])
  expect((await therapist.api.consent.get({ id })).channels).toEqual([])
})

test('a consent keeps the name that its text contained, until the client agrees to another one', async () => {
  const { client, id, number } = await connectNewClient()
  await allowTexts(client, id, { number })
  texts.change({ nameInTexts: 'Lindqvist' })
  expect(await sendableTo(app, therapist, id)).toMatchObject([{ sender_name: 'Attune' }])
  const named = { ...shownTerms, senderName: 'Lindqvist', number, command: randomUUID() }
  await client.api.consent.give({ id, channel: 'sms', purposes: ['notice'], language: 'de', ...named })
  expect(await sendableTo(app, therapist, id)).toMatchObject([{ sender_name: 'Lindqvist', language: 'de' }])
})

test('the first text to a number is the first one since the consent', async () => {
  const id = await addClientWithoutAccount()
  const sent = async () => (await sendableTo(app, therapist, id))[0]?.first_text_sent
  const noteFirstText = (number: string) =>
    app.db.asActor({ role: 'worker', id: therapist.accountId }, (tx) =>
      tx.run('select def.note_first_text($1, $2, $3, $3)', [id, number, app.clock.now()]),
    )
  await allowTexts(therapist, id, { number: '+4915199999907' })
  await noteFirstText('+4915199999907')
  await allowTexts(therapist, id, { number: '+4915199999907', purposes: ['reminder'] })
  expect(await sent()).toBe(true)
  await receive(app, 'stop', '+4915199999907')
  await allowTexts(therapist, id, { number: '+4915199999907' })
  expect(await sent()).toBe(false)
  await noteFirstText('+4915199999907')
  await allowTexts(therapist, id, { number: '+4915199999908' })
  expect(await sent()).toBe(false)
})

test('the consent of another therapist’s client, and of another client, does not exist for a stranger', async () => {
  const { client, id, number } = await connectNewClient()
  await allowTexts(client, id, { number })
  const strangers = [await app.person('therapist', 2), (await connectNewClient()).client]
  const unknown = { status: 404, code: 'NOT_FOUND' }
  for (const stranger of strangers) {
    await expect(stranger.api.consent.get({ id })).rejects.toMatchObject(unknown)
    await expect(allowTexts(stranger, id, { number: '+4915199999909' })).rejects.toMatchObject(unknown)
    const end = { id, command: randomUUID(), channel: 'sms' as const, purposes: ['notice' as const] }
    await expect(stranger.api.consent.withdraw(end)).rejects.toMatchObject(unknown)
    const read = app.db.asActor({ role: 'therapist', id: stranger.accountId }, (tx) =>
      tx.run('select number from def.text_consent($1, $2)', [id, 'sms']),
    )
    expect((await read).rows).toEqual([])
  }
  expect(await sendableTo(app, strangers[0] as Person, id)).toEqual([])
  expect(await purposesOf(app, therapist, id)).toEqual(['notice'])
})

test('no one can change or delete a row of the ledger, or write one directly', async () => {
  const { client, id, number } = await connectNewClient()
  await allowTexts(client, id, { number })
  const actors = [
    { role: 'therapist', id: therapist.accountId },
    { role: 'client', id: client.accountId },
    { role: 'worker', id: therapist.accountId },
  ] as const
  const denied = { code: '42501' }
  for (const actor of actors) {
    const attempt = (statement: string) => app.db.asActor(actor, (tx) => tx.run(statement))
    await expect(attempt(`update app.text_consent set action = 'given'`)).rejects.toMatchObject(denied)
    await expect(attempt('delete from app.text_consent')).rejects.toMatchObject(denied)
    await expect(attempt(`update app.text_number set number = '+4915100000000'`)).rejects.toMatchObject(denied)
    await expect(
      attempt(`insert into app.text_consent (therapist_id, client_id, number, action, how, command, at)
        values ('${therapist.accountId}', '${id}', '${number}', 'requested', 'start', gen_random_uuid(), now())`),
    ).rejects.toMatchObject(denied)
  }
  await expect(app.privileged.definer.query('delete from app.text_consent')).rejects.toThrow('append-only')
  const owner = new pg.Client({ connectionString: app.privileged.installerUrl, options: '-c role=attune_owner' })
  await owner.connect()
  await expect(owner.query('delete from app.text_consent')).rejects.toThrow('append-only')
  await owner.end()
})

test('an inactive client can only withdraw, and gets no texts until the record is active again', async () => {
  const { client, id, number } = await connectNewClient()
  await allowTexts(client, id, { number, purposes: ['notice', 'reminder'] })
  await therapist.api.client.setStatus({ id, status: 'inactive', command: randomUUID() })
  expect(await purposesOf(app, therapist, id)).toEqual([])
  await expect(allowTexts(client, id, { number, purposes: ['content'] })).rejects.toMatchObject({
    code: 'RECORD_INACTIVE',
  })
  await client.api.consent.withdraw({ id, command: randomUUID(), channel: 'sms', purposes: ['reminder'] })
  await therapist.api.client.setStatus({ id, status: 'active', command: randomUUID() })
  expect(await purposesOf(app, therapist, id)).toEqual(['notice'])
})

test('a disconnect ends the consents and keeps the ledger, and reconnecting does not restore them @slow', async () => {
  const { client, id, number } = await connectNewClient()
  await allowTexts(client, id, { number })
  await client.api.connection.disconnect({ clientId: id, command: randomUUID() })
  expect((await client.api.consent.list({})).items).toEqual([])
  expect((await therapist.api.consent.get({ id })).history).toMatchObject([
    { action: 'withdrawn', source: 'client', byReader: false },
    { action: 'given' },
  ])
  await app.privileged.definer.query(
    `update app.client set status = 'active', disconnected_at = null where id = '${id}'`,
  )
  expect(await purposesOf(app, therapist, id)).toEqual([])
})

test('an erased account ends the consents but not the ledger of the record @slow', async () => {
  const { client, id, number } = await connectNewClient()
  await allowTexts(client, id, { number })
  await app.privileged.definer.query('select def.erase_account($1)', [client.accountId])
  expect(await purposesOf(app, therapist, id)).toEqual([])
  expect((await therapist.api.consent.get({ id })).history.map(({ action }) => action)).toEqual(['withdrawn', 'given'])
})

test('a record with a consent is not deleted by a merge', async () => {
  const [from, into] = [await addClientWithoutAccount(), await addClientWithoutAccount()]
  await allowTexts(therapist, from, { number: '+4915199999910' })
  await expect(therapist.api.client.merge({ id: from, into, command: randomUUID() })).rejects.toMatchObject({
    code: 'NOT_EMPTY',
  })
})

test('giving and withdrawing are audited without the number', async () => {
  const { client, id, number } = await connectNewClient()
  await allowTexts(client, id, { number })
  await client.api.consent.withdraw({ id, command: randomUUID(), channel: 'sms', purposes: ['notice'] })
  await expect(allowTexts(client, id, { number: 'none' })).rejects.toMatchObject({ code: 'NUMBER_REFUSED' })
  const rows = await queryAsRole(
    'backup',
    app.databaseUrl,
    `select action, thing from app.audit where actor_id = '${client.accountId}' and thing_id = '${id}' order by id`,
  )
  expect(rows).toEqual([
    { action: 'give-text-consent', thing: 'client' },
    { action: 'withdraw-text-consent', thing: 'client' },
  ])
  expect(app.logged.join()).not.toContain(number)
})

test('the open pages of client and therapist learn of each change, and nobody learns the number', async () => {
  const { client, id, number } = await connectNewClient()
  const people = [therapist, client, await app.person('therapist', 2)]
  const sockets = people.map((person) => openTestSocket(app.address, person))
  for (const socket of sockets) {
    await socket.frame('welcome')
    socket.send({ type: 'subscribe', ref: 'consents', table: 'text_consents' })
    await socket.frame('subscribed')
  }
  await allowTexts(client, id, { number, purposes: ['notice', 'reminder'] })
  for (const socket of sockets.slice(0, 2)) {
    const { keys } = await socket.frame('change', ({ table }) => table === 'text_consents')
    expect(keys).toEqual({ client_id: id })
  }
  expect(JSON.stringify(sockets.map(({ frames }) => frames))).not.toContain(number)
  expect(sockets[2]?.frames.filter(({ type }) => type === 'change')).toEqual([])
  for (const socket of sockets) socket.close()
})

test('a country that is no longer allowed is refused for new consent', async () => {
  const id = await addClientWithoutAccount()
  texts.change({ allowedCountries: textSettings.allowedCountries.filter((country) => country !== 'DE') })
  await expect(allowTexts(therapist, id)).rejects.toMatchObject({ data: { problem: 'country' } })
})
