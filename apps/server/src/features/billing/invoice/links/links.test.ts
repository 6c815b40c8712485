import { linkDays, postalCodeAttempts } from '@attune/contract/features/billing/invoice/invoice.rules'
import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { beforeEach, expect, test } from 'vitest'
import { startSharedApp } from '../../../../testing/app.ts'
import type { TestBrowser } from '../../../../testing/browser.ts'
import { openingsInAudit } from '../../../../testing/database/audit.ts'
import { minimalClient } from '../../../../testing/records/clients.ts'
import { addPayingClient, issueOf, openPractice } from '../../../../testing/records/invoices.ts'
import { insertOrganization } from '../../../../testing/records/payers.ts'
import type { Person } from '../../../../testing/people.ts'
import { openTestSocket } from '../../../../testing/socket.ts'
import { connectClient } from '../../../../testing/records/sessions.ts'
import { makeReminder } from '../../payment/reminder/job.ts'
import { makeInvoiceDocuments } from '../documents/documents.ts'

let therapist: Person
const app = await startSharedApp({ worker: false })
therapist = await app.person('therapist')
await openPractice(app, therapist)
// Wrong postal codes of one test must not count in the next one.
const forgetAttempts = () => app.clock.advance((postalCodeAttempts.minutes + 1) * 60_000)
beforeEach(forgetAttempts)

const right = '20095'
/** A quarter of an hour in milliseconds. */
const quarter = 15 * 60_000
let addresses = 0
const newAddress = () => `payer${addresses++}@hanse.test`
const makeDocuments = (invoiceId: string) => makeInvoiceDocuments(app, { invoiceId, therapistId: therapist.accountId })

/** Sends the waiting emails about invoices, as a worker would. */
async function sendMails(): Promise<void> {
  const rows = await app.db.asActor({ role: 'worker', id: null }, ({ kysely }) =>
    kysely.selectFrom('mail').select('id').where('kind', 'like', 'payer-%').where('state', '=', 'waiting').execute(),
  )
  for (const { id } of rows) await app.mailer.deliver({ mailId: id }, { retryCount: 0, last: false })
}
const mailsTo = (address: string) => app.inbox.mails.filter((mail) => JSON.stringify(mail.to).includes(address))
const tokenIn = (text = '') => /\/invoice#token=([\w-]{43})/.exec(text)?.[1] ?? ''

/** Issues an invoice to an organization and returns the token of the emailed link. */
async function issueToPayer(address = newAddress()) {
  const clientId = await addPayingClient(app, therapist)
  const payerId = await insertOrganization(app, therapist, clientId, { email: address })
  const { id, sheet } = await issueOf(therapist, clientId)
  await makeDocuments(id)
  await sendMails()
  const mail = mailsTo(address).at(-1)
  return { id, clientId, payerId, address, sheet, mail, token: tokenIn(mail?.text) }
}
/** Returns a person with a new login, because a login ends while the clock is advanced by days. */
const signedInAgain = async (person: Person) => ({
  ...person,
  ...(await app.secondBrowser(person, person.role === 'therapist' ? 2 : 1)),
})
const codeOf = (call: Promise<unknown>) => call.then(() => 'done').catch((error: { code: string }) => error.code)
const tryCode = (browser: TestBrowser, token: string, postalCode: string) =>
  codeOf(browser.api.invoice.openLink({ token, postalCode }))
const download = (browser: TestBrowser, linkId: string, kind: string) =>
  fetch(`${app.address}/api/invoice-link/${linkId}/${kind}`, { headers: { cookie: browser.cookies() } })

test('a payer gets a link by email and sees the invoice and its documents after entering the postal code once @slow', async () => {
  const { id, sheet, mail, token } = await issueToPayer()
  const sender = mail?.from?.value[0]?.name ?? ''
  expect(mail?.subject).toBe(`Rechnung ${sheet.number} von ${sender}`)
  expect(mail?.text).toContain(`${sender} hat Ihnen die Rechnung ${sheet.number} über 95,00 € gesendet.`)
  const written = `${mail?.subject} ${mail?.text} ${String(mail?.html)}`
  for (const hidden of ['Ana', 'Ruiz', sheet.lines[0]?.text ?? '', right]) expect(written).not.toContain(hidden)

  const browser = app.anonymous()
  expect(await browser.api.invoice.openLink({ token })).toEqual({ needsPostalCode: true })
  const opened = await browser.api.invoice.openLink({ token, postalCode: ' 20 095' })
  if (opened.needsPostalCode) throw new Error('the right postal code was refused')
  const { invoice } = opened
  expect(invoice).toMatchObject({ number: sheet.number, sheet, openMinor: '9500', status: 'issued' })
  expect(JSON.stringify(invoice)).not.toContain(id)
  // The same browser does not need the postal code again, but another browser does.
  expect(await browser.api.invoice.openLink({ token })).toMatchObject({ needsPostalCode: false })
  expect(await app.anonymous().api.invoice.openLink({ token })).toEqual({ needsPostalCode: true })

  for (const kind of ['pdf', 'xml']) {
    const answer = await download(browser, invoice.id, kind)
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'private, no-store'])
    const own = await fetch(`${app.address}/api/invoice/${id}/${kind}`, { headers: { cookie: therapist.cookies() } })
    expect(Buffer.from(await answer.arrayBuffer())).toEqual(Buffer.from(await own.arrayBuffer()))
    expect((await download(app.anonymous(), invoice.id, kind)).status).toBe(404)
  }
  expect((await download(browser, invoice.id, 'receipt')).status).toBe(404)
})

test('a payer sees the logo of the invoice, and nobody without the postal code does @slow', async () => {
  const bytes = await readFile(new URL('../../../../../../web/public/icon-192.png', import.meta.url))
  const sha256 = 'a'.repeat(64)
  await app.db.asActor({ role: 'therapist', id: therapist.accountId }, async ({ kysely }) => {
    const logo = { therapist_id: therapist.accountId, sha256, mime: 'image/png', bytes }
    await kysely.insertInto('business_logo').values(logo).execute()
    await kysely.updateTable('business').set({ logo_sha: sha256 }).execute()
  })
  const { id, sheet, token } = await issueToPayer()
  expect(sheet.seller.logoSha).toBe(sha256)
  const browser = app.anonymous()
  await browser.api.invoice.openLink({ token, postalCode: right })
  const [link] = (await therapist.api.invoice.links({ id })).items
  const answer = await download(browser, link?.id ?? '', 'logo')
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/png'])
  expect(Buffer.from(await answer.arrayBuffer())).toEqual(bytes)
  expect((await download(app.anonymous(), link?.id ?? '', 'logo')).status).toBe(404)
  await app.db.asActor({ role: 'therapist', id: therapist.accountId }, ({ kysely }) =>
    kysely.updateTable('business').set({ logo_sha: null }).execute(),
  )
})

test('the therapist hears that a link was sent, opened or withdrawn, how its email fared, and that a reminder was made @slow', async () => {
  const { id, token } = await issueToPayer()
  const socket = openTestSocket(app.address, therapist)
  await socket.frame('welcome')
  for (const table of ['invoice_links', 'invoice_reminders']) {
    socket.send({ type: 'subscribe', ref: table, table })
    await socket.frame('subscribed')
  }
  const { accountId: therapist_id } = therapist
  const changesOf = (table: string) => socket.frames.filter((frame) => frame.type === 'change' && frame.table === table)
  const acts = [
    () => app.anonymous().api.invoice.openLink({ token, postalCode: right }),
    () => therapist.api.invoice.sendLink({ id }),
    sendMails,
    () => therapist.api.invoice.withdrawLinks({ id }),
  ]
  for (const act of acts) {
    const before = changesOf('invoice_links').length
    await act()
    await expect.poll(() => changesOf('invoice_links').length).toBeGreaterThan(before)
  }
  for (const change of changesOf('invoice_links'))
    expect(change).toMatchObject({ keys: { invoice_id: id, therapist_id } })
  const reminder = { step: 1, made_on: '2026-11-22', pay_by: '2026-12-02', frozen: '{}' }
  await app.db.asActor({ role: 'therapist', id: therapist_id }, ({ kysely }) =>
    kysely
      .insertInto('invoice_reminder')
      .values({ therapist_id, invoice_id: id, ...reminder })
      .execute(),
  )
  await expect.poll(() => changesOf('invoice_reminders')).toMatchObject([{ keys: { invoice_id: id, therapist_id } }])
  socket.close()
})

test('openings within 15 minutes are recorded once on the link and in the audit log, and once in all in the history @slow', async () => {
  const { id, token } = await issueToPayer()
  const browser = app.anonymous()
  await browser.api.invoice.openLink({ token })
  expect(await tryCode(browser, token, '10115')).toBe('WRONG_POSTAL_CODE')
  await browser.api.invoice.openLink({ token, postalCode: right })
  // Advances to shortly after the start of a 15-minute interval, so that the test stays within it.
  app.clock.advance(quarter - (app.clock.now().getTime() % quarter))
  await browser.api.invoice.openLink({ token })
  const openingsOf = async () => (await therapist.api.invoice.links({ id })).items.map(({ openings }) => openings)
  const before = await openingsOf()
  const again = await browser.api.invoice.openLink({ token })
  expect(await openingsOf()).toEqual(before)
  app.clock.advance(quarter)
  await browser.api.invoice.openLink({ token })
  expect(await openingsOf()).toEqual(before.map((count) => count + 1))
  const { items } = await therapist.api.invoice.links({ id })
  expect(items).toMatchObject([{ occasion: 'invoice', withdrawnAt: null, mail: 'sent' }])
  const linkId = again.needsPostalCode ? '' : again.invoice.id
  await download(browser, linkId, 'pdf')
  await download(browser, linkId, 'pdf')
  expect(await openingsInAudit(app, { actorId: linkId, thingId: id })).toEqual(['payer open invoice once'])
  const { history } = await therapist.api.invoice.get({ id })
  expect(history.filter(({ kind }) => kind === 'sent' || kind === 'opened')).toMatchObject([
    { kind: 'sent', data: { to: 'payer' } },
    { kind: 'opened', data: { by: 'payer' } },
  ])
})

test('after five wrong postal codes even the right one is refused for 15 minutes, and twenty end the link @slow', async () => {
  const { id, address, token } = await issueToPayer()
  const browser = app.anonymous()
  const guesses = await Promise.all(Array.from({ length: 8 }, () => tryCode(app.anonymous(), token, '99999')))
  expect(guesses.filter((code) => code === 'WRONG_POSTAL_CODE')).toHaveLength(postalCodeAttempts.count)
  expect(guesses.filter((code) => code === 'TOO_MANY')).toHaveLength(3)
  expect(await tryCode(browser, token, right)).toBe('TOO_MANY')
  forgetAttempts()
  expect(await tryCode(browser, token, right)).toBe('done')

  for (let wrong = postalCodeAttempts.count; wrong < postalCodeAttempts.inAll; wrong++) {
    if (wrong % postalCodeAttempts.count === 0) forgetAttempts()
    expect(await tryCode(app.anonymous(), token, '99999')).toBe('WRONG_POSTAL_CODE')
  }
  forgetAttempts()
  expect(await tryCode(app.anonymous(), token, right)).toBe('INVALID_LINK')
  // A new link starts without wrong codes.
  await therapist.api.invoice.sendLink({ id })
  await sendMails()
  expect(await tryCode(app.anonymous(), tokenIn(mailsTo(address).at(-1)?.text), right)).toBe('done')
})

test('a wrong postal code of a network counts for its other links too @slow', async () => {
  const [one, other] = [await issueToPayer(), await issueToPayer()]
  for (let wrong = 0; wrong < postalCodeAttempts.count; wrong++) await tryCode(app.anonymous(), one.token, '99999')
  expect(await tryCode(app.anonymous(), other.token, right)).toBe('TOO_MANY')
})

test('the link of one payer opens neither the invoice nor the documents of another @slow', async () => {
  const [own, foreign] = [await issueToPayer(), await issueToPayer()]
  const browser = app.anonymous()
  const opened = await browser.api.invoice.openLink({ token: own.token, postalCode: right })
  expect(opened).toMatchObject({ invoice: { number: own.sheet.number } })
  expect(await browser.api.invoice.openLink({ token: foreign.token })).toEqual({ needsPostalCode: true })
  const [link] = (await therapist.api.invoice.links({ id: foreign.id })).items
  expect((await download(browser, link?.id ?? '', 'pdf')).status).toBe(404)
  const forged = [...browser.cookieJar].map(([name, value]) => [
    name,
    value.replace(/^links%20[0-9a-f-]{36}/, link?.id ?? ''),
  ])
  const cookie = forged.map((pair) => pair.join('=')).join('; ')
  const answer = await fetch(`${app.address}/api/invoice-link/${link?.id}/pdf`, { headers: { cookie } })
  expect(answer.status).toBe(404)
})

test('the database stores no token, and no other therapist sees, sends or withdraws a link @slow', async () => {
  const { id, token } = await issueToPayer()
  const { rows } = await app.privileged.auth.query(
    `select row_to_json(s)::text as row from auth.secret s where purpose = 'invoice'`,
  )
  expect(rows.length).toBeGreaterThan(0)
  expect(JSON.stringify(rows)).not.toContain(token)
  const other = await app.person('therapist', 2)
  for (const name of ['links', 'sendLink', 'withdrawLinks'] as const)
    expect(await codeOf(other.api.invoice[name]({ id }))).toBe('NOT_FOUND')
})

test('without the agreement of the client the payer gets no new link @slow', async () => {
  const { id, clientId, payerId, address, token } = await issueToPayer()
  const sent = mailsTo(address).length
  await therapist.api.payer.withdraw({ id: clientId, payerId })
  expect(await therapist.api.invoice.links({ id })).toMatchObject({ recipients: [], obstacle: 'no-agreement' })
  await expect(therapist.api.invoice.sendLink({ id })).rejects.toMatchObject({
    code: 'NOT_SENDABLE',
    data: { obstacle: 'no-agreement' },
  })
  const note = randomUUID()
  await therapist.api.invoice.credit({ id, command: randomUUID(), creditNoteId: note, positions: [1], reason: 'Error' })
  await makeDocuments(note)
  await sendMails()
  expect(mailsTo(address)).toHaveLength(sent)
  expect(await tryCode(app.anonymous(), token, right)).toBe('done')
})

test('an email that waits is dropped if the client withdraws the agreement before it leaves @slow', async () => {
  const address = newAddress()
  const clientId = await addPayingClient(app, therapist)
  const payerId = await insertOrganization(app, therapist, clientId, { email: address })
  await makeDocuments((await issueOf(therapist, clientId)).id)
  await therapist.api.payer.withdraw({ id: clientId, payerId })
  await sendMails()
  expect(mailsTo(address)).toEqual([])
})

test('a credit note gets an email and a link of its own @slow', async () => {
  const { id, address, token } = await issueToPayer()
  const note = randomUUID()
  await therapist.api.invoice.credit({ id, command: randomUUID(), creditNoteId: note, positions: [1], reason: 'Error' })
  await makeDocuments(note)
  await sendMails()
  const mail = mailsTo(address).at(-1)
  expect(mail?.subject).toMatch(/^Rechnungskorrektur \S+ von /)
  const opened = await app.anonymous().api.invoice.openLink({ token: tokenIn(mail?.text), postalCode: right })
  expect(opened).toMatchObject({ invoice: { kind: 'credit-note' } })
  expect(await tryCode(app.anonymous(), token, right)).toBe('done')
})

test('a link sent again goes to the current address of the payer, and the earlier address no longer opens anything @slow', async () => {
  const { id, payerId, address, token } = await issueToPayer()
  const next = newAddress()
  await app.db.asActor({ role: 'therapist', id: therapist.accountId }, ({ kysely }) =>
    kysely.updateTable('payer').set({ email: next }).where('id', '=', payerId).execute(),
  )
  const { items, recipients } = await therapist.api.invoice.sendLink({ id })
  expect(recipients).toEqual([next])
  expect(items.find(({ email }) => email === address)?.withdrawnAt).not.toBeNull()
  await sendMails()
  expect(mailsTo(next)).toHaveLength(1)
  expect(await tryCode(app.anonymous(), token, right)).toBe('INVALID_LINK')
})

test('a payer without an email address gets no link, and a client who pays needs none @slow', async () => {
  const clientId = await addPayingClient(app, therapist)
  const own = await issueOf(therapist, clientId)
  expect(await therapist.api.invoice.links({ id: own.id })).toEqual({
    items: [],
    recipients: [],
    obstacle: 'client-pays',
  })
  await insertOrganization(app, therapist, clientId, { email: null })
  const { id } = await issueOf(therapist, clientId)
  await makeDocuments(id)
  expect(await therapist.api.invoice.links({ id })).toEqual({ items: [], recipients: [], obstacle: 'no-email' })
})

/** Adds a child without an account who pays, with a guardian who has this email address. Returns the id of the record. */
async function addChild(guardian: string): Promise<string> {
  const clientId = randomUUID()
  const contact = {
    id: randomUUID(),
    name: 'Mira Ruiz',
    phone: '',
    relationship: '',
    isEmergency: false,
    isPayer: false,
  }
  await therapist.api.client.add({
    ...minimalClient,
    id: clientId,
    dateOfBirth: '2018-03-04',
    invite: false,
    contacts: [{ ...contact, email: guardian, isGuardian: true }],
  })
  await app.db.asActor({ role: 'therapist', id: therapist.accountId }, ({ kysely }) =>
    kysely
      .insertInto('payer')
      .values({
        id: randomUUID(),
        therapist_id: therapist.accountId,
        client_id: clientId,
        kind: 'client',
        street: 'Hauptstr. 6',
        postal_code: '10827',
        city: 'Berlin',
        country: 'DE',
      })
      .execute(),
  )
  return clientId
}

test('the guardians of a child get the link until the child has an account @slow', async () => {
  const guardian = newAddress()
  const clientId = await addChild(guardian)
  const { id } = await issueOf(therapist, clientId)
  await makeDocuments(id)
  await sendMails()
  expect(await tryCode(app.anonymous(), tokenIn(mailsTo(guardian).at(-1)?.text), '10827')).toBe('done')
  await app.privileged.definer.query('update app.client set account_id = $1 where id = $2', [
    (await app.person('client', 7)).accountId,
    clientId,
  ])
  expect(await therapist.api.invoice.links({ id })).toMatchObject({ recipients: [], obstacle: 'client-pays' })
})

test('guardians get no link of a kept invoice, and one that was sent before no longer opens @slow', async () => {
  const guardian = newAddress()
  const clientId = await addChild(guardian)
  const [kept, keptAtOnce] = [await issueOf(therapist, clientId), await issueOf(therapist, clientId)]
  await therapist.api.guardian.keepInvoice({ id: keptAtOnce.id, isKept: true })
  for (const { id } of [kept, keptAtOnce]) await makeDocuments(id)
  await sendMails()
  expect(mailsTo(guardian)).toHaveLength(1)
  const token = tokenIn(mailsTo(guardian).at(-1)?.text)
  await therapist.api.guardian.keepInvoice({ id: kept.id, isKept: true })
  expect(await tryCode(app.anonymous(), token, '10827')).not.toBe('done')
  expect(await therapist.api.invoice.links({ id: kept.id })).toMatchObject({ recipients: [], obstacle: 'client-pays' })
})

test('a payment reminder to a payer is emailed to them with a link to it, and to the client only in the app @slow', async () => {
  let client = await app.person('client')
  const clientId = await connectClient(app, therapist, client)
  const address = newAddress()
  await insertOrganization(app, therapist, clientId, { email: address })
  const { id } = await issueOf(therapist, clientId)
  await makeDocuments(id)
  app.clock.advance(30 * 24 * 60 * 60_000)
  ;[therapist, client] = await Promise.all([signedInAgain(therapist), signedInAgain(client)])
  const { reaches } = await therapist.api.payment.remind({ invoiceId: id, step: 1 })
  expect(reaches).toEqual({ client: true, emails: [address] })
  await makeReminder(app, { invoiceId: id, therapistId: therapist.accountId, step: 1 })
  await sendMails()
  const mail = mailsTo(address).at(-1)
  expect(mail?.subject).toMatch(/^Erinnerung: Rechnung \S+ von /)
  const opened = await app.anonymous().api.invoice.openLink({ token: tokenIn(mail?.text), postalCode: right })
  expect(opened).toMatchObject({
    invoice: { documents: expect.arrayContaining([{ kind: 'reminder-1', ready: true }]) },
  })
  const kinds = (await client.api.notification.list({})).items.map(({ kind }) => kind)
  expect(kinds).toContain('payment-reminder')
  const rows = await app.db.asActor({ role: 'worker', id: null }, ({ kysely }) =>
    kysely.selectFrom('mail').select('kind').where('account_id', '=', client.accountId).execute(),
  )
  expect(rows.map(({ kind }) => kind)).not.toContain('payment-reminder')
})

test('unknown, expired, superseded and withdrawn links are refused alike, and their documents with them @slow', async () => {
  const { id, address, token } = await issueToPayer()
  const browser = app.anonymous()
  const answerOf = async (tried: string, postalCode?: string) => {
    const answer = await browser.send('invoice/openLink', { token: tried, ...(postalCode && { postalCode }) })
    const { requestId: _id, ...body } = (await answer.json()) as Record<string, unknown>
    return { status: answer.status, body }
  }
  const unknown = await answerOf('x'.repeat(43))
  expect(unknown).toMatchObject({ status: 410, body: { code: 'INVALID_LINK' } })
  const opened = await browser.api.invoice.openLink({ token, postalCode: right })
  const linkId = opened.needsPostalCode ? '' : opened.invoice.id

  await therapist.api.invoice.sendLink({ id })
  expect(await answerOf(token)).toEqual(unknown)
  expect((await download(browser, linkId, 'pdf')).status).toBe(404)
  await sendMails()
  const second = tokenIn(mailsTo(address).at(-1)?.text)
  expect(second).not.toBe(token)
  expect(await tryCode(browser, second, right)).toBe('done')

  const { items } = await therapist.api.invoice.withdrawLinks({ id })
  expect(items).toMatchObject([{ withdrawnAt: expect.any(String) }])
  expect(await answerOf(second, right)).toEqual(unknown)
  expect((await download(browser, linkId, 'pdf')).status).toBe(404)

  await therapist.api.invoice.sendLink({ id })
  await sendMails()
  const third = tokenIn(mailsTo(address).at(-1)?.text)
  expect(await tryCode(browser, third, right)).toBe('done')
  app.clock.advance(linkDays * 24 * 60 * 60_000 + 60_000)
  expect(await answerOf(third, right)).toEqual(unknown)
  expect((await download(browser, linkId, 'pdf')).status).toBe(404)
})

test('each email to a payer names the practice by its name in emails, with number and amount @slow', async () => {
  const admin = await app.person('admin')
  await admin.api.administration.saveSettings({
    therapistSignup: 'approval',
    tellExistingAccounts: false,
    publicUrl: null,
    practiceName: 'Praxis für Psychotherapie Nord',
    emailName: 'Nord',
  })
  therapist = await signedInAgain(therapist)
  const { id, address, sheet } = await issueToPayer()
  const due = { invoiceId: id, therapistId: therapist.accountId, step: 1 } as const
  const part = {
    amountMinor: '4000',
    currency: 'EUR',
    paidOn: sheet.issuedOn ?? '',
    method: 'cash',
    reference: '',
  } as const
  await therapist.api.payment.record({ id: randomUUID(), invoiceId: id, ...part })
  app.clock.advance(30 * 24 * 60 * 60_000)
  therapist = await signedInAgain(therapist)
  await therapist.api.payment.remind({ invoiceId: id, step: 1 })
  await makeReminder(app, due)
  await sendMails()
  const note = randomUUID()
  await therapist.api.invoice.credit({ id, command: randomUUID(), creditNoteId: note, positions: [1], reason: 'Error' })
  await makeDocuments(note)
  await sendMails()
  const { number } = (await therapist.api.invoice.get({ id: note })).sheet
  const mails = mailsTo(address)
  expect(mails.map(({ subject }) => subject)).toEqual([
    `Rechnung ${sheet.number} von Nord`,
    `Erinnerung: Rechnung ${sheet.number} von Nord`,
    `Rechnungskorrektur ${number} von Nord`,
  ])
  for (const [at, amount] of ['95,00', '55,00', '95,00'].entries()) {
    expect(mails[at]?.from?.value[0]?.name).toBe('Nord')
    for (const body of [mails[at]?.text, String(mails[at]?.html)]) {
      expect(body).toMatch(new RegExp(`${amount}\\s€`))
      expect(body).not.toContain('therapie')
    }
  }
})
