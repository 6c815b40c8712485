import type { GuardianRight } from '@attune/contract/features/people/guardian/guardian.rules'
import { guardianRights } from '@attune/contract/features/people/guardian/guardian.rules'
import { beforeEach, describe, expect, test } from 'vitest'
import { startSharedApp } from '../../../testing/app.ts'
import type { Person } from '../../../testing/people.ts'
import { insertGuardian } from '../../../testing/records/guardians.ts'
import { testedProcedures } from '../../../testing/samples/sample-input-registry.ts'
import { sampleInputsOf } from '../../../testing/samples/sample-input.ts'
import { createTestPractice, type PolicyViewer } from '../../../testing/samples/viewers.ts'

/**
 * The rights that each procedure for guardians needs. A new procedure needs a line. Null: the procedure needs no right, and its response depends on
 * the rights that the guardian has.
 */
const neededRights: Record<string, readonly GuardianRight[] | null> = {
  'guardian.clients': null,
  'guardian.home': ['sessions'],
  'guardian.sessions': ['sessions'],
  'guardian.session': ['sessions'],
  'guardian.acceptSession': ['sessions'],
  'guardian.declineSession': ['sessions'],
  'guardian.withdrawSession': ['sessions', 'requests'],
  'guardian.freeTimes': ['requests'],
  'guardian.requestSession': ['requests'],
  'guardian.requestMove': ['sessions', 'requests'],
  'guardian.requestCancel': ['sessions', 'requests'],
  'guardian.withdrawChange': ['sessions', 'requests'],
  'guardian.acceptProposedTime': ['sessions'],
  'guardian.declineProposedTime': ['sessions'],
  'guardian.forms': ['forms'],
  'guardian.form': ['forms'],
  'guardian.saveFormAnswers': ['forms'],
  'guardian.signForm': ['forms'],
  'guardian.withdrawForm': ['forms'],
  'guardian.invoices': ['invoices'],
  'guardian.invoice': ['invoices'],
  'guardian.payOffer': ['invoices'],
  'guardian.startPayment': ['invoices'],
  'guardian.checkPayment': ['invoices'],
  'guardian.messages': ['messages'],
  'guardian.unreadMessages': ['messages'],
  'guardian.sendMessage': ['messages'],
  'guardian.markMessagesRead': ['messages'],
  'guardian.plan': ['plan'],
  'guardian.planShared': ['plan'],
  'guardian.superbills': ['superbills'],
  'call.joinFor': ['sessions'],
  'call.roomFor': ['sessions'],
  'call.iceServersFor': ['sessions'],
  'call.ofSessionFor': ['sessions'],
}

const app = await startSharedApp({ worker: false })
const practice = await createTestPractice(app)
const viewer = practice.viewers.find(({ name }) => name === 'G1a') as PolicyViewer & { person: Person }
const therapist = practice.viewers.find(({ name }) => name === 'T1')?.person as Person
const context = await practice.contextOf(viewer)
const { clientId } = context.fixturesOf('own')
const forGuardians = testedProcedures.filter(({ policy }) => policy.who.includes('guardian'))

/** Changes the guardian's row, on behalf of the therapist. */
const change = (set: string, values: unknown[] = [], account = viewer.person.accountId) =>
  app.db.asActor({ role: 'therapist', id: therapist.accountId }, ({ run }) =>
    run(`update app.guardian set ${set} where client_id = $1 and account_id = $2`, [clientId, account, ...values]),
  )
const giveRights = (rights: readonly GuardianRight[]) =>
  change('rights = $3, paused_at = null, ended_at = null', [
    JSON.stringify(Object.fromEntries(rights.map((right) => [right, '-infinity']))),
  ])

/**
 * Calls a procedure for the guardian's own client: with the sample input, and with each further field added to it. Returns the responses that contain
 * data, so neither those with 404 nor empty ones.
 */
async function callForOwn({ path, sample }: (typeof forGuardians)[number], caller: Person = viewer.person) {
  const found: string[] = []
  for (const { input } of sampleInputsOf(sample, context, 'own')) {
    const answer = await caller.send(path, await input)
    const body = await answer.text()
    if (answer.status !== 404 && !isEmpty(body)) found.push(`${answer.status} ${body.slice(0, 200)}`)
  }
  return found
}

/** Whether an answer contains no values except null: only empty lists, and objects without values. */
const isEmpty = (body: string): boolean => {
  const hasContent = (value: unknown): boolean =>
    Array.isArray(value)
      ? value.some(hasContent)
      : typeof value === 'object' && value !== null
        ? Object.values(value).some(hasContent)
        : value !== null
  return !hasContent(JSON.parse(body))
}

beforeEach(() => giveRights(guardianRights))

test('the table names every procedure for guardians', () => {
  expect(Object.keys(neededRights).toSorted()).toEqual(forGuardians.map(({ name }) => name).toSorted())
})

describe.each(forGuardians)('$name', (procedure) => {
  const needed = neededRights[procedure.name] ?? []
  test('finds nothing without a right that it needs', async () => {
    for (const right of needed) {
      await giveRights(guardianRights.filter((one) => one !== right))
      expect(await callForOwn(procedure), `without ${right}`).toEqual([])
    }
  })

  test('finds nothing while the rights are paused, and after they have ended', async () => {
    for (const set of ['paused_at = now()', 'ended_at = now()']) {
      await change(set)
      expect(await callForOwn(procedure), set).toEqual([])
    }
  })
})

test('control: with every right the lists and pages have content', async () => {
  const names = ['guardian.clients', 'guardian.sessions', 'guardian.session', 'guardian.forms', 'guardian.form']
  const procedures = forGuardians.filter(({ name }) => names.includes(name))
  expect(procedures).toHaveLength(names.length)
  for (const procedure of procedures) expect(await callForOwn(procedure), procedure.name).not.toEqual([])
})

test('a revoke applies to the next call of every login of the guardian, also one that was just used', async () => {
  const browsers = [await app.secondBrowser(viewer.person, 1), await app.secondBrowser(viewer.person, 1)]
  const read = async () =>
    Promise.all(
      browsers.map(async (one) =>
        (await one.send('guardian/sessions', { actingFor: clientId, which: 'upcoming', limit: 10 })).text(),
      ),
    )
  for (const body of await read()) expect(isEmpty(body)).toBe(false)
  await change(`rights = rights - 'sessions'`)
  for (const body of await read()) expect(isEmpty(body) || body.includes('NOT_FOUND'), body).toBe(true)
  await giveRights(guardianRights)
  for (const body of await read()) expect(isEmpty(body)).toBe(false)
  await change('ended_at = now()')
  for (const body of await read()) expect(body).toContain('NOT_FOUND')
})

test('two guardians who must not know of each other find neither name, address nor email of the other @slow', async () => {
  const other = await app.person('client', 6)
  await insertGuardian(app, { therapistId: therapist.accountId, clientId, account: other })
  const words = (who: string) => ['first', 'last', 'address', 'relation'].map((what) => `canary-${who}-${what}`)
  const secrets = { one: [...words('one'), viewer.person.email], two: [...words('two'), other.email] }
  for (const [who, { accountId, email }] of [
    ['one', viewer.person],
    ['two', other],
  ] as const) {
    const [first, last, address, relation] = words(who)
    await app.privileged.definer.query('update app.profile set first_name = $2, last_name = $3 where account_id = $1', [
      accountId,
      first,
      last,
    ])
    await change(`name = $3, relationship = $4`, [`${first} ${last}`, relation], accountId)
    await app.db.asActor({ role: 'therapist', id: therapist.accountId }, ({ run }) =>
      run(
        `insert into app.client_contact (therapist_id, client_id, name, email, relationship, is_guardian, place) values ($1, $2, $3, $4, $5, true, $6)`,
        [therapist.accountId, clientId, `${first} ${last} ${address}`, email, relation, who === 'one' ? 7 : 8],
      ),
    )
  }
  const found: string[] = []
  for (const [caller, hidden] of [
    [viewer.person, secrets.two],
    [other, secrets.one],
    [viewer.person, secrets.two],
  ] as const) {
    for (const procedure of forGuardians) {
      for (const { input } of sampleInputsOf(procedure.sample, context, 'own')) {
        const body = await (await caller.send(procedure.path, await input)).text()
        found.push(...hidden.filter((word) => body.includes(word)).map((word) => `${procedure.name}: ${word}`))
      }
    }
    const news = JSON.stringify((await caller.api.notification.list({})).items)
    found.push(...hidden.filter((word) => news.includes(word)).map((word) => `notification: ${word}`))
  }
  expect(found).toEqual([])
  await change('knows_others = true')
  await change('knows_others = true', [], other.accountId)
  const session = { actingFor: clientId, id: context.fixturesOf('own').sessionId }
  expect(await (await other.send('guardian/session', session)).text(), 'control').toContain('canary-one-first')
})
