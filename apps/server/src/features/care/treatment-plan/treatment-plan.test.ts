import type { PlanContent } from '@attune/contract/features/care/treatment-plan/treatment-plan.schemas'
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { startSharedApp } from '../../../testing/app.ts'
import { queryAsRole } from '../../../testing/database/database.ts'
import { addPayingClient } from '../../../testing/records/invoices.ts'
import type { Person } from '../../../testing/people.ts'
import { connectClient, insertCompletedSession } from '../../../testing/records/sessions.ts'
import { jobsAfterCleanups } from '../../../testing/cleanups.ts'
import { remindOfReview } from './treatment-plan.review.ts'

const app = await startSharedApp({ worker: false })
const [therapist, other] = await Promise.all([app.person('therapist', 1), app.person('therapist', 2)])

let people = 0
/** Creates a client who is connected to the first therapist. */
async function connected() {
  const client = await app.person('client', ++people)
  return { client, clientId: await connectClient(app, therapist, client) }
}

const objective = (text: string) => ({
  id: randomUUID(),
  text,
  measure: 'Trips a week',
  target: '3',
  targetOn: '2027-02-01',
  state: 'open' as const,
})
const content = (part: Partial<PlanContent> = {}): PlanContent => ({
  goals: [{ id: randomUUID(), text: 'canary-goal', objectives: [objective('canary-objective')] }],
  interventions: ['canary-intervention'],
  reviewOn: null,
  ...part,
})
const save = (clientId: string, version: number, plan: PlanContent, id: string = randomUUID()) =>
  therapist.api.treatmentPlan.save({ id, clientId, version, ...plan })
const addDiagnosis = (clientId: string, part = {}) =>
  therapist.api.treatmentPlan.saveDiagnosis({
    id: randomUUID(),
    clientId,
    version: 0,
    system: 'icd-10',
    code: 'f41.1',
    text: 'canary-diagnosis',
    from: '2026-01-05',
    until: null,
    ...part,
  })
const share = (clientId: string, versionId: string, diagnosisIds: string[] = [], asksSignature = false) =>
  therapist.api.treatmentPlan.share({ clientId, versionId, asksSignature, diagnosisIds })
const plansOf = async (client: Person) => (await client.api.treatmentPlan.mine({})).items

test('each save of changed content is a version of the plan', async () => {
  const { clientId } = await connected()
  const first = content()
  const id = randomUUID()
  expect(await save(clientId, 0, first, id)).toEqual({ versionId: id, number: 1 })
  expect(await save(clientId, 0, first, id)).toEqual({ versionId: id, number: 1 })
  expect((await save(clientId, 1, { ...first, interventions: [] })).number).toBe(2)
  await expect(save(clientId, 1, content())).rejects.toMatchObject({
    code: 'CHANGED',
    data: { plan: { number: 2, interventions: [] } },
  })
  const { items } = await therapist.api.treatmentPlan.versions({ clientId })
  expect(items.map(({ number, interventions }) => [number, interventions])).toEqual([
    [2, []],
    [1, ['canary-intervention']],
  ])
  await expect(save(clientId, 2, content(), id)).rejects.toMatchObject({ code: 'CONFLICT' })
  const [goal] = first.goals
  await expect(save(clientId, 2, { ...first, goals: goal ? [goal, goal] : [] })).rejects.toMatchObject({ status: 400 })
})

test('of two saves of one version at once, one wins', async () => {
  const { clientId } = await connected()
  const answers = await Promise.allSettled([save(clientId, 0, content()), save(clientId, 0, content())])
  expect(answers.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
})

test('a signed version never changes, not even for the owner of its row', async () => {
  const { clientId } = await connected()
  const plan = content()
  const { versionId } = await save(clientId, 0, plan)
  const sign = (name: string) => therapist.api.treatmentPlan.sign({ clientId, versionId, name })
  await sign('Tessa Lind')
  await sign('Someone Else')
  const signed = (await therapist.api.treatmentPlan.get({ clientId })).plan?.signatures.therapist
  expect(signed).toMatchObject({ name: 'Tessa Lind', sha256: expect.stringMatching(/^[0-9a-f]{64}$/) as string })
  for (const statement of [
    `update app.treatment_plan_version set goals = '[]' where id = '${versionId}'`,
    `delete from app.treatment_plan_version where id = '${versionId}'`,
    `update app.treatment_plan_signature set name = 'x' where version_id = '${versionId}'`,
  ])
    await expect(
      app.db.asActor({ role: 'therapist', id: therapist.accountId }, (tx) => tx.run(statement, [])),
      statement,
    ).rejects.toMatchObject({ code: '42501' })
  await save(clientId, 1, { ...plan, reviewOn: '2027-01-05' })
  const { plan: latest } = await therapist.api.treatmentPlan.get({ clientId })
  expect([latest?.number, latest?.signatures]).toEqual([2, { therapist: null, client: null }])
  await expect(sign('Tessa Lind')).rejects.toMatchObject({ code: 'CHANGED' })
  const { items } = await therapist.api.treatmentPlan.versions({ clientId })
  expect(items.at(-1)?.signatures.therapist).toEqual(signed)
})

test('a client sees the shared version with its progress, never a diagnosis, an intervention or a comment that was not shared', async () => {
  const { client, clientId } = await connected()
  const plan = content()
  const { versionId } = await save(clientId, 0, plan)
  const objectiveId = plan.goals[0]?.objectives[0]?.id ?? ''
  const { id: hidden } = await addDiagnosis(clientId)
  const { id: shown } = await addDiagnosis(clientId, { code: 'F32.1 g', text: 'shown-diagnosis' })
  const progress = { clientId, objectiveId, notedOn: '2026-02-03', percent: 40, comment: 'canary-comment' }
  await therapist.api.treatmentPlan.addProgress({ id: randomUUID(), ...progress })
  expect(await plansOf(client)).toEqual([])

  await share(clientId, versionId)
  const [seen] = await plansOf(client)
  expect(seen).toMatchObject({
    number: 1,
    goals: plan.goals,
    diagnoses: [],
    progress: [{ objectiveId, notedOn: '2026-02-03', percent: 40 }],
  })
  expect(JSON.stringify(seen)).not.toMatch(/canary-(diagnosis|intervention|comment)|F41|F32/)

  await share(clientId, versionId, [shown])
  const [more] = await plansOf(client)
  expect(more?.diagnoses).toMatchObject([{ code: 'F32.1 G', text: 'shown-diagnosis' }])
  expect(JSON.stringify(more)).not.toMatch(/canary-(diagnosis|intervention|comment)|F41/)
  // The client cannot read the rows either.
  const rows = await app.db.asActor({ role: 'client', id: client.accountId }, (tx) =>
    tx.run<{ id: string }>('select id from app.diagnosis', []),
  )
  expect(rows.rows.map(({ id }) => id)).toEqual([shown])
  expect(rows.rows.map(({ id }) => id)).not.toContain(hidden)
  for (const table of ['treatment_plan_detail', 'treatment_progress_comment', 'diagnosis_favorite'])
    await expect(
      app.db.asActor({ role: 'client', id: client.accountId }, (tx) => tx.run(`select from app.${table}`, [])),
      table,
    ).rejects.toMatchObject({ code: '42501' })

  // The client does not see a later version, or progress on its new objectives, until it is shared.
  const later = content({ interventions: [] })
  await save(clientId, 1, later)
  const laterObjective = later.goals[0]?.objectives[0]?.id ?? ''
  await therapist.api.treatmentPlan.addProgress({ ...progress, id: randomUUID(), objectiveId: laterObjective })
  expect(await plansOf(client)).toMatchObject([{ number: 1 }])
  const { rows: noted } = await app.db.asActor({ role: 'client', id: client.accountId }, (tx) =>
    tx.run<{ objective_id: string }>('select objective_id from app.treatment_progress', []),
  )
  expect(noted.map((row) => row.objective_id)).toEqual([objectiveId])
  await therapist.api.treatmentPlan.unshare({ clientId })
  expect(await plansOf(client)).toEqual([])
})

test('a client without an account cannot get a plan, and a stranger learns nothing', async () => {
  const record = await addPayingClient(app, therapist, 'Paper')
  const { versionId } = await save(record, 0, content())
  await expect(share(record, versionId)).rejects.toMatchObject({ code: 'NO_ACCOUNT' })
  const { client, clientId } = await connected()
  await expect(share(clientId, versionId)).rejects.toMatchObject({ status: 404 })
  const { id } = await addDiagnosis(record)
  const own = await save(clientId, 0, content())
  await expect(share(clientId, own.versionId, [id])).rejects.toMatchObject({ status: 404 })
  await expect(other.api.treatmentPlan.get({ clientId })).rejects.toMatchObject({ status: 404 })
  const signed = { clientId, versionId: own.versionId, name: 'Ana' }
  await expect(client.api.treatmentPlan.signMine(signed)).rejects.toMatchObject({ status: 404 })
  await share(clientId, own.versionId)
  await expect(client.api.treatmentPlan.signMine(signed)).rejects.toMatchObject({ code: 'NOT_ASKED' })
})

test('a client who is asked signs the shared version once, and the therapist is notified without any text of the plan', async () => {
  const { client, clientId } = await connected()
  const { versionId } = await save(clientId, 0, content())
  await share(clientId, versionId, [], true)
  await client.api.treatmentPlan.signMine({ clientId, versionId, name: 'Ana Sample' })
  await client.api.treatmentPlan.signMine({ clientId, versionId, name: 'Another Name' })
  const { plan } = await therapist.api.treatmentPlan.get({ clientId })
  expect(plan?.signatures.client).toMatchObject({ name: 'Ana Sample' })
  const { items } = await therapist.api.notification.list({})
  const about = items.filter(({ kind, relatedId }) => kind === 'plan-signed' && relatedId === clientId)
  expect(about).toHaveLength(1)
  const received = (await client.api.notification.list({})).items.filter(({ kind }) => kind === 'plan-shared')
  expect(received).toHaveLength(1)
  expect(JSON.stringify([about, received])).not.toMatch(/canary/)
})

test('the end of a connection ends sharing, and the plan stays with the record @slow', async () => {
  const { client, clientId } = await connected()
  const { versionId } = await save(clientId, 0, content())
  const { id } = await addDiagnosis(clientId)
  await share(clientId, versionId, [id])
  await client.api.connection.disconnect({ clientId, command: randomUUID() })
  expect(await plansOf(client)).toEqual([])
  expect(await therapist.api.treatmentPlan.get({ clientId })).toMatchObject({
    share: null,
    plan: { id: versionId },
    diagnoses: [{ id, shared: false }],
  })
})

test('an account that leaves its record leaves no share for the next one', async () => {
  const { clientId } = await connected()
  const { versionId } = await save(clientId, 0, content())
  const { id } = await addDiagnosis(clientId)
  await share(clientId, versionId, [id])
  await app.privileged.definer.query('update app.client set account_id = null where id = $1', [clientId])
  const count = (table: string) =>
    queryAsRole('backup', app.databaseUrl, `select from app.${table} where client_id = '${clientId}'`)
  expect([await count('treatment_plan_share'), await count('diagnosis_share')]).toEqual([[], []])
})

test('a diagnosis has the form of its system, counts its edits and becomes a favorite until it is removed', async () => {
  const { clientId } = await connected()
  const saved = await addDiagnosis(clientId, { code: 'f33.1 g' })
  expect(saved).toMatchObject({ code: 'F33.1 G', version: 1 })
  await expect(addDiagnosis(clientId, { code: '6A70.1' })).rejects.toMatchObject({ status: 400 })
  await expect(addDiagnosis(clientId, { until: '2025-01-01' })).rejects.toMatchObject({ status: 400 })
  const { shared: _shared, ...fields } = saved
  const edit = { ...fields, clientId, until: '2026-03-01' }
  const repeated = [
    await therapist.api.treatmentPlan.saveDiagnosis(edit),
    await therapist.api.treatmentPlan.saveDiagnosis(edit),
  ]
  expect(repeated).toMatchObject([{ version: 2 }, { version: 2 }])
  await expect(therapist.api.treatmentPlan.saveDiagnosis({ ...edit, text: 'other' })).rejects.toMatchObject({
    code: 'CHANGED',
    data: { version: 2, until: '2026-03-01' },
  })
  const codes = async () => (await therapist.api.treatmentPlan.favorites({})).items.map(({ code }) => code)
  expect(await codes()).toContain('F33.1 G')
  expect((await other.api.treatmentPlan.favorites({})).items).toEqual([])
  await therapist.api.treatmentPlan.removeFavorite({ system: 'icd-10', code: 'F33.1 G' })
  expect(await codes()).not.toContain('F33.1 G')
  await therapist.api.treatmentPlan.removeDiagnosis({ clientId, id: saved.id })
  expect((await therapist.api.treatmentPlan.get({ clientId })).diagnoses).toEqual([])
})

test('a session names the objectives it worked on, with progress that the plan shows over time', async () => {
  const { clientId } = await connected()
  const plan = content()
  await save(clientId, 0, plan)
  const objectiveId = plan.goals[0]?.objectives[0]?.id ?? ''
  const sessionId = await insertCompletedSession(app, therapist, clientId, new Date('2026-03-02T10:00:00Z'))
  await therapist.api.treatmentPlan.addProgress({
    id: randomUUID(),
    clientId,
    objectiveId,
    notedOn: '2026-02-03',
    percent: 20,
    comment: '',
  })
  const note = (part = {}) =>
    therapist.api.treatmentPlan.noteSession({
      sessionId,
      clientId,
      objectiveId,
      worked: true,
      percent: null,
      comment: '',
      ...part,
    })
  const ofSession = async () => (await therapist.api.treatmentPlan.ofSession({ sessionId })).items[0]?.objectives
  expect(await ofSession()).toMatchObject([{ id: objectiveId, worked: false, percent: null, lastPercent: 20 }])
  await note()
  await note({ percent: 55, comment: 'Took the tram' })
  expect(await ofSession()).toMatchObject([{ worked: true, percent: 55, comment: 'Took the tram', lastPercent: 20 }])
  const { progress } = await therapist.api.treatmentPlan.get({ clientId })
  expect(progress.map(({ notedOn, percent, sessionId: of }) => [notedOn, percent, of])).toEqual([
    ['2026-02-03', 20, null],
    ['2026-03-02', 55, sessionId],
  ])
  await note({ worked: false })
  expect(await ofSession()).toMatchObject([{ worked: false }])
  await expect(note({ objectiveId: randomUUID() })).rejects.toMatchObject({ status: 404 })
  const { clientId: absent } = await connected()
  await expect(note({ clientId: absent })).rejects.toMatchObject({ status: 404 })
  const future = { id: randomUUID(), clientId, objectiveId, notedOn: '2099-01-01', percent: 20, comment: '' }
  await expect(therapist.api.treatmentPlan.addProgress(future)).rejects.toMatchObject({ code: 'FUTURE_DAY' })
})

test('a record with a plan or a diagnosis is not merged away', async () => {
  const into = await addPayingClient(app, therapist, 'Stays')
  const merge = (id: string) => therapist.api.client.merge({ id, into, command: randomUUID() })
  const [planned, diagnosed] = [
    await addPayingClient(app, therapist, 'Planned'),
    await addPayingClient(app, therapist, 'Coded'),
  ]
  await save(planned, 0, content())
  await addDiagnosis(diagnosed)
  await expect(merge(planned)).rejects.toMatchObject({ code: 'NOT_EMPTY' })
  await expect(merge(diagnosed)).rejects.toMatchObject({ code: 'NOT_EMPTY' })
})

test('a review that is due reminds the therapist once unless a newer version has a later date @slow', async () => {
  const { clientId } = await connected()
  const plan = content({ reviewOn: '2026-01-05' })
  await save(clientId, 0, plan)
  const job = { clientId, therapistId: therapist.accountId }
  const reminders = async () =>
    (await therapist.api.notification.list({})).items.filter(
      ({ kind, relatedId }) => kind === 'plan-review' && relatedId === clientId,
    )
  await remindOfReview(app, job)
  await remindOfReview(app, job)
  expect(await reminders()).toHaveLength(1)
  await save(clientId, 1, { ...plan, reviewOn: '2099-01-05' })
  await remindOfReview(app, job)
  expect(await reminders()).toHaveLength(1)
  await save(clientId, 2, { ...plan, reviewOn: '2026-01-06' })
  // The cleanup finds reviews that are due after 8 a.m. in the therapist's zone.
  const jobs = await jobsAfterCleanups(app, 'treatment-plan-review')
  const queued = await queryAsRole(
    'backup',
    app.databaseUrl,
    `select from app.treatment_plan_version v where v.client_id = '${clientId}'`,
  )
  expect(queued).toHaveLength(3)
  expect(jobs.filter((each) => each.clientId === clientId)).toHaveLength(1)
})
