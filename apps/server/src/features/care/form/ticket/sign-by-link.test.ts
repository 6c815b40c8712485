import { shiftDay, todayIn } from '@attune/contract/common/time/time'
import { signLinkDays } from '@attune/contract/features/care/form/form.rules'
import type { TicketForm } from '@attune/contract/features/care/form/form.tickets'
import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { startSharedApp } from '../../../../testing/app.ts'
import type { TestBrowser } from '../../../../testing/browser.ts'
import { openingsInAudit } from '../../../../testing/database/audit.ts'
import { editClientRecord, minimalClient } from '../../../../testing/records/clients.ts'
import { insertGuardian } from '../../../../testing/records/guardians.ts'
import { connectClient } from '../../../../testing/records/sessions.ts'
import { readPdf } from '../../../../platform/pdf/reading.testing.ts'
import { makeFormDocument } from '../document/document.ts'
import { openTextsDouble } from '../../../messages/delivery/delivery.testing.ts'
import { sendFormCode } from './code-text.ts'
import { completeAnswers, confirmedForm, field, sampleContent, sendTo, signing } from '../form.testing.ts'

const texts = openTextsDouble()
const app = await startSharedApp({ worker: false, texts })
const [therapist, child, mother] = await Promise.all([
  app.person('therapist'),
  app.person('client', 1),
  app.person('client', 2),
])
const therapistId = therapist.accountId
const day = 24 * 60 * 60_000
beforeEach(() => app.clock.advance(16 * 60_000))

const guardian = (part: Partial<{ email: string | null; phone: string; name: string }> = {}) => ({
  id: randomUUID(),
  name: 'Anna Weber',
  phone: '',
  email: `${randomUUID()}@guardian.test`,
  relationship: 'Mother',
  isEmergency: false,
  isGuardian: true,
  isPayer: false,
  ...part,
})
type Contact = ReturnType<typeof guardian>
const childBirth = () => shiftDay(todayIn('Europe/Berlin', app.clock.now()), -9 * 365)

/** Adds a record of a child without an account, with this contact as its guardian, and sends the record a form. */
async function childWithForm(contact = guardian(), { content = sampleContent(), more = {} } = {}) {
  const clientId = randomUUID()
  const record = { ...minimalClient, firstName: 'Tim', dateOfBirth: childBirth(), contacts: [contact], ...more }
  await therapist.api.client.add({ ...record, id: clientId, invite: false })
  const id = await sendTo(therapist, clientId, await confirmedForm(therapist, content))
  return { clientId, id, contact }
}
type Of = { clientId: string; id: string; contact: Contact }

/** Sends the waiting emails with links, as a worker would. */
async function sendMails(): Promise<void> {
  const rows = await app.db.asActor({ role: 'worker', id: null }, ({ kysely }) =>
    kysely.selectFrom('mail').select('id').where('kind', '=', 'form-link').where('state', '=', 'waiting').execute(),
  )
  for (const { id } of rows) await app.mailer.deliver({ mailId: id }, { retryCount: 0, last: false })
}
const mailsTo = (address: string | null) =>
  app.inbox.mails.filter(({ to }) => JSON.stringify(to).includes(`${address}`))
const tokenIn = (text = '') => /\/sign#token=([\w-]{43})/.exec(text)?.[1] ?? ''

/** Sends the contact a link and returns the token of the email and the code for the therapist. */
async function sendLink({ clientId, id, contact }: Of, confirmed: ('same-email' | 'same-phone')[] = []) {
  const sent = await therapist.api.form.sendSignLink({
    clientId,
    id,
    contactId: contact.id,
    codeByText: false,
    confirmed,
  })
  await sendMails()
  const mail = mailsTo(contact.email).at(-1)
  return { ...sent, code: sent.code ?? '', mail, token: tokenIn(mail?.text) }
}
const refusalOf = (call: Promise<unknown>) =>
  call.then(
    () => null,
    (error: { code: string }) => error.code,
  )
async function openForm(browser: TestBrowser, token: string, code?: string): Promise<TicketForm> {
  const opened = await browser.api.form.openTicket({ token, ...(code && { code }) })
  if (opened.needsCode) throw new Error('the browser has not confirmed the link')
  return opened.form
}
const wrongCode = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')
const signTicket = (browser: TestBrowser, token: string, form: TicketForm) => {
  const { id, ...signed } = signing(form)
  void id
  return browser.api.form.signTicket({ token, ...signed, typedName: 'Anna Weber' })
}
const stateOf = async ({ clientId, id }: Of) => (await therapist.api.form.signLinks({ clientId, id })).items[0]?.state
const pdf = (browser: TestBrowser, ticketId: string) =>
  fetch(`${app.address}/api/form-ticket/${ticketId}/pdf`, { headers: { cookie: browser.cookies() } })

test('a guardian without an account signs by the link of an email and the code of the therapist @slow', async () => {
  const of = await childWithForm()
  const { mail, token, code } = await sendLink(of)
  for (const hidden of ['Tim', 'Anna', 'Weber', sampleContent().title, code])
    expect(`${mail?.subject} ${mail?.text}`).not.toContain(hidden)
  const browser = app.anonymous()
  expect(await browser.api.form.openTicket({ token })).toEqual({ needsCode: true, signerName: 'Anna Weber' })
  const form = await openForm(browser, token, code)
  expect(form).toMatchObject({ firstName: 'Tim', signerName: 'Anna Weber', signerRelation: 'Mother', way: 'link' })
  await signTicket(browser, token, form)
  const seen = await therapist.api.form.sent({ clientId: of.clientId, id: of.id })
  expect(seen).toMatchObject({ state: 'signed', method: 'link', guardianName: 'Anna Weber' })
  expect(seen.signature).toMatchObject({ method: 'link', guardianName: 'Anna Weber', guardianRelation: 'Mother' })
  expect(await stateOf(of)).toBe('signed')
  const [notice] = (await therapist.api.notification.list({})).items
  expect(notice).toMatchObject({ kind: 'form-signed' })
  expect(notice?.message).toContain('Anna Weber')
  expect(await openingsInAudit(app, { actorId: form.ticketId, thingId: of.id })).toEqual([
    'guardian open sent-form once',
  ])
})

test('the PDF names the link and the code, and only the browser that signed can download it, for an hour @slow', async () => {
  const of = await childWithForm()
  const { token, code } = await sendLink(of)
  const browser = app.anonymous()
  const { ticketId } = await signTicket(browser, token, await openForm(browser, token, code))
  expect((await pdf(browser, ticketId)).status).toBe(409)
  await makeFormDocument(app, { sentFormId: of.id, therapistId })
  const downloaded = await pdf(browser, ticketId)
  const { pages } = readPdf(Buffer.from(await downloaded.arrayBuffer()))
  expect(pages.join()).toContain('Signed by a link from an email and a six-digit code')
  expect(pages.join()).toContain('Signed as parent or guardian: Anna Weber (Mother)')
  expect((await pdf(app.anonymous(), ticketId)).status).toBe(404)
  expect((await openForm(browser, token)).state).toBe('signed')
  app.clock.advance(60 * 60_000)
  expect((await pdf(browser, ticketId)).status).toBe(404)
  expect(await refusalOf(openForm(browser, token))).toBe('INVALID_LINK')
})

test('what the guardian typed is there after a reload, and on another device after the code @slow', async () => {
  const of = await childWithForm()
  const { token, code } = await sendLink(of)
  const browser = app.anonymous()
  const form = await openForm(browser, token, code)
  const answers = completeAnswers(form.content)
  await browser.api.form.saveTicketAnswers({ token, draftVersion: 0, answers })
  expect(await openForm(browser, token)).toMatchObject({ answers, draftVersion: 1 })
  expect(await openForm(app.anonymous(), token, code)).toMatchObject({ answers, draftVersion: 1 })
  expect(await refusalOf(browser.api.form.saveTicketAnswers({ token, draftVersion: 0, answers: {} }))).toBe('CHANGED')
})

test('a browser without the code neither saves nor signs, not even the signed-in browser of the child @slow', async () => {
  const contact = guardian()
  const clientId = await connectClient(app, therapist, child)
  await editClientRecord(therapist, clientId, { dateOfBirth: childBirth(), contacts: [contact] })
  const of = { clientId, contact, id: await sendTo(therapist, clientId, await confirmedForm(therapist)) }
  const { token, code } = await sendLink(of)
  expect(await child.api.form.openTicket({ token })).toEqual({ needsCode: true, signerName: 'Anna Weber' })
  const form = await openForm(app.anonymous(), token, code)
  expect(await refusalOf(child.api.form.saveTicketAnswers({ token, draftVersion: 0, answers: {} }))).toBe(
    'INVALID_LINK',
  )
  expect(await refusalOf(signTicket(child, token, form))).toBe('INVALID_LINK')
  const own = await child.api.form.open({ id: of.id })
  expect(await refusalOf(child.api.form.sign(signing(own)))).toBe('NEEDS_GUARDIAN')
  expect((await therapist.api.form.sent({ clientId, id: of.id })).state).toBe('open')
})

test('after five wrong codes the right code opens nothing, the therapist sees it, and a new link works @slow', async () => {
  const of = await childWithForm()
  const { token, code } = await sendLink(of)
  const left: unknown[] = []
  for (let tries = 0; tries < 5; tries++)
    await app
      .anonymous()
      .api.form.openTicket({ token, code: wrongCode(code) })
      .catch((error: { data: { left: number } }) => left.push(error.data.left))
  expect(left).toEqual([4, 3, 2, 1, 0])
  expect(await refusalOf(openForm(app.anonymous(), token, code))).toBe('INVALID_LINK')
  expect(await stateOf(of)).toBe('void')
  const again = await sendLink(of)
  expect(again.code).not.toBe(code)
  expect((await openForm(app.anonymous(), again.token, again.code)).state).toBe('open')
})

test('of ten right and wrong codes at once, no more than five are checked @slow', async () => {
  const of = await childWithForm()
  const { token, code } = await sendLink(of)
  const results = await Promise.all(
    Array.from({ length: 10 }, () => refusalOf(app.anonymous().api.form.openTicket({ token, code: wrongCode(code) }))),
  )
  expect(results.filter((result) => result === 'WRONG_CODE')).toHaveLength(5)
  expect(results.filter((result) => result === 'INVALID_LINK')).toHaveLength(5)
})

test('a form that is kept, cancelled, replaced or signed otherwise makes its link invalid at once @slow', async () => {
  const forms = await Promise.all([1, 2, 3, 4].map(() => childWithForm()))
  const [kept, cancelled, replaced, signed] = forms as [Of, Of, Of, Of]
  const browser = app.anonymous()
  const links = []
  for (const of of forms) {
    const contactId = of.contact.id
    const sent = await therapist.api.form.sendSignLink({
      clientId: of.clientId,
      id: of.id,
      contactId,
      codeByText: false,
      confirmed: [],
    })
    await sendMails()
    const token = tokenIn(mailsTo(of.contact.email).at(-1)?.text)
    links.push({ of, token, form: await openForm(browser, token, sent.code ?? '') })
  }
  await therapist.api.form.keep({ clientId: kept.clientId, id: kept.id, isKept: true })
  await therapist.api.form.cancel({ clientId: cancelled.clientId, id: cancelled.id })
  const { formId } = await therapist.api.form.sent({ clientId: replaced.clientId, id: replaced.id })
  const { version, content } = await therapist.api.form.get({ id: formId })
  const saved = await therapist.api.form.save({ id: formId, version, content: { ...content, title: 'Newer' } })
  await therapist.api.form.confirm({ id: formId, version: saved.version })
  await therapist.api.form.replace({ clientId: replaced.clientId, id: replaced.id, version: saved.version })
  await app.db.asActor({ role: 'therapist', id: therapistId }, ({ kysely }) =>
    kysely.updateTable('sent_form').set({ signed_at: app.clock.now() }).where('id', '=', signed.id).execute(),
  )
  for (const { of, token, form } of links) {
    expect(await refusalOf(openForm(browser, token))).toBe('INVALID_LINK')
    expect(await refusalOf(browser.api.form.saveTicketAnswers({ token, draftVersion: 0, answers: {} }))).toBe(
      'INVALID_LINK',
    )
    expect(await refusalOf(signTicket(browser, token, form))).toBe('INVALID_LINK')
    expect((await therapist.api.form.signLinks({ clientId: of.clientId, id: of.id })).items[0]?.state).toBe('over')
  }
  const refused = await refusalOf(
    therapist.api.form.sendSignLink({
      clientId: kept.clientId,
      id: kept.id,
      contactId: kept.contact.id,
      codeByText: false,
      confirmed: [],
    }),
  )
  expect(refused).toBe('NOT_FOR_GUARDIANS')
})

test('the waiting email with a link is not sent once the form is kept or the link withdrawn @slow', async () => {
  const [kept, withdrawn] = [await childWithForm(), await childWithForm()]
  for (const { clientId, id, contact } of [kept, withdrawn])
    await therapist.api.form.sendSignLink({ clientId, id, contactId: contact.id, codeByText: false, confirmed: [] })
  await therapist.api.form.keep({ clientId: kept.clientId, id: kept.id, isKept: true })
  const [link] = (await therapist.api.form.signLinks({ clientId: withdrawn.clientId, id: withdrawn.id })).items
  await therapist.api.form.withdrawSignLink({
    clientId: withdrawn.clientId,
    id: withdrawn.id,
    ticketId: link?.id ?? '',
  })
  await sendMails()
  expect([...mailsTo(kept.contact.email), ...mailsTo(withdrawn.contact.email)]).toEqual([])
})

test('a link ends with the contact, and with the rights of its guardian @slow', async () => {
  const of = await childWithForm()
  const revoked = await childWithForm()
  const tokens = []
  for (const { clientId, id, contact } of [of, revoked]) {
    await therapist.api.form.sendSignLink({ clientId, id, contactId: contact.id, codeByText: false, confirmed: [] })
    await sendMails()
    tokens.push(tokenIn(mailsTo(contact.email).at(-1)?.text))
  }
  await editClientRecord(therapist, of.clientId, { contacts: [] })
  const given = { therapistId, clientId: revoked.clientId, account: mother, contactId: revoked.contact.id }
  const guardianId = await insertGuardian(app, given)
  await app.db.asActor({ role: 'therapist', id: therapistId }, ({ kysely }) =>
    kysely
      .updateTable('guardian')
      .set({ ended_at: new Date(app.clock.now().getTime() + 1000) })
      .where('id', '=', guardianId)
      .execute(),
  )
  for (const token of tokens)
    expect(await refusalOf(app.anonymous().api.form.openTicket({ token }))).toBe('INVALID_LINK')
})

test('the address and the number of the child are a warning, and the address of the child’s account is refused @slow', async () => {
  const contact = guardian({ email: 'tim@family.test', phone: '+49 171 1234567' })
  const { clientId, id } = await childWithForm(contact, { more: { email: 'tim@family.test', phone: '0171 1234567' } })
  expect((await therapist.api.form.signLinks({ clientId, id })).contacts).toMatchObject([
    { name: 'Anna Weber', warnings: ['same-email', 'same-phone'] },
  ])
  const send = (confirmed: ('same-email' | 'same-phone')[]) =>
    refusalOf(therapist.api.form.sendSignLink({ clientId, id, contactId: contact.id, codeByText: false, confirmed }))
  expect(await send([])).toBe('UNCONFIRMED')
  expect(await send(['same-email'])).toBe('UNCONFIRMED')
  expect(await send(['same-email', 'same-phone'])).toBeNull()
  const taken = guardian({ email: child.email })
  const [own] = (await therapist.api.client.list({})).items.filter(({ firstName }) => firstName === child.firstName)
  const ownId = own?.id ?? ''
  await editClientRecord(therapist, ownId, { contacts: [taken] })
  const form = await sendTo(therapist, ownId, await confirmedForm(therapist))
  const refused = refusalOf(
    therapist.api.form.sendSignLink({
      clientId: ownId,
      id: form,
      contactId: taken.id,
      codeByText: false,
      confirmed: [],
    }),
  )
  expect(await refused).toBe('SAME_ADDRESS')
})

test('a ticket signs no other form, and no signature without an account passes without a ticket @slow', async () => {
  const [of, other] = [await childWithForm(), await childWithForm()]
  const { token, code } = await sendLink(of)
  const { ticketId } = await openForm(app.anonymous(), token, code)
  const sign = ({ clientId, id }: Of, ticket: string | null) =>
    app.db.asActor({ role: 'worker', id: therapistId }, ({ run }) =>
      run(
        `insert into app.form_signature (sent_form_id, therapist_id, client_id, form_version, answers, typed_name, shown_sha256, command, signed_at, method, ticket_id)
         values ($1, $2, $3, 1, '{}', 'Anna', $4, $5, $6, 'link', $7)`,
        [id, therapistId, clientId, '0'.repeat(64), randomUUID(), app.clock.now(), ticket],
      ),
    )
  expect(await refusalOf(sign(other, ticketId))).toBe('AT002')
  expect(await refusalOf(sign(of, null))).toBe('AT002')
})

test('repeating the signature changes nothing, and an answer that shows danger is reviewed by the therapist @slow', async () => {
  const content = sampleContent({
    fields: [
      field('choice', 'Is there danger?', { options: ['Yes', 'No'], safetyOptions: ['Yes'] }),
      field('signature', 'Signature'),
    ],
  })
  const of = await childWithForm(guardian(), { content })
  const sent = await therapist.api.form.sendSignLink({
    clientId: of.clientId,
    id: of.id,
    contactId: of.contact.id,
    codeByText: false,
    confirmed: [],
  })
  await sendMails()
  const token = tokenIn(mailsTo(of.contact.email).at(-1)?.text)
  const browser = app.anonymous()
  const form = await openForm(browser, token, sent.code ?? '')
  const { id, ...signed } = signing(form, { [form.content.fields[0]?.id ?? '']: 'Yes' })
  void id
  await browser.api.form.signTicket({ token, ...signed })
  expect(await browser.api.form.signTicket({ token, ...signed })).toMatchObject({ state: 'signed' })
  expect(await therapist.api.form.sent({ clientId: of.clientId, id: of.id })).toMatchObject({ flag: 'raised' })
})

test('a copy that all guardians must sign goes to the contact of its guardian only @slow', async () => {
  const of = await childWithForm()
  const [one, other] = [guardian({ name: 'Anna Weber' }), guardian({ name: 'Paul Weber' })]
  await editClientRecord(therapist, of.clientId, { contacts: [one, other] })
  for (const [contact, at] of [
    [one, 3],
    [other, 4],
  ] as [Contact, number][]) {
    const account = await app.person('client', at)
    await insertGuardian(app, { therapistId, clientId: of.clientId, account, contactId: contact.id })
  }
  const form = await confirmedForm(therapist)
  const id = randomUUID()
  const { id: formId, version } = form
  await therapist.api.form.send({
    id,
    clientId: of.clientId,
    formId,
    version,
    remindAfterDays: null,
    needsAllGuardians: true,
  })
  const { contacts } = await therapist.api.form.signLinks({ clientId: of.clientId, id })
  expect(contacts).toHaveLength(1)
  const wrong = [one, other].find((contact) => contact.id !== contacts[0]?.id)
  const send = (contactId = '') =>
    refusalOf(
      therapist.api.form.sendSignLink({ clientId: of.clientId, id, contactId, codeByText: false, confirmed: [] }),
    )
  expect(await send(wrong?.id)).toBe('NO_CONTACT')
  expect(await send(contacts[0]?.id)).toBeNull()
})

test('a text message brings the code to the number on the guardian’s contact, once, and names nobody @slow', async () => {
  const contact = guardian({ phone: '0151 23456780' })
  const { clientId, id } = await childWithForm(contact)
  const listed = await therapist.api.form.signLinks({ clientId, id })
  expect(listed.contacts).toMatchObject([{ textNumber: '+4915123456780' }])
  texts.reset()
  const sent = await therapist.api.form.sendSignLink({
    clientId,
    id,
    contactId: contact.id,
    codeByText: true,
    confirmed: [],
  })
  expect(sent).toMatchObject({ code: null, items: [{ text: 'waiting' }] })
  await sendMails()
  const job = { ticketId: sent.items[0]?.id ?? '', generation: 1, therapistId } as Parameters<typeof sendFormCode>[1]
  await sendFormCode(app, job)
  await sendFormCode(app, job)
  expect(texts.sent).toMatchObject([{ to: '+4915123456780', channel: 'sms' }])
  const body = texts.sent[0]?.body ?? ''
  for (const hidden of ['Tim', 'Anna', 'Weber', therapist.lastName]) expect(body).not.toContain(hidden)
  const token = tokenIn(mailsTo(contact.email).at(-1)?.text)
  const form = await openForm(app.anonymous(), token, /\d{6}/.exec(body)?.[0])
  expect(form.state).toBe('open')
  expect((await therapist.api.form.signLinks({ clientId, id })).items).toMatchObject([{ text: 'sent' }])
})

test('no text is sent for a withdrawn link, and none is offered for a landline or without texts @slow', async () => {
  const contact = guardian({ phone: '0151 23456781' })
  const { clientId, id } = await childWithForm(contact)
  const input = { clientId, id, contactId: contact.id, codeByText: true, confirmed: [] }
  const { items } = await therapist.api.form.sendSignLink(input)
  await therapist.api.form.withdrawSignLink({ clientId, id, ticketId: items[0]?.id ?? '' })
  texts.reset()
  await sendFormCode(app, { ticketId: items[0]?.id ?? '', generation: 1, therapistId } as Parameters<
    typeof sendFormCode
  >[1])
  expect(texts.sent).toEqual([])
  texts.change({ on: [] })
  expect((await therapist.api.form.signLinks({ clientId, id })).contacts).toMatchObject([{ textNumber: null }])
  expect(await refusalOf(therapist.api.form.sendSignLink(input))).toBe('NO_TEXT')
  texts.change({ on: ['sms', 'whatsapp'] })
  const landline = await childWithForm(guardian({ phone: '030 901820' }))
  const of = { clientId: landline.clientId, id: landline.id }
  expect((await therapist.api.form.signLinks(of)).contacts).toMatchObject([{ textNumber: null }])
})

test('the child sees in the access log that the guardian opened the form by a link', async () => {
  const contact = guardian({ name: 'Anna Access' })
  const ben = await app.person('client', 5)
  const clientId = await connectClient(app, therapist, ben)
  await editClientRecord(therapist, clientId, { dateOfBirth: childBirth(), contacts: [contact] })
  const id = await sendTo(therapist, clientId, await confirmedForm(therapist))
  const { token, code } = await sendLink({ clientId, id, contact })
  await openForm(app.anonymous(), token, code)
  const lines = (await ben.api.access.mine({ limit: 100 })).items.filter(({ reader }) => reader.name === 'Anna Access')
  expect(lines).toMatchObject([{ thing: 'form' }])
})

test('an unknown, expired, withdrawn, superseded and used link are refused in the same way @slow', async () => {
  const [expired, withdrawn, superseded, used] = await Promise.all([1, 2, 3, 4].map(() => childWithForm()))
  if (!expired || !withdrawn || !superseded || !used) throw new Error('a form is missing')
  const browser = app.anonymous()
  const links = [await sendLink(withdrawn), await sendLink(superseded), await sendLink(used)]
  await openForm(browser, links[0]?.token ?? '', links[0]?.code)
  await signTicket(browser, links[2]?.token ?? '', await openForm(browser, links[2]?.token ?? '', links[2]?.code))
  const withdrawnForm = { clientId: withdrawn.clientId, id: withdrawn.id }
  const [link] = (await therapist.api.form.signLinks(withdrawnForm)).items
  await therapist.api.form.withdrawSignLink({ ...withdrawnForm, ticketId: link?.id ?? '' })
  const newer = await sendLink(superseded)
  const old = await sendLink(expired)
  const errors = await Promise.all(
    [...links.slice(0, 2).map(({ token }) => token), 'unknown'].map((token) =>
      browser.api.form.openTicket({ token }).catch(({ code, status, data }) => ({ code, status, data })),
    ),
  )
  expect(new Set(errors.map((error) => JSON.stringify(error))).size).toBe(1)
  expect(errors[0]).toMatchObject({ code: 'INVALID_LINK', status: 410 })
  expect(await refusalOf(app.anonymous().api.form.openTicket({ token: links[2]?.token ?? '' }))).toBe('INVALID_LINK')
  expect((await app.anonymous().api.form.openTicket({ token: newer.token })).needsCode).toBe(true)
  app.clock.advance(signLinkDays * day)
  expect(await refusalOf(openForm(app.anonymous(), old.token, old.code))).toBe('INVALID_LINK')
})
