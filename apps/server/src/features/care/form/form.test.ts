import { instantOf, shiftDay, todayIn } from '@attune/contract/common/time/time'
import { formLimits, shownText } from '@attune/contract/features/care/form/form.rules'
import { createHash, randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { startSharedApp } from '../../../testing/app.ts'
import { connectClient } from '../../../testing/records/sessions.ts'
import type { Person } from '../../../testing/people.ts'
import { readPdf } from '../../../platform/pdf/reading.testing.ts'
import { makeFormDocument } from './document/document.ts'
import { enqueueDueForms, sendFormReminder } from './form.remind.ts'
import { confirmedForm, field, sampleContent, sendTo, signing } from './form.testing.ts'

const app = await startSharedApp({ worker: false })
const [therapist, client] = await Promise.all([app.person('therapist'), app.person('client')])
const clientId = await connectClient(app, therapist, client)

const refusal = (call: Promise<unknown>) =>
  call.then(
    () => null,
    (error: { code: string; data?: unknown }) => error,
  )
const codeOf = async (call: Promise<unknown>) => (await refusal(call))?.code ?? null
const kindsOf = async (person: Person) => (await person.api.notification.list({})).items.map(({ kind }) => kind)

test('a form is sent only after the therapist has confirmed its current text', async () => {
  const draft = await therapist.api.form.create({ id: randomUUID(), template: 'treatment', language: 'de' })
  const send = (version: number) =>
    therapist.api.form.send({ id: randomUUID(), clientId, formId: draft.id, version, remindAfterDays: null })
  expect(draft.content.fields.filter(({ type }) => type === 'signature')).toHaveLength(1)
  expect(await codeOf(send(1))).toBe('NOT_CONFIRMED')
  expect(await codeOf(therapist.api.form.setOnJoining({ id: draft.id, isSentOnJoining: true }))).toBe('NOT_CONFIRMED')
  await therapist.api.form.confirm({ id: draft.id, version: 1 })
  const changed = await therapist.api.form.save({
    id: draft.id,
    version: 1,
    content: { ...draft.content, title: 'Neu' },
  })
  expect(changed).toMatchObject({ version: 2, confirmedVersion: 1 })
  expect([await codeOf(send(1)), await codeOf(send(2))]).toEqual(['NOT_CONFIRMED', 'NOT_CONFIRMED'])
  await therapist.api.form.confirm({ id: draft.id, version: 2 })
  expect(await codeOf(send(2))).toBeNull()
  expect(await codeOf(send(2))).toBe('ALREADY_SENT')
})

test('an incomplete text cannot be confirmed, and a save over a newer version is refused with that version', async () => {
  const { id } = await therapist.api.form.create({ id: randomUUID(), template: null, language: 'en' })
  expect(await codeOf(therapist.api.form.confirm({ id, version: 1 }))).toBe('INCOMPLETE')
  await therapist.api.form.save({ id, version: 1, content: sampleContent({ title: 'First' }) })
  const late = await refusal(therapist.api.form.save({ id, version: 1, content: sampleContent({ title: 'Second' }) }))
  expect(late).toMatchObject({ code: 'CHANGED', data: { version: 2, content: { title: 'First' } } })
})

test('a form that is changed or deleted while the client fills it in stays as it was sent', async () => {
  const form = await confirmedForm(therapist)
  const id = await sendTo(therapist, clientId, form)
  await therapist.api.form.save({ id: form.id, version: form.version, content: { ...form.content, title: 'Changed' } })
  await therapist.api.form.remove({ id: form.id })
  const opened = await client.api.form.open({ id })
  expect(opened).toMatchObject({ title: 'Consent to treatment', version: form.version, state: 'open' })
  const signed = await client.api.form.sign(signing(opened))
  expect(signed).toMatchObject({ state: 'signed', signature: { typedName: 'Ana Flores', version: form.version } })
  await therapist.api.form.restore({ id: form.id })
  expect((await therapist.api.form.list({})).items.map((item) => item.id)).toContain(form.id)
})

test('the number of forms has a limit, also for restored ones', async () => {
  const { accountId, api } = await app.person('therapist', 9)
  const create = () => api.form.create({ id: randomUUID(), template: null, language: 'en' })
  const { id } = await create()
  await api.form.remove({ id })
  await app.db.asActor({ role: 'therapist', id: accountId }, (tx) =>
    tx.run(
      `insert into app.form (id, therapist_id, content) select gen_random_uuid(), $1, $2::jsonb from generate_series(1, $3::int)`,
      [accountId, JSON.stringify(sampleContent()), formLimits.forms],
    ),
  )
  expect(await codeOf(create())).toBe('LIMIT_REACHED')
  expect(await refusal(api.form.restore({ id }))).toMatchObject({ code: 'LIMIT_REACHED', data: { limit: 200 } })
  const [other] = (await api.form.list({})).items
  await api.form.remove({ id: other?.id ?? '' })
  expect(await codeOf(api.form.restore({ id }))).toBeNull()
  expect(await codeOf(api.form.restore({ id }))).toBeNull()
})

test('signing an older version is refused with the new one, and keeps the answers that still fit', async () => {
  const form = await confirmedForm(therapist)
  const id = await sendTo(therapist, clientId, form)
  const before = await client.api.form.open({ id })
  const { answers } = signing(before)
  await client.api.form.saveAnswers({ id, draftVersion: 0, answers })
  const [first, ...rest] = form.content.fields
  const content = {
    ...form.content,
    fields: [{ ...field('paragraph', 'A new sentence.'), id: first?.id ?? '' }, ...rest],
  }
  const saved = await therapist.api.form.save({ id: form.id, version: form.version, content })
  const { version } = await therapist.api.form.confirm({ id: form.id, version: saved.version })
  expect((await therapist.api.form.ofClient({ clientId })).items.find((item) => item.id === id)?.newerVersion).toBe(
    version,
  )
  await therapist.api.form.replace({ clientId, id, version })
  const late = await refusal(client.api.form.sign(signing(before)))
  expect(late).toMatchObject({ code: 'OUTDATED', data: { version, answers } })
  expect(await client.api.form.sign(signing(await client.api.form.open({ id })))).toMatchObject({ state: 'signed' })
  expect(await codeOf(therapist.api.form.replace({ clientId, id, version: version + 1 }))).toBe('ILLEGAL_TRANSITION')
})

test('a text other than the one that is stored cannot be signed, nor one with a required answer or the name missing', async () => {
  const id = await sendTo(therapist, clientId, await confirmedForm(therapist))
  const opened = await client.api.form.open({ id })
  const other = { ...signing(opened), sha256: 'f'.repeat(64) }
  expect(await codeOf(client.api.form.sign(other))).toBe('OUTDATED')
  const empty = await refusal(client.api.form.sign({ ...signing(opened, {}), typedName: '' }))
  const required = opened.content.fields.filter((one) => one.required).map((one) => one.id)
  expect(empty).toMatchObject({ code: 'INCOMPLETE', data: { missing: required, needsName: true } })
})

test('two devices on one form: the later save is refused with what the other saved', async () => {
  const id = await sendTo(therapist, clientId, await confirmedForm(therapist))
  const { answers } = signing(await client.api.form.open({ id }))
  const [key = ''] = Object.keys(answers)
  expect(await client.api.form.saveAnswers({ id, draftVersion: 0, answers })).toMatchObject({ draftVersion: 1 })
  expect(await client.api.form.saveAnswers({ id, draftVersion: 0, answers })).toMatchObject({ draftVersion: 1 })
  const late = await refusal(client.api.form.saveAnswers({ id, draftVersion: 0, answers: { [key]: 'Other' } }))
  expect(late).toMatchObject({ code: 'CHANGED', data: { answers, draftVersion: 1 } })
  const seen = await therapist.api.form.sent({ clientId, id })
  expect([seen.answers, JSON.stringify(seen).includes('Ana')]).toEqual([null, false])
})

test('a signed form is stored as a PDF with its hash, which client and therapist can download and others cannot @slow', async () => {
  const form = await confirmedForm(therapist)
  const id = await sendTo(therapist, clientId, form)
  const opened = await client.api.form.open({ id })
  const input = signing(opened)
  await client.api.form.sign(input)
  expect(await client.api.form.sign(input)).toMatchObject({ state: 'signed' })
  const get = (person: Person) => fetch(`${app.address}/api/form/${id}/pdf`, { headers: { cookie: person.cookies() } })
  expect((await get(client)).status).toBe(409)
  await makeFormDocument(app, { sentFormId: id, therapistId: therapist.accountId })
  const [mine, theirs] = await Promise.all([get(client), get(therapist)])
  const bytes = Buffer.from(await mine.arrayBuffer())
  expect([mine.status, theirs.status, (await get(await app.person('client', 2))).status]).toEqual([200, 200, 404])
  const text = JSON.stringify(readPdf(bytes)).replace(/\s+/g, '')
  for (const part of ['Consenttotreatment', 'AnaFlores', 'Simpleelectronicsignature']) expect(text).toContain(part)
  const shown = createHash('sha256').update(shownText(opened, input.answers)).digest('hex')
  const seen = await therapist.api.form.sent({ clientId, id })
  expect(seen).toMatchObject({ isReady: true, answers: input.answers, signature: { sha256: shown } })
  expect(await kindsOf(therapist)).toContain('form-signed')
})

test('a withdrawn consent keeps its document, notifies the therapist and is missing until it is given again', async () => {
  const form = await confirmedForm(therapist, sampleContent({ title: 'Withdrawn' }))
  const id = await sendTo(therapist, clientId, form)
  expect(await codeOf(client.api.form.withdraw({ id }))).toBe('ILLEGAL_TRANSITION')
  await client.api.form.sign(signing(await client.api.form.open({ id })))
  const missing = async () =>
    (await therapist.api.form.missing({ clientId })).items.filter(({ title }) => title === 'Withdrawn')
  expect(await missing()).toEqual([])
  const first = await client.api.form.withdraw({ id })
  expect(first).toMatchObject({ state: 'withdrawn', signature: { typedName: 'Ana Flores' } })
  expect((await client.api.form.withdraw({ id })).withdrawnAt).toBe(first.withdrawnAt)
  expect(await missing()).toMatchObject([{ reason: 'withdrawn', sentFormId: id, since: first.withdrawnAt }])
  expect((await kindsOf(therapist)).filter((kind) => kind === 'consent-withdrawn')).toHaveLength(1)
  await sendTo(therapist, clientId, form)
  expect(await missing()).toMatchObject([{ reason: 'unsigned' }])
})

test('each client who joins gets the chosen forms in the confirmed version, once, and is told by a job', async () => {
  const [host, guest] = await Promise.all([app.person('therapist', 2), app.person('client', 4)])
  const form = await confirmedForm(host, sampleContent({ title: 'Confirmed' }))
  await host.api.form.setOnJoining({ id: form.id, isSentOnJoining: true })
  await host.api.form.save({ id: form.id, version: form.version, content: { ...form.content, title: 'Not yet' } })
  await connectClient(app, host, guest)
  const { items } = await guest.api.form.mine({})
  expect(items).toMatchObject([{ title: 'Confirmed', state: 'open', version: form.version }])
  const job = { sentFormId: items[0]?.id ?? '', therapistId: host.accountId }
  await enqueueDueForms(app)
  await sendFormReminder(app, job)
  await sendFormReminder(app, job)
  expect((await kindsOf(guest)).filter((kind) => kind === 'form-sent')).toHaveLength(1)
})

test('the client is reminded once of an open form, and never of a signed or a cancelled one', async () => {
  const [open, signed, cancelled] = await Promise.all(
    [1, 2, 3].map(async () => sendTo(therapist, clientId, await confirmedForm(therapist))),
  )
  await client.api.form.sign(signing(await client.api.form.open({ id: signed ?? '' })))
  await therapist.api.form.cancel({ clientId, id: cancelled ?? '' })
  expect(await codeOf(client.api.form.open({ id: cancelled ?? '' }))).toBe('NOT_FOUND')
  const before = (await kindsOf(client)).filter((kind) => kind === 'form-due').length
  const later = instantOf(shiftDay(todayIn('Europe/Berlin', app.clock.now()), 4), '12:00', 'Europe/Berlin')
  const clock = { now: () => new Date(later) }
  for (const id of [open, signed, cancelled, open])
    await sendFormReminder({ db: app.db, clock }, { sentFormId: id ?? '', therapistId: therapist.accountId })
  expect((await kindsOf(client)).filter((kind) => kind === 'form-due')).toHaveLength(before + 1)
})
