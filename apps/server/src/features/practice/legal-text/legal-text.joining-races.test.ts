import { richTextFromPlain } from '@attune/contract/common/rich-text/rich-text'
import type { LegalVersionText } from '@attune/contract/features/practice/legal-text/legal-text'
import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test, vi } from 'vitest'
import { startSharedApp } from '../../../testing/app.ts'
import { unavailableError } from '../../../platform/policy/unavailable.ts'
import { minimalClient } from '../../../testing/records/clients.ts'
import { waitingLocks } from '../../../testing/database/locks.ts'
import type { Person } from '../../../testing/people.ts'
import { connectAcceptedInvitations } from '../../people/login/sign-in/connect-accepted.ts'
import { publishLegalText } from './legal-text.publish.ts'

let current: string
let count = 0
const app = await startSharedApp()
const admin = await app.person('admin')
const therapist = await app.person('therapist')
beforeEach(async () => {
  vi.restoreAllMocks()
  current = (await publish()).id
})

const consent = { page: 'consent', language: 'en' } as const
async function saveDraft() {
  const text = richTextFromPlain(`Consent text ${++count}`)
  const { text: before } = await admin.api.administration.legalText(consent)
  await admin.api.administration.saveLegalText({ ...consent, text, before })
  return { ...consent, text }
}
const publish = async () => admin.api.legalText.publish({ ...(await saveDraft()), isChecked: true })

/** Publishes the next version in a transaction that `finish` commits. */
async function startPublishing() {
  const draft = await saveDraft()
  const [published, finish] = [Promise.withResolvers<Pick<LegalVersionText, 'id'>>(), Promise.withResolvers<void>()]
  const transaction = app.db.asActor({ role: 'admin', id: admin.accountId }, async (tx) => {
    published.resolve(await publishLegalText(tx, draft, app.clock.now()))
    await finish.promise
  })
  const { id } = await Promise.race([published.promise, transaction.then(() => ({ id: '' }))])
  return { id, finish: () => (finish.resolve(), transaction) }
}
const untilOneWaits = () => expect.poll(() => waitingLocks(app)).toBeGreaterThan(0)

async function invite(email = `invited-${randomUUID()}@attune.test`) {
  const id = randomUUID()
  const added = await therapist.api.client.add({ ...minimalClient, id, email, invite: true })
  const invitation = added.invitation?.id ?? ''
  const { link, code } = await therapist.api.connection.invitationSecrets({ id: invitation })
  return { clientId: id, email, invitation, code, token: link.split('token=')[1] ?? '' }
}
const newClient = () => app.person('client', 20 + ++count)
const inviteCodeOf = async () => (await therapist.api.connection.inviteCode({})).code
const acceptance = { password: 'Winter-2026!', language: 'en', zone: 'Europe/Berlin' } as const
const agreedTo = async (accountId: string) =>
  (
    await app.privileged.definer.query('select version_id from app.legal_consent where account_id = $1', [accountId])
  ).rows.map(({ version_id }) => version_id)
const accountOf = async (clientId: string) =>
  (await app.privileged.definer.query('select account_id from app.client where id = $1', [clientId])).rows[0].account_id
const refusal = (promise: Promise<unknown>) =>
  promise.then(
    () => null,
    (error: { code?: string }) => error.code,
  )

test('a version published while an invited person joins is waited for, and no account is created without it @slow', async () => {
  const { token, email, clientId } = await invite()
  const next = await startPublishing()
  const visitor = app.anonymous().api.login
  const joining = refusal(visitor.acceptInvitation({ token, ...acceptance, agreedVersionId: current }))
  await untilOneWaits()
  await next.finish()
  expect(await joining).toBe('CHANGED')
  expect(await app.auth.users.byEmail(email)).toBeNull()
  const { login } = await visitor.acceptInvitation({ token, ...acceptance, agreedVersionId: next.id })
  expect(await agreedTo(login.userId)).toEqual([next.id])
  expect(await accountOf(clientId)).toBe(login.userId)
})

test('a publication waits for a person who is joining, and the connection has its agreement @slow', async () => {
  const { token, clientId } = await invite()
  const [entered, goOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const { createInvited } = app.auth.users
  vi.spyOn(app.auth.users, 'createInvited').mockImplementationOnce(async function (this: unknown, ...of) {
    entered.resolve()
    await goOn.promise
    return createInvited.apply(app.auth.users, of)
  })
  const joining = app.anonymous().api.login.acceptInvitation({ token, ...acceptance, agreedVersionId: current })
  await entered.promise
  const publishing = publish()
  await untilOneWaits()
  goOn.resolve()
  const { login } = await joining
  expect((await publishing).id).not.toBe(current)
  expect(await agreedTo(login.userId)).toEqual([current])
  expect(await accountOf(clientId)).toBe(login.userId)
})

test('after the server stopped between account and connection, the same acceptance connects with its agreement @slow', async () => {
  const { token, clientId } = await invite()
  const { createInvited } = app.auth.users
  vi.spyOn(app.auth.users, 'createInvited').mockImplementationOnce(async (...of) => {
    await createInvited(...of)
    throw unavailableError()
  })
  const visitor = app.anonymous().api.login
  const call = () => visitor.acceptInvitation({ token, ...acceptance, agreedVersionId: current })
  expect(await refusal(call())).toBe('UNAVAILABLE')
  expect(await accountOf(clientId)).toBeNull()
  const { login } = await call()
  expect(await agreedTo(login.userId)).toEqual([current])
  expect(await accountOf(clientId)).toBe(login.userId)
})

test('a version published while a client joins by code or by invitation is refused as changed, and nothing is connected @slow', async () => {
  const [byCode, invited] = [await newClient(), await newClient()]
  const code = await inviteCodeOf()
  const { token, clientId } = await invite(`other-${randomUUID()}@attune.test`)
  const next = await startPublishing()
  const joins = [
    refusal(byCode.api.connection.join({ code, agreedVersionId: current })),
    refusal(invited.api.login.acceptInvitationSignedIn({ token, agreedVersionId: current })),
  ]
  await untilOneWaits()
  await next.finish()
  expect(await Promise.all(joins)).toEqual(['CHANGED', 'CHANGED'])
  expect(await byCode.api.connection.therapists({})).toEqual({ items: [] })
  expect(await accountOf(clientId)).toBeNull()
  await byCode.api.connection.join({ code, agreedVersionId: next.id })
  await invited.api.login.acceptInvitationSignedIn({ token, agreedVersionId: next.id })
  for (const one of [byCode, invited]) expect(await agreedTo(one.accountId)).toEqual([next.id])
})

test('a version published after the code of an onboarding was accepted is refused, and the call can be repeated @slow', async () => {
  const client = await newClient()
  const inviteCode = await inviteCodeOf()
  const { redeemInviteCode } = app.auth
  let next = ''
  vi.spyOn(app.auth, 'redeemInviteCode').mockImplementationOnce(async (by) => {
    const redeemed = await redeemInviteCode(by)
    next = (await publish()).id
    return redeemed
  })
  const choice = {
    firstName: 'Ana',
    lastName: 'Moreau',
    zone: 'Europe/Berlin',
    language: 'en',
    role: 'client',
  } as const
  const onboard = (agreedVersionId: string) => client.api.account.onboard({ ...choice, inviteCode, agreedVersionId })
  // The client has agreed to the previous version, so connecting requires a new agreement.
  expect(await refusal(onboard(current))).toBe('CHANGED')
  expect(await client.api.connection.therapists({})).toEqual({ items: [] })
  await onboard(next)
  expect((await client.api.connection.therapists({})).items).toHaveLength(1)
  expect(new Set(await agreedTo(client.accountId))).toEqual(new Set([current, next]))
})

test('signing in connects no one who has not agreed, and the invitation can still be accepted @slow', async () => {
  const client = await newClient()
  const { token, clientId } = await invite()
  await app.auth.oneTimeTokens.useInvitation({ token }, client.accountId)
  await connectAcceptedInvitations(app, client.accountId)
  expect(await accountOf(clientId)).toBeNull()
  expect(await refusal(client.api.login.acceptInvitationSignedIn({ token }))).toBe('CONSENT_REQUIRED')
  await client.api.login.acceptInvitationSignedIn({ token, agreedVersionId: current })
  expect(await accountOf(clientId)).toBe(client.accountId)
  expect(await agreedTo(client.accountId)).toEqual([current])
})

test('the database itself connects no account without an agreement to a current version @slow', async () => {
  const client = await newClient()
  const outcome = await app.auth.redeemInviteCode({
    code: await inviteCodeOf(),
    userId: client.accountId,
    ip: '192.0.2.1',
  })
  const { token, invitation } = await invite()
  await app.auth.oneTimeTokens.useInvitation({ token }, client.accountId)
  const tryAll = async () => {
    const codes = []
    for (const [statement, value] of [
      ['select from def.join_therapist($1)', 'codeHash' in outcome && outcome.codeHash],
      ['select from def.accept_invitation($1)', invitation],
    ])
      codes.push(
        await refusal(
          app.db.asActor({ role: 'client', id: client.accountId }, (tx) => tx.run(statement as string, [value])),
        ),
      )
    return codes
  }
  expect(await tryAll()).toEqual(['AT005', 'AT005'])
  await client.api.connection.join({ code: await inviteCodeOf(), agreedVersionId: current })
  await client.api.connection.disconnect({ ...(await ownConnection(client)), command: randomUUID() })
  current = (await publish()).id
  expect(await tryAll()).toEqual(['AT005', 'AT005'])
  expect(await refusal(client.api.connection.join({ code: await inviteCodeOf() }))).toBe('CONSENT_REQUIRED')
})

async function ownConnection(client: Person) {
  const { items } = await client.api.connection.therapists({})
  return { clientId: items[0]?.clientId ?? '' }
}

test('a wrong code leaves no agreement', async () => {
  const client = await newClient()
  expect(await refusal(client.api.connection.join({ code: 'AAAAAAAA', agreedVersionId: current }))).toBe(
    'INVALID_INVITE_CODE',
  )
  expect(await agreedTo(client.accountId)).toEqual([])
})
