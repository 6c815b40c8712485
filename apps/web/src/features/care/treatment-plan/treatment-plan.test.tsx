import type { OwnTreatmentPlan, PlanView } from '@attune/contract/features/care/treatment-plan/treatment-plan.schemas'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { mockServer, refusalResponse, renderPage } from '../../../testing/render-page.tsx'
import { uiText } from '../../../testing/ui-text.ts'
import Toasts from '../../../ui/toast/Toasts.tsx'
import { otherSampleId, sampleId, signedInAnswers } from '../../schedule/session/session.testing.ts'
import { ClientPlan } from './ClientPlan.tsx'
import { OwnPlanPage } from './OwnPlanPage.tsx'
import { compareLines } from './plan-lines.ts'
import { SessionObjectives } from './goals/SessionObjectives.tsx'

afterEach(() => vi.unstubAllGlobals())

const objectiveId = '3f0c2f5e-8d0b-4c33-9f7e-0a1c3a5c7f10'
const goals: NonNullable<PlanView['plan']>['goals'] = [
  {
    id: otherSampleId,
    text: 'Leave the house without fear',
    objectives: [
      { id: objectiveId, text: 'Take the train', measure: 'Trips', target: '3', targetOn: null, state: 'open' },
    ],
  },
]
const view = (part: Partial<PlanView> = {}): PlanView => ({
  clientId: sampleId,
  clientName: 'Ana Moreau',
  therapistName: 'Nora Lindqvist',
  plan: {
    id: otherSampleId,
    number: 2,
    goals,
    interventions: ['Exposure'],
    reviewOn: '2026-01-05',
    madeAt: '2026-11-02T10:00:00.000Z',
    signatures: { therapist: null, client: null },
  },
  diagnoses: [
    {
      id: otherSampleId,
      system: 'icd-10',
      code: 'F41.1',
      text: 'GAD',
      from: '2026-01-05',
      until: null,
      version: 1,
      shared: false,
    },
  ],
  progress: [
    { id: sampleId, objectiveId, notedOn: '2026-10-01', percent: 20, sessionId: null, comment: '' },
    { id: otherSampleId, objectiveId, notedOn: '2026-11-01', percent: 60, sessionId: null, comment: 'Took the tram' },
  ],
  share: null,
  hasAccount: true,
  guardians: [],
  ...part,
})

async function show(
  page: React.ReactNode,
  answers: Parameters<typeof mockServer>[0],
  role: 'therapist' | 'client' = 'therapist',
) {
  const { inputsOf } = mockServer({
    ...signedInAnswers(role),
    'treatmentPlan/favorites': () => ({ items: [{ system: 'icd-11', code: '6A70.1', text: 'Depression' }] }),
    'diagnosisCode/search': () => ({ list: null, items: [] }),
    'notification/markReadAbout': () => ({ done: true }),
    ...answers,
  })
  await renderPage(
    <>
      <Toasts />
      {page}
    </>,
  )
  return inputsOf
}
const submit = () => fireEvent.submit(document.querySelector('form') as HTMLFormElement)

test('the plan shows goals, the latest progress and a review that is due', async () => {
  await show(<ClientPlan clientId={sampleId} />, { 'treatmentPlan/get': () => view() })
  expect(await screen.findByRole('heading', { name: 'Leave the house without fear' })).toBeTruthy()
  expect(
    screen.getByRole('img', {
      name: uiText('treatmentPlan:progress.curve', { title: 'Take the train', values: '20, 60' }),
    }),
  ).toBeTruthy()
  expect(screen.getByText(uiText('treatmentPlan:reviewDue', { day: '5 January 2026' }))).toBeTruthy()
})

test.each([
  { points: 10, band: 'moderate', reached: false },
  { points: 9, band: 'mild', reached: true },
] as const)(
  'an objective measured by the PHQ-9 shows the latest score, $points, and whether it is reached: $reached @slow',
  async (last) => {
    const score = { questionnaire: 'phq-9', title: 'PHQ-9', reach: 'below' as const, points: 10 }
    const scored = goals.map((goal) => ({ ...goal, objectives: goal.objectives.map((one) => ({ ...one, score })) }))
    const plan = { ...(view().plan as NonNullable<PlanView['plan']>), goals: scored }
    const given = (points: number) => ({ at: '2026-11-03T10:00:00.000Z', name: 'phq-9', score: points })
    await show(<ClientPlan clientId={sampleId} />, {
      'treatmentPlan/get': () => view({ plan }),
      'task/progress': () => ({ weeks: [], checkIns: [], scores: [given(19 - last.points), given(last.points)] }),
    })
    const text = { score: String(last.points), most: '27', band: uiText(`taskForms:band.${last.band}`) }
    const line = { title: 'PHQ-9', day: '3 November 2026', score: uiText('taskForms:score', text) }
    expect(await screen.findByText(uiText('treatmentPlan:score.latest', line))).toBeTruthy()
    expect(screen.getByText(uiText('treatmentPlan:score.below', { title: 'PHQ-9', points: '10' }))).toBeTruthy()
    expect(screen.queryAllByText(uiText('treatmentPlan:score.reached'))).toHaveLength(last.reached ? 1 : 0)
  },
)

test('an objective measured by an own questionnaire shows its latest score with range and band @slow', async () => {
  const score = { questionnaire: otherSampleId, title: 'Sleep', reach: 'from' as const, points: 5 }
  const scored = goals.map((goal) => ({ ...goal, objectives: goal.objectives.map((one) => ({ ...one, score })) }))
  const plan = { ...(view().plan as NonNullable<PlanView['plan']>), goals: scored }
  const curve = {
    id: otherSampleId,
    title: 'Sleep',
    range: { from: 0, to: 6 },
    bands: [{ from: 0, known: null, text: 'restful' }],
    better: 'higher',
    reliableChange: null,
    points: [{ at: '2026-11-03T10:00:00.000Z', score: 5.5, version: 1, comparableFrom: 1 }],
  }
  await show(<ClientPlan clientId={sampleId} />, {
    'treatmentPlan/get': () => view({ plan }),
    'task/progress': () => ({ weeks: [], checkIns: [], scores: [], measures: [curve] }),
  })
  const within = uiText('taskForms:measure.within', { score: '5.5', from: '0', to: '6' })
  const line = { title: 'Sleep', day: '3 November 2026', score: `${within}, restful` }
  expect(await screen.findByText(uiText('treatmentPlan:score.latest', line))).toBeTruthy()
  expect(screen.getByText(uiText('treatmentPlan:score.reached'))).toBeTruthy()
})

test('in the plan form, an objective gets a questionnaire and the score to reach @slow', async () => {
  const sent = await show(<ClientPlan clientId={sampleId} />, {
    'treatmentPlan/get': () => view(),
    'treatmentPlan/save': () => ({ versionId: sampleId, number: 3 }),
    'measure/list': () => ({ items: [] }),
  })
  fireEvent.click(await screen.findByRole('button', { name: uiText('treatmentPlan:edit') }))
  const choose = async (label: string, value: string) =>
    fireEvent.change(await screen.findByLabelText(label), { target: { value } })
  await choose(uiText('treatmentPlan:form.score.questionnaire'), 'gad-7')
  await choose(uiText('treatmentPlan:form.score.reach'), 'from')
  await choose(uiText('treatmentPlan:form.score.points'), '8')
  submit()
  const score = { questionnaire: 'gad-7', title: 'GAD-7', reach: 'from', points: 8 }
  await waitFor(() => expect(sent('treatmentPlan/save')).toMatchObject([{ goals: [{ objectives: [{ score }] }] }]))
})

test('sharing names the version and shares no diagnosis unless the therapist chooses it @slow', async () => {
  const sent = await show(<ClientPlan clientId={sampleId} />, {
    'treatmentPlan/get': () => view(),
    'treatmentPlan/share': () => ({ done: true }),
  })
  fireEvent.click(await screen.findByRole('button', { name: uiText('treatmentPlan:share.share') }))
  const dialog = within(await screen.findByRole('dialog'))
  expect(dialog.getByRole<HTMLInputElement>('checkbox', { name: 'F41.1 GAD' }).checked).toBe(false)
  submit()
  await waitFor(() =>
    expect(sent('treatmentPlan/share')).toEqual([
      { clientId: sampleId, versionId: otherSampleId, asksSignature: false, diagnosisIds: [] },
    ]),
  )
})

test('a plan of a client without an account is shared with the guardians, who are named, and asks for no signature @slow', async () => {
  const guardians = [
    { name: 'Maria Weber', sees: false },
    { name: 'Paul Weber', sees: false },
  ]
  const sent = await show(<ClientPlan clientId={sampleId} />, {
    'treatmentPlan/get': () => view({ hasAccount: false, guardians }),
    'treatmentPlan/share': () => ({ done: true }),
  })
  fireEvent.click(await screen.findByRole('button', { name: uiText('treatmentPlan:share.share') }))
  const dialog = within(await screen.findByRole('dialog'))
  const text = { name: 'Ana Moreau', number: '2', names: 'Maria Weber and Paul Weber' }
  expect(dialog.getByText(uiText('treatmentPlan:share.whatGuardians', text))).toBeTruthy()
  expect(
    dialog.queryByRole('checkbox', { name: uiText('treatmentPlan:share.asks', { name: 'Ana Moreau' }) }),
  ).toBeNull()
  submit()
  await waitFor(() => expect(sent('treatmentPlan/share')).toHaveLength(1))
  expect(await screen.findByText(uiText('treatmentPlan:share.doneGuardians'))).toBeTruthy()
})

test('the shared version names the guardians who see it, and not those whose right began later', async () => {
  const share = { versionId: otherSampleId, number: 2, asksSignature: false, sharedAt: '2026-11-03T10:00:00.000Z' }
  const guardians = [
    { name: 'Maria Weber', sees: true },
    { name: 'Paul Weber', sees: false },
  ]
  await show(<ClientPlan clientId={sampleId} />, { 'treatmentPlan/get': () => view({ share, guardians }) })
  expect(await screen.findByText(uiText('treatmentPlan:share.guardiansSee', { names: 'Maria Weber' }))).toBeTruthy()
})

test('a diagnosis is checked for its form, and a favorite saves it at once @slow', async () => {
  const sent = await show(<ClientPlan clientId={sampleId} />, {
    'treatmentPlan/get': () => view({ diagnoses: [] }),
    'treatmentPlan/saveDiagnosis': (input) => ({ ...(input as object), shared: false }),
  })
  fireEvent.click(await screen.findByRole('button', { name: uiText('treatmentPlan:diagnosis.add') }))
  const dialog = within(await screen.findByRole('dialog'))
  fireEvent.change(await dialog.findByPlaceholderText('F41.1'), { target: { value: 'nonsense' } })
  submit()
  expect(await dialog.findByText(uiText('treatmentPlan:diagnosis.invalid'))).toBeTruthy()
  fireEvent.click(await dialog.findByRole('button', { name: /6A70\.1 Depression/ }))
  await waitFor(() =>
    expect(sent('treatmentPlan/saveDiagnosis')).toMatchObject([
      { system: 'icd-11', code: '6A70.1', text: 'Depression' },
    ]),
  )
})

test('a diagnosis that is searched by its name is saved by choosing it, and the toast undoes it @slow', async () => {
  const sent = await show(<ClientPlan clientId={sampleId} />, {
    'treatmentPlan/get': () => view({ diagnoses: [] }),
    'diagnosisCode/search': () => ({
      list: { name: 'icd-10-cm', language: 'en', edition: 2000 },
      items: [{ code: 'F41.1', title: 'Lasting worry', own: false }],
    }),
    'treatmentPlan/saveDiagnosis': (input) => ({ ...(input as object), shared: false }),
  })
  fireEvent.click(await screen.findByRole('button', { name: uiText('treatmentPlan:diagnosis.add') }))
  const field = await screen.findByPlaceholderText('F41.1')
  fireEvent.change(field, { target: { value: 'worry' } })
  fireEvent.click(await screen.findByRole('option', { name: 'F41.1 · Lasting worry' }))
  await waitFor(() =>
    expect(sent('treatmentPlan/saveDiagnosis')).toMatchObject([
      { system: 'icd-10', code: 'F41.1', text: 'Lasting worry' },
    ]),
  )
  const [{ id }] = sent('treatmentPlan/saveDiagnosis') as [{ id: string }]
  fireEvent.click(await screen.findByRole('button', { name: uiText('treatmentPlan:diagnosis.undo') }))
  await waitFor(() => expect(sent('treatmentPlan/removeDiagnosis')).toEqual([{ clientId: sampleId, id }]))
})

test('a plan that was saved elsewhere meanwhile is offered, and the own text can be saved after it @slow', async () => {
  let number = 2
  const sent = await show(<ClientPlan clientId={sampleId} />, {
    'treatmentPlan/get': () => view(),
    'treatmentPlan/save': (input) =>
      (input as { version: number }).version < 3
        ? refusalResponse(
            409,
            'CHANGED',
            view({ plan: { ...(view().plan as NonNullable<PlanView['plan']>), number: 3 } }),
          )
        : { versionId: otherSampleId, number: ++number },
  })
  fireEvent.click(await screen.findByRole('button', { name: uiText('treatmentPlan:edit') }))
  const goal = await screen.findByLabelText(uiText('treatmentPlan:form.goal'))
  fireEvent.change(goal, { target: { value: 'Travel again' } })
  submit()
  fireEvent.click(await screen.findByRole('button', { name: uiText('versionConflict:keepMine') }))
  await waitFor(() =>
    expect(sent('treatmentPlan/save')).toMatchObject([
      { version: 2, goals: [{ text: 'Travel again' }] },
      { version: 3, goals: [{ text: 'Travel again' }] },
    ]),
  )
})

test('a client who is asked signs with a typed name @slow', async () => {
  const plan: OwnTreatmentPlan = {
    clientId: sampleId,
    therapistName: 'Nora Lindqvist',
    clientName: 'Ana Moreau',
    versionId: otherSampleId,
    number: 2,
    goals,
    reviewOn: null,
    madeAt: '2026-11-02T10:00:00.000Z',
    asksSignature: true,
    signatures: { therapist: null, client: null },
    diagnoses: [],
    progress: [],
  }
  const sent = await show(
    <OwnPlanPage />,
    { 'treatmentPlan/mine': () => ({ items: [plan] }), 'treatmentPlan/signMine': () => ({ done: true }) },
    'client',
  )
  fireEvent.click(await screen.findByRole('button', { name: uiText('treatmentPlan:sign.sign') }))
  const dialog = within(await screen.findByRole('dialog'))
  expect(dialog.getByText(uiText('treatmentPlan:sign.simple'))).toBeTruthy()
  submit()
  expect(await dialog.findByText(uiText('treatmentPlan:sign.nameMissing'))).toBeTruthy()
  fireEvent.change(dialog.getByPlaceholderText('Ana Moreau'), { target: { value: 'Ana Moreau' } })
  submit()
  await waitFor(() =>
    expect(sent('treatmentPlan/signMine')).toEqual([
      { clientId: sampleId, versionId: otherSampleId, name: 'Ana Moreau' },
    ]),
  )
})

const objective = {
  id: objectiveId,
  text: 'Take the train',
  goal: 'Leave',
  worked: false,
  percent: null,
  lastPercent: 20,
  comment: '',
}
/** Shows a session with one objective. `noteSession` answers its changes. */
const showObjective = (noteSession: () => unknown, shown: object = {}) =>
  show(<SessionObjectives sessionId={sampleId} />, {
    'treatmentPlan/ofSession': () => ({
      items: [{ clientId: otherSampleId, clientName: 'Ana', objectives: [{ ...objective, ...shown }] }],
    }),
    'treatmentPlan/noteSession': noteSession,
  })
const notedSession = { sessionId: sampleId, clientId: otherSampleId, objectiveId, worked: true, comment: '' }

test('a tick notes that the session worked on an objective', async () => {
  const sent = await showObjective(() => ({ done: true }))
  fireEvent.click(await screen.findByRole('checkbox', { name: 'Take the train' }))
  await waitFor(() => expect(sent('treatmentPlan/noteSession')).toEqual([{ ...notedSession, percent: null }]))
})

test('the progress that is entered before the tick is answered is sent after that answer', async () => {
  const answers: (() => void)[] = []
  const answer = () => new Promise((resolve) => answers.push(() => resolve({ done: true })))
  const sent = await showObjective(answer)
  fireEvent.click(await screen.findByRole('checkbox', { name: 'Take the train' }))
  fireEvent.click(await screen.findByRole('button', { name: uiText('treatmentPlan:session.addPercent') }))
  fireEvent.change(screen.getByRole('slider'), { target: { value: '45' } })
  fireEvent.keyUp(screen.getByRole('slider'))
  await waitFor(() => expect(answers).toHaveLength(1))
  expect(sent('treatmentPlan/noteSession')).toEqual([{ ...notedSession, percent: null }])
  answers[0]?.()
  await waitFor(() => expect(answers).toHaveLength(2))
  expect(sent('treatmentPlan/noteSession')[1]).toEqual({ ...notedSession, percent: 45 })
  expect(screen.getByRole<HTMLInputElement>('slider').value).toBe('45')
})

test('a comment that is typed while the progress is saved stays in its field', async () => {
  const answers: (() => void)[] = []
  const answer = () => new Promise((resolve) => answers.push(() => resolve({ done: true })))
  const sent = await showObjective(answer, { worked: true, percent: 20 })
  fireEvent.change(await screen.findByRole('slider'), { target: { value: '45' } })
  fireEvent.keyUp(screen.getByRole('slider'))
  await waitFor(() => expect(answers).toHaveLength(1))
  const comment = screen.getByRole<HTMLInputElement>('textbox', {
    name: uiText('treatmentPlan:session.comment', { objective: objective.text }),
  })
  fireEvent.change(comment, { target: { value: 'Alone, both ways' } })
  answers[0]?.()
  await waitFor(() => expect(sent('treatmentPlan/ofSession')).toHaveLength(2))
  fireEvent.blur(comment)
  await waitFor(() => expect(answers).toHaveLength(2))
  expect(comment.value).toBe('Alone, both ways')
})

test('two versions are compared line by line', () => {
  expect(compareLines(['a', 'b', 'c'], ['a', 'x', 'c', 'd'])).toEqual([
    { text: 'a', change: 'same' },
    { text: 'b', change: 'removed' },
    { text: 'x', change: 'added' },
    { text: 'c', change: 'same' },
    { text: 'd', change: 'added' },
  ])
})
