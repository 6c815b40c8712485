import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { startSharedApp } from '../../../../testing/app.ts'
import type { TestBrowser } from '../../../../testing/browser.ts'
import { queryAsRole } from '../../../../testing/database/database.ts'
import { openTestSocket } from '../../../../testing/socket.ts'
import { addChild, newGuardianContact } from '../../../people/guardian/invitations/guardian.invitations.testing.ts'
import { confirmedForm, sendTo, signing } from '../form.testing.ts'

const app = await startSharedApp({ worker: false })
const [therapist, other] = await Promise.all([app.person('therapist', 1), app.person('therapist', 2)])
const { password } = therapist
const minute = 60_000

/** Opens the therapist's browser, in which a consent of a new child waits for the signature of a guardian. */
async function openPractice(contacts = [newGuardianContact()]) {
  const browser = await app.secondBrowser(therapist, 2)
  const child = await addChild(app, therapist, contacts)
  const id = await sendTo(therapist, child.id, await confirmedForm(therapist))
  const handOver = { clientId: child.id, id, contactId: contacts[0]?.id ?? '' }
  const start = (by: TestBrowser = browser) => by.api.form.startSigningHere(handOver)
  const state = async () =>
    (await therapist.api.form.ofClient({ clientId: child.id })).items.find((one) => one.id === id)
  return { browser, child, handOver, start, state }
}
const codeOf = (call: Promise<unknown>) =>
  call.then(
    () => null,
    (error: { code: string }) => error.code,
  )
async function signWith(browser: TestBrowser, token: string) {
  const opened = await browser.api.form.openTicket({ token })
  if (opened.needsCode) throw new Error('a code is needed')
  const { id: _, ...signed } = signing(opened.form)
  return browser.api.form.signTicket({ token, ...signed })
}

test('a contact signs on the locked device of the therapist, and the form names the practice @slow', async () => {
  const { browser, start, state } = await openPractice()
  const { token } = await start()
  expect(await codeOf(browser.api.client.list({}))).toBe('SCREEN_LOCKED')
  expect(await signWith(browser, token)).toMatchObject({ state: 'signed' })
  expect(await codeOf(browser.api.client.list({})), 'after the signature').toBe('SCREEN_LOCKED')
  expect(await state()).toMatchObject({ state: 'signed', method: 'practice', guardianName: 'Anna Weber' })
  await browser.api.login.unlock({ password })
  expect(await codeOf(browser.api.client.list({}))).toBeNull()
})

test('the ticket opens no other form, and its own for 30 minutes; the login stays locked afterwards @slow', async () => {
  const { browser, start } = await openPractice()
  const { token, expiresAt } = await start()
  expect(Date.parse(expiresAt) - app.clock.now().getTime()).toBeLessThanOrEqual(30 * minute)
  app.clock.advance(31 * minute)
  expect(await codeOf(browser.api.form.openTicket({ token }))).toBe('INVALID_LINK')
  expect(await codeOf(signWith(browser, token))).toBe('INVALID_LINK')
  expect(await codeOf(browser.api.client.list({}))).toBe('SCREEN_LOCKED')
  app.clock.advance(-31 * minute)
})

test('handing over the device again voids the ticket before, and keeps the answers', async () => {
  const { browser, start } = await openPractice()
  const { token } = await start()
  const { content } = await browser.api.form
    .openTicket({ token })
    .then((opened) => (opened.needsCode ? Promise.reject(new Error('code')) : opened.form))
  const asked = content.fields.find(({ type }) => type === 'short-text')?.id ?? ''
  await browser.api.form.saveTicketAnswers({ token, draftVersion: 0, answers: { [asked]: 'Timmy' } })
  await browser.api.login.unlock({ password })
  const again = await start()
  expect(await codeOf(browser.api.form.openTicket({ token }))).toBe('INVALID_LINK')
  expect(await browser.api.form.openTicket({ token: again.token })).toMatchObject({
    form: { answers: { [asked]: 'Timmy' } },
  })
})

test('no secret of the device unlocks the login, and a password or a repeated screen lock does not depend on it', async () => {
  const { browser, start } = await openPractice()
  const { secret } = await browser.api.login.newUnlockSecret({})
  await start()
  expect(await codeOf(browser.api.login.unlock({ secret }))).toBe('INVALID_SECRET')
  await browser.api.login.lock({})
  expect(await codeOf(browser.api.login.unlock({ secret })), 'after another lock').toBe('INVALID_SECRET')
  expect(await codeOf(browser.api.login.unlock({ password: 'Wrong-password-1' }))).toBe('INVALID_CREDENTIALS')
  expect((await browser.api.login.session({})).login).toMatchObject({ locked: true, lockedFor: 'signing' })
  await browser.api.login.unlock({ password })
  expect((await browser.api.login.session({})).login).not.toHaveProperty('lockedFor')
  await browser.api.login.lock({})
  expect(await codeOf(browser.api.login.unlock({ secret })), 'the usual screen lock').toBeNull()
})

test('a page that was open before does not unlock the login by its use', async () => {
  const { browser, start } = await openPractice()
  const answer = await browser.send('account/me', {}, { 'x-attune-page': 'new' })
  const key = answer.headers.get('x-attune-page') ?? ''
  await start()
  const used = await browser.send('account/me', {}, { 'x-attune-page': `${key} 0` })
  expect([used.status, used.headers.get('x-attune-page')]).toEqual([401, null])
})

test('a second browser of the therapist is not locked', async () => {
  const { start } = await openPractice()
  await start()
  expect(await codeOf(therapist.api.client.list({}))).toBeNull()
})

test('the live connection of the browser ends, and none is opened', async () => {
  const { browser, start } = await openPractice()
  const socket = openTestSocket(app.address, browser)
  await socket.frame('welcome')
  await start()
  expect(await socket.closed).toBe(4401)
  expect(await openTestSocket(app.address, browser).closed).toBe(401)
})

test('downloads and uploads of the browser are refused', async () => {
  const { browser, start, handOver } = await openPractice()
  await start()
  const ask = async (method: string, path: string, headers = {}) => {
    const answer = await fetch(`${app.address}${path}`, {
      method,
      headers: { origin: app.address, 'x-attune-key': app.site.key(), cookie: browser.cookies(), ...headers },
    })
    return [path, answer.status, ((await answer.json()) as { code?: string }).code]
  }
  const paths = [
    `/api/form/${handOver.id}/pdf`,
    `/api/invoice/${randomUUID()}/pdf`,
    `/api/superbill/${randomUUID()}/pdf`,
    `/api/estimate/${randomUUID()}`,
    `/api/statement/${handOver.clientId}/2026`,
    `/api/storage/business-logo/${'0'.repeat(64)}`,
  ]
  for (const path of paths) expect(await ask('GET', path)).toEqual([path, 401, 'SCREEN_LOCKED'])
  const upload = { 'tus-resumable': '1.0.0', 'upload-length': '3' }
  expect(await ask('POST', '/api/uploads', upload)).toEqual(['/api/uploads', 401, 'SCREEN_LOCKED'])
})

test('a refused hand-over locks nothing, and makes no ticket', async () => {
  const tickets = () =>
    queryAsRole<{ id: string }>('backup', app.databaseUrl, `select id from app.form_ticket where way = 'practice'`)
  const { browser, handOver, start } = await openPractice()
  const before = (await tickets()).length
  const call = browser.api.form.startSigningHere
  expect(await codeOf(call({ ...handOver, contactId: randomUUID() }))).toBe('NO_CONTACT')
  expect(await codeOf(call({ ...handOver, id: randomUUID() }))).toBe('NOT_FOUND')
  expect(await codeOf(start(await app.secondBrowser(other, 2))), 'another therapist').toBe('NOT_FOUND')
  await therapist.api.form.keep({ clientId: handOver.clientId, id: handOver.id, isKept: true })
  expect(await codeOf(start()), 'a form that is kept from guardians').toBe('NOT_FOR_GUARDIANS')
  expect([await codeOf(browser.api.client.list({})), (await tickets()).length]).toEqual([null, before])
})

test('the audit log has the hand-over', async () => {
  const { handOver, start } = await openPractice()
  await start()
  const rows = await queryAsRole<{ action: string }>(
    'backup',
    app.databaseUrl,
    `select action from app.audit where thing_id = '${handOver.id}'`,
  )
  expect(rows.map(({ action }) => action)).toContain('hand-over')
})
