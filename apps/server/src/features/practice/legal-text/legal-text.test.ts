import { richTextFromPlain } from '@attune/contract/common/rich-text/rich-text'
import { languages } from '@attune/contract/common/text/text'
import type { RichText } from '@attune/contract/common/rich-text/rich-text.schemas'
import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { startSharedApp } from '../../../testing/app.ts'
import { minimalClient } from '../../../testing/records/clients.ts'
import { queryAsRole } from '../../../testing/database/database.ts'

let person = 10
const app = await startSharedApp()
const admin = await app.person('admin')
const therapist = await app.person('therapist')

type Page = 'imprint' | 'privacy' | 'terms' | 'consent'
const place = (page: Page) => ({ page, language: 'en' as const })

async function publish(page: Page, words: string | null) {
  const text = words === null ? null : richTextFromPlain(words)
  await saveDraft(page, text)
  return admin.api.legalText.publish({ ...place(page), text, isChecked: true })
}
async function saveDraft(page: Page, text: RichText | null) {
  const { text: before } = await admin.api.administration.legalText(place(page))
  await admin.api.administration.saveLegalText({ ...place(page), text, before })
}
const newClient = () => app.person('client', person++)
const code = async () => (await therapist.api.connection.inviteCode({})).code
const rowsOf = async (accountId: string) =>
  (
    await app.privileged.definer.query('select version_id, agreed_at from app.legal_consent where account_id = $1', [
      accountId,
    ])
  ).rows
const auditOf = (accountId: string) =>
  queryAsRole(
    'backup',
    app.databaseUrl,
    `select 1 from app.audit where action = 'agree' and thing = 'legal-page' and actor_id = '${accountId}'`,
  )

beforeEach(async () => {
  for (const page of ['consent', 'privacy'] as const)
    if ((await app.anonymous().api.product.legalPage(place(page))).text) await publish(page, null)
})

test('a draft is not public before it is published, and a published version stays as it was @slow', async () => {
  const before = await app.anonymous().api.product.legalPage(place('imprint'))
  await saveDraft('imprint', richTextFromPlain('Practice at the park'))
  expect(before.text).toBeNull()
  expect((await app.anonymous().api.product.legalPage(place('imprint'))).text).toBeNull()
  const first = await publish('imprint', 'Practice at the park')
  const second = await publish('imprint', 'Practice at the lake')
  expect([first.version, second.version]).toEqual([1, 2])
  expect(await app.anonymous().api.product.legalPage(place('imprint'))).toMatchObject({ version: 2 })
  expect((await therapist.api.legalText.version({ id: first.id })).text).toEqual(
    richTextFromPlain('Practice at the park'),
  )
  const { items } = await admin.api.legalText.history(place('imprint'))
  expect(items.map(({ version }) => version)).toEqual([2, 1])
  expect(items.every(({ sha256 }) => sha256?.length === 64)).toBe(true)
  await expect(app.privileged.definer.query('update app.legal_version set text = null')).rejects.toThrow(
    /permission denied/,
  )
})

test('a draft with blanks, an unread one and one that another admin changed are not published', async () => {
  await saveDraft('terms', richTextFromPlain('Terms of [name of the practice]'))
  const text = richTextFromPlain('Terms of [name of the practice]')
  const call = { ...place('terms'), text, isChecked: true as const }
  await expect(admin.api.legalText.publish(call)).rejects.toMatchObject({ code: 'BLANKS' })
  await expect(admin.api.legalText.publish({ ...call, text: richTextFromPlain('Terms') })).rejects.toMatchObject({
    code: 'CHANGED',
    data: { text },
  })
  expect((await admin.send('legalText/publish', { ...call, isChecked: false })).status).toBe(400)
  await publish('terms', 'Terms')
  await expect(publish('terms', 'Terms')).rejects.toMatchObject({ code: 'NOTHING_NEW' })
})

test.each([...languages])(
  'our drafts in %s leave blanks, so that none is published as it is @slow',
  async (language) => {
    for (const page of ['imprint', 'privacy', 'consent'] as const) {
      const { text } = await admin.api.legalText.startingText({ page, language })
      const { text: before } = await admin.api.administration.legalText({ page, language })
      await admin.api.administration.saveLegalText({ page, language, text, before })
      await expect(admin.api.legalText.publish({ page, language, text, isChecked: true })).rejects.toMatchObject({
        code: 'BLANKS',
      })
      await admin.api.administration.saveLegalText({ page, language, text: null, before: text })
    }
  },
)

test('without a published consent text a client joins as before', async () => {
  const client = await newClient()
  expect(await client.api.legalText.joining({ as: 'client', language: 'en' })).toEqual({ text: null })
  await client.api.connection.join({ code: await code() })
  expect(await rowsOf(client.accountId)).toEqual([])
})

test('a client joins only with the current version, which is stored once with its time and audited @slow', async () => {
  const older = await publish('consent', 'I agree.')
  const current = await publish('consent', 'I agree to all of it.')
  const client = await newClient()
  const join = async (agreedVersionId?: string) =>
    client.api.connection.join({ code: await code(), ...(agreedVersionId && { agreedVersionId }) })
  await expect(join()).rejects.toMatchObject({ code: 'CONSENT_REQUIRED' })
  for (const wrong of [older.id, randomUUID()]) await expect(join(wrong)).rejects.toMatchObject({ code: 'CHANGED' })
  expect(await client.api.connection.therapists({})).toEqual({ items: [] })
  expect(await rowsOf(client.accountId)).toEqual([])
  const answers = await Promise.all([join(current.id), join(current.id), join(current.id)])
  expect(await rowsOf(client.accountId)).toEqual([{ version_id: current.id, agreed_at: expect.anything() }])
  expect(await auditOf(client.accountId)).toHaveLength(1)
  expect((await client.api.legalText.mine({})).items).toMatchObject([{ id: current.id, version: current.version }])
  const clientId = answers[0]?.clientId ?? ''
  expect((await therapist.api.legalText.ofClient({ clientId })).items).toMatchObject([
    { id: current.id, page: 'consent' },
  ])
  const stranger = await app.person('therapist', 2)
  await expect(stranger.api.legalText.ofClient({ clientId })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  expect(await client.api.legalText.joining({ as: 'client', language: 'en' })).toEqual({ text: null })
})

test('a therapist reads in the timeline of a client which version the client agreed to, and when @slow', async () => {
  const client = await newClient()
  const first = await publish('consent', 'I agree.')
  const { clientId } = await client.api.connection.join({ code: await code(), agreedVersionId: first.id })
  app.clock.advance(60_000)
  const second = await publish('consent', 'I agree to more.')
  await client.api.account.onboard({
    firstName: 'Ana',
    lastName: 'Moreau',
    zone: 'Europe/Berlin',
    language: 'en',
    role: 'client',
    agreedVersionId: second.id,
  })
  const { items } = await therapist.api.client.timeline({ id: clientId, limit: 50 })
  const agreed = items.filter(({ kind }) => kind === 'agreed')
  const { items: own } = await client.api.legalText.mine({})
  expect(agreed).toEqual(
    own.map(({ id, version, agreedAt }) => ({
      id: expect.any(String),
      kind: 'agreed',
      by: 'client',
      detail: 'consent',
      session: null,
      at: agreedAt,
      legalVersion: { id, version },
    })),
  )
  expect(own.map(({ id }) => id)).toEqual([second.id, first.id])
  const paged = []
  for (let after: string | null | undefined; after !== null;) {
    const page = await therapist.api.client.timeline({ id: clientId, limit: 1, ...(after && { after }) })
    paged.push(...page.items)
    after = page.next
  }
  expect(paged).toEqual(items)
})

test('onboarding asks a client for consent and a therapist for having read the privacy notice, and keeps nothing if it is refused @slow', async () => {
  const consent = await publish('consent', 'I agree.')
  const privacy = await publish('privacy', 'We store little.')
  const [client, applicant] = [await newClient(), await newClient()]
  const names = { firstName: 'Ana', lastName: 'Moreau', zone: 'Europe/Berlin', language: 'en' } as const
  const asClient = { ...names, role: 'client' } as const
  const asTherapist = { ...names, role: 'therapist', lastName: 'Refused' } as const
  await expect(client.api.account.onboard(asClient)).rejects.toMatchObject({ code: 'CONSENT_REQUIRED' })
  await expect(applicant.api.account.onboard({ ...asTherapist, agreedVersionId: consent.id })).rejects.toMatchObject({
    code: 'CHANGED',
  })
  expect((await applicant.api.account.me({})).lastName).not.toBe('Refused')
  await client.api.account.onboard({ ...asClient, agreedVersionId: consent.id })
  await applicant.api.account.onboard({ ...asTherapist, agreedVersionId: privacy.id })
  expect(await rowsOf(client.accountId)).toMatchObject([{ version_id: consent.id }])
  expect(await rowsOf(applicant.accountId)).toMatchObject([{ version_id: privacy.id }])
})

test('an invited person without an account agrees before the account exists @slow', async () => {
  const consent = await publish('consent', 'I agree.')
  const email = `invited-${randomUUID()}@attune.test`
  const id = randomUUID()
  await therapist.api.client.add({ ...minimalClient, id, firstName: 'Ben', lastName: 'Sommer', email, invite: true })
  const invitation = (await app.privileged.definer.query('select id from app.invitation where client_id = $1', [id]))
    .rows[0]
  const { link } = await therapist.api.connection.invitationSecrets({ id: invitation.id })
  const token = link.split('token=')[1] ?? ''
  const acceptance = { token, password: 'Winter-2026!', language: 'en', zone: 'Europe/Berlin' } as const
  const visitor = app.anonymous().api.login
  await expect(visitor.acceptInvitation(acceptance)).rejects.toMatchObject({ code: 'CONSENT_REQUIRED' })
  await expect(visitor.acceptInvitation({ ...acceptance, agreedVersionId: randomUUID() })).rejects.toMatchObject({
    code: 'CHANGED',
  })
  expect((await visitor.readInvitation({ token })).next).toBe('set-password')
  const { login } = await visitor.acceptInvitation({ ...acceptance, agreedVersionId: consent.id })
  expect(await rowsOf(login.userId)).toMatchObject([{ version_id: consent.id }])
  expect((await therapist.api.legalText.ofClient({ clientId: id })).items).toHaveLength(1)
})

test('a client reads once that the privacy notice changed, not about the first version @slow', async () => {
  await publish('privacy', 'We store little.')
  const client = await newClient()
  app.clock.advance(60_000)
  const changeOf = async () => (await client.api.clientHome.get({})).privacyChange
  const changed = await publish('privacy', 'We store even less.')
  expect(await changeOf()).toEqual({ versionId: changed.id, publishedAt: changed.publishedAt })
  await client.api.legalText.dismissChange({ versionId: changed.id })
  expect(await changeOf()).toBeNull()
  await expect(client.api.legalText.dismissChange({ versionId: randomUUID() })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  })
})

test('deleting an account deletes what it agreed to @slow', async () => {
  const consent = await publish('consent', 'I agree.')
  const client = await newClient()
  await client.api.connection.join({ code: await code(), agreedVersionId: consent.id })
  await app.privileged.definer.query('select def.erase_account($1)', [client.accountId])
  expect(await rowsOf(client.accountId)).toEqual([])
})
