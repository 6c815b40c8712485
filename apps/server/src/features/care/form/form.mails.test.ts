import type { FormView } from '@attune/contract/features/care/form/form.schemas'
import { expect, test } from 'vitest'
import { queryAsRole } from '../../../testing/database/database.ts'
import { startSharedApp } from '../../../testing/app.ts'
import { connectClient } from '../../../testing/records/sessions.ts'
import { confirmedForm, sampleContent, sendTo } from './form.testing.ts'

const app = await startSharedApp({ worker: false })
const therapist = await app.person('therapist')
const minute = 60_000

let clients = 0

/** Connects a new client and confirms as many forms as there are titles. */
async function prepare(...titles: string[]) {
  const client = await app.person('client', ++clients)
  const clientId = await connectClient(app, therapist, client)
  const forms: FormView[] = []
  for (const title of titles) forms.push(await confirmedForm(therapist, sampleContent({ title })))
  const send = async (at: number) => {
    const form = forms[at]
    if (!form) throw new Error('no such form')
    return sendTo(therapist, clientId, form)
  }
  return { client, clientId, send }
}

const waitingMails = () =>
  queryAsRole<{ id: string }>(
    'backup',
    app.databaseUrl,
    "select id from app.mail where kind = 'form-sent' and state = 'waiting' order by created_at",
  )

/** Delivers the waiting emails about new forms, and returns the texts of those to this person. */
async function deliverTo({ email }: { email: string }) {
  const before = app.inbox.mails.length
  for (const { id } of await waitingMails()) await app.mailer.deliver({ mailId: id }, { retryCount: 0, last: false })
  const sent = app.inbox.mails.slice(before)
  return sent.filter(({ to }) => JSON.stringify(to).includes(email)).map(({ text }) => text ?? '')
}

test('two forms that are sent one after the other are announced by one email @slow', async () => {
  const { client, send } = await prepare('Consent', 'Data')
  await send(0)
  app.clock.advance(minute / 2)
  await send(1)
  const texts = await deliverTo(client)
  expect(texts).toHaveLength(1)
  expect(texts[0]).toContain('You have new forms to fill in.')
  expect(texts[0]).toContain('/dashboard/client/forms')
})

test('a form that is sent an hour after another has an email of its own, about one form @slow', async () => {
  const { client, send } = await prepare('Consent', 'Data')
  await send(0)
  expect(await deliverTo(client)).toHaveLength(1)
  app.clock.advance(60 * minute)
  await send(1)
  const texts = await deliverTo(client)
  expect(texts).toHaveLength(1)
  expect(texts[0]).toContain('You have a new form to fill in.')
})

test('three forms are announced by one email, and a form to another client at the same time by another one @slow', async () => {
  const one = await prepare('Consent', 'Data', 'Fees')
  const other = await prepare('Video')
  await one.send(0)
  await other.send(0)
  for (const form of [1, 2]) {
    app.clock.advance(minute / 4)
    await one.send(form)
  }
  const texts = await deliverTo(one.client)
  expect(texts).toHaveLength(1)
  expect(texts[0]).toContain('You have new forms to fill in.')
  const others = app.inbox.mails.filter(({ to }) => JSON.stringify(to).includes(other.client.email))
  expect(others.map(({ text }) => text?.includes('You have a new form to fill in.'))).toEqual([true])
})

test('forms whose emails had to wait for hours are announced by one email about several forms', async () => {
  const { client, send } = await prepare('Consent', 'Data')
  await send(0)
  app.clock.advance(600 * minute)
  await send(1)
  const texts = await deliverTo(client)
  expect(texts).toHaveLength(1)
  expect(texts[0]).toContain('You have new forms to fill in.')
})

test('if the second of two forms is cancelled before the emails leave, one email is about the first', async () => {
  const { client, clientId, send } = await prepare('Consent', 'Data')
  await send(0)
  app.clock.advance(minute / 2)
  const second = await send(1)
  await therapist.api.form.cancel({ clientId, id: second })
  const texts = await deliverTo(client)
  expect(texts).toHaveLength(1)
  expect(texts[0]).toContain('You have a new form to fill in.')
})

test('a form that is cancelled after its email took over an earlier form has an email about that form', async () => {
  const { client, clientId, send } = await prepare('Consent', 'Data')
  await send(0)
  const [first] = await waitingMails()
  app.clock.advance(minute / 2)
  const second = await send(1)
  await app.mailer.deliver({ mailId: first?.id ?? '' }, { retryCount: 0, last: false })
  await therapist.api.form.cancel({ clientId, id: second })
  const texts = await deliverTo(client)
  expect(texts).toHaveLength(1)
  expect(texts[0]).toContain('You have a new form to fill in.')
})

test('a form that was announced already is not announced again when a later form is cancelled', async () => {
  const { client, clientId, send } = await prepare('Consent', 'Data')
  await send(0)
  expect(await deliverTo(client)).toHaveLength(1)
  app.clock.advance(minute / 2)
  const second = await send(1)
  await therapist.api.form.cancel({ clientId, id: second })
  expect(await deliverTo(client)).toEqual([])
})
