import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { startSharedApp } from '../../../../testing/app.ts'
import { openingsInAudit } from '../../../../testing/database/audit.ts'
import { queryAsRole } from '../../../../testing/database/database.ts'
import type { Person } from '../../../../testing/people.ts'
import { insertGuardian } from '../../../../testing/records/guardians.ts'
import { addPayingClient } from '../../../../testing/records/invoices.ts'
import { connectClient } from '../../../../testing/records/sessions.ts'

const app = await startSharedApp({ worker: false })
const therapist = await app.person('therapist')
let numbers = 0
const newClient = () => app.person('client', ++numbers)
const ofTherapist = { therapistId: therapist.accountId }

/** Connects a child and gives a person these rights as its guardian. */
async function guarded(...rights: ('plan' | 'superbills' | 'sessions')[]) {
  const [child, mother] = [await newClient(), await newClient()]
  const clientId = await connectClient(app, therapist, child)
  await insertGuardian(app, { ...ofTherapist, clientId, account: mother, rights })
  return { child, mother, clientId }
}

async function savePlan(clientId: string, version = 0, goal = 'canary-goal') {
  const objective = { text: 'canary-objective', measure: '', target: '', targetOn: null, state: 'open' as const }
  const goals = [{ id: randomUUID(), text: goal, objectives: [{ id: randomUUID(), ...objective }] }]
  const input = { id: randomUUID(), clientId, version, goals, interventions: ['canary-intervention'], reviewOn: null }
  const { versionId } = await therapist.api.treatmentPlan.save(input)
  return { versionId, objectiveId: goals[0]?.objectives[0]?.id ?? '' }
}

async function addDiagnosis(clientId: string, text: string) {
  const given = { system: 'icd-10', code: 'F41.1', from: '2026-01-05', until: null } as const
  const { id } = await therapist.api.treatmentPlan.saveDiagnosis({
    id: randomUUID(),
    clientId,
    version: 0,
    text,
    ...given,
  })
  return id
}

const share = (clientId: string, versionId: string, diagnosisIds: string[] = []) =>
  therapist.api.treatmentPlan.share({ clientId, versionId, asksSignature: true, diagnosisIds })
const planOf = async (who: Person, clientId: string) => (await who.api.guardian.plan({ actingFor: clientId })).plan
const codeOf = (call: Promise<unknown>) =>
  call.then(
    () => 'done',
    (error: { code: string }) => error.code,
  )
const newsOf = async (who: Person) =>
  (await who.api.notification.list({})).items.filter(({ kind }) => kind === 'plan-shared')
const audienceOf = async (table: string, op: string, clientId: string) => {
  const rows = await queryAsRole<{ account: string }>(
    'backup',
    app.databaseUrl,
    `select distinct unnest(audience) as account from app.change
     where table_name = '${table}' and op = '${op}' and keys->>'client_id' = '${clientId}'`,
  )
  return rows.map(({ account }) => account)
}

test('a guardian with the right sees the shared version, without interventions, progress and signatures @slow', async () => {
  const { child, mother, clientId } = await guarded('plan', 'superbills')
  expect(await planOf(mother, clientId)).toBeNull()
  const { versionId, objectiveId } = await savePlan(clientId)
  expect(await planOf(mother, clientId)).toBeNull()
  const [shown] = [await addDiagnosis(clientId, 'canary-shared'), await addDiagnosis(clientId, 'canary-own')]
  const progress = { clientId, objectiveId, notedOn: '2026-02-02', percent: 40, comment: 'canary-comment' }
  await therapist.api.treatmentPlan.addProgress({ id: randomUUID(), ...progress })
  await share(clientId, versionId, [shown])
  await child.api.treatmentPlan.signMine({ clientId, versionId, name: 'canary-signature' })
  await savePlan(clientId, 1, 'canary-next')
  const plan = await planOf(mother, clientId)
  expect(plan).toMatchObject({ versionId, number: 1, goals: [{ text: 'canary-goal' }], diagnoses: [{ code: 'F41.1' }] })
  const canaries = JSON.stringify(plan).match(/canary-\w+/g)
  expect([...new Set(canaries)].toSorted()).toEqual(['canary-goal', 'canary-objective', 'canary-shared'])
  expect(JSON.stringify(plan)).not.toContain('2026-02-02')
  const { plan: shared } = await mother.api.guardian.planShared({ actingFor: clientId })
  expect(shared?.number).toBe(1)
  await therapist.api.treatmentPlan.unshare({ clientId })
  expect(await planOf(mother, clientId)).toBeNull()
})

test('a client is notified once when only a further diagnosis is shared, and so are the guardians who see it', async () => {
  const { child, mother, clientId } = await guarded('plan', 'superbills')
  const father = await newClient()
  await insertGuardian(app, { ...ofTherapist, clientId, account: father, rights: ['plan'] })
  const { versionId } = await savePlan(clientId)
  const [first, second] = [await addDiagnosis(clientId, 'one'), await addDiagnosis(clientId, 'two')]
  await share(clientId, versionId, [first])
  const late = await newClient()
  const since = new Date().toISOString()
  await insertGuardian(app, { ...ofTherapist, clientId, account: late, rights: ['plan', 'superbills'], since })
  const counts = () => Promise.all([child, mother, father, late].map(async (who) => (await newsOf(who)).length))
  expect(await counts()).toEqual([1, 1, 1, 0])
  await share(clientId, versionId, [first, second])
  await share(clientId, versionId, [first, second])
  // The father doesn't see diagnoses, and the last guardian doesn't see a plan that was shared before they had the right to it.
  expect(await counts()).toEqual([2, 2, 1, 0])
  await share(clientId, versionId, [second])
  expect(await counts()).toEqual([2, 2, 1, 0])
  const mails = await queryAsRole('backup', app.databaseUrl, `select from app.mail where subject_id = '${clientId}'`)
  expect(mails).toHaveLength(2)
})

test('diagnoses that are shared with the client stay hidden from a guardian with the right to the plan alone', async () => {
  const { mother, clientId } = await guarded('plan')
  const { versionId } = await savePlan(clientId)
  await share(clientId, versionId, [await addDiagnosis(clientId, 'canary-diagnosis')])
  expect(await planOf(mother, clientId)).toMatchObject({ number: 1, diagnoses: [] })
})

test('a guardian without the right, of another child, or of the same child at another therapist finds nothing', async () => {
  const { child, clientId } = await guarded('plan')
  await share(clientId, (await savePlan(clientId)).versionId)
  const without = await newClient()
  await insertGuardian(app, { ...ofTherapist, clientId, account: without, rights: ['sessions', 'superbills'] })
  expect(await codeOf(planOf(without, clientId))).toBe('NOT_FOUND')
  expect(await codeOf(without.api.guardian.planShared({ actingFor: clientId }))).toBe('NOT_FOUND')
  const { mother: ofOther, clientId: other } = await guarded('plan')
  expect(await codeOf(planOf(ofOther, clientId))).toBe('NOT_FOUND')
  expect(await planOf(ofOther, other)).toBeNull()
  const elsewhere = await app.person('therapist', 2)
  const record = await connectClient(app, elsewhere, child)
  const account = await newClient()
  await insertGuardian(app, { therapistId: elsewhere.accountId, clientId: record, account })
  expect(await planOf(account, record)).toBeNull()
  expect(await codeOf(planOf(account, clientId))).toBe('NOT_FOUND')
})

test('a right that was given later shows what is shared from then on', async () => {
  const { clientId } = await guarded('plan')
  await share(clientId, (await savePlan(clientId)).versionId, [await addDiagnosis(clientId, 'canary-before')])
  const aunt = await newClient()
  const since = new Date().toISOString()
  await insertGuardian(app, { ...ofTherapist, clientId, account: aunt, rights: ['plan', 'superbills'], since })
  expect(await planOf(aunt, clientId)).toBeNull()
  const seen = async () => (await therapist.api.treatmentPlan.get({ clientId })).guardians.map(({ sees }) => sees)
  expect((await seen()).toSorted()).toEqual([false, true])
  await share(clientId, (await savePlan(clientId, 1)).versionId, [])
  expect(await planOf(aunt, clientId)).toMatchObject({ number: 2, diagnoses: [] })
  expect(await seen()).toEqual([true, true])
})

test('an opening by a guardian is in the audit log and in the access log of the client; the home and an empty page are not', async () => {
  const { child, mother, clientId } = await guarded('plan')
  await mother.api.guardian.planShared({ actingFor: clientId })
  expect(await planOf(mother, clientId)).toBeNull()
  expect((await child.api.access.mine({})).items).toEqual([])
  await share(clientId, (await savePlan(clientId)).versionId)
  await planOf(mother, clientId)
  expect(await openingsInAudit(app, { actorId: mother.accountId, thingId: clientId })).toEqual([
    'guardian open treatment-plan once',
  ])
  const [line] = (await child.api.access.mine({})).items
  const name = `${mother.firstName} ${mother.lastName}`
  expect(line).toMatchObject({ thing: 'treatment-plan', reader: { id: mother.accountId, name } })
})

test('sharing notifies the client by email, and the guardians with the right in the app alone', async () => {
  const { child, mother, clientId } = await guarded('plan')
  const father = await newClient()
  await insertGuardian(app, { ...ofTherapist, clientId, account: father, rights: ['sessions'] })
  await share(clientId, (await savePlan(clientId)).versionId)
  expect([(await newsOf(child)).length, (await newsOf(father)).length]).toEqual([1, 0])
  const [news] = await newsOf(mother)
  expect(news).toMatchObject({ actingFor: clientId, message: expect.stringContaining(child.firstName) as string })
  const rows = await queryAsRole<{ account: string }>(
    'backup',
    app.databaseUrl,
    `select account_id as account from app.mail where kind = 'plan-shared' and subject_id = '${clientId}'`,
  )
  expect(rows.map(({ account }) => account)).toEqual([child.accountId])
})

test('open pages of guardians with the right learn of sharing and of its end, those of others do not', async () => {
  const { mother, clientId } = await guarded('plan')
  const father = await newClient()
  await insertGuardian(app, { ...ofTherapist, clientId, account: father, rights: ['superbills'] })
  const diagnosis = await addDiagnosis(clientId, 'canary')
  await share(clientId, (await savePlan(clientId)).versionId, [diagnosis])
  await therapist.api.treatmentPlan.unshare({ clientId })
  for (const op of ['INSERT', 'DELETE']) {
    const [plan, diagnoses] = [
      await audienceOf('treatment_plan_share', op, clientId),
      await audienceOf('diagnosis_share', op, clientId),
    ]
    expect([plan.includes(mother.accountId), plan.includes(father.accountId)], op).toEqual([true, false])
    expect([diagnoses.includes(mother.accountId), diagnoses.includes(father.accountId)], op).toEqual([false, true])
  }
})

test('a plan of a client without an account is shared with the guardians, and refused without any', async () => {
  const clientId = await addPayingClient(app, therapist)
  const { versionId } = await savePlan(clientId)
  expect(await codeOf(share(clientId, versionId))).toBe('NO_ACCOUNT')
  const mother = await newClient()
  const name = `${mother.firstName} ${mother.lastName}`
  await insertGuardian(app, { ...ofTherapist, clientId, account: mother, rights: ['plan'] })
  await share(clientId, versionId)
  expect(await planOf(mother, clientId)).toMatchObject({ versionId })
  expect(await newsOf(mother)).toHaveLength(1)
  const view = await therapist.api.treatmentPlan.get({ clientId })
  expect(view).toMatchObject({ hasAccount: false, guardians: [{ name, sees: true }] })
})
