import type { Contract } from '@attune/contract'
import type { Ownership } from '../../../platform/policy/policy.ts'
import type { TestContext } from '../../../testing/fixtures/test-context.ts'
import { emptyInput, type SampleInputs } from '../../../testing/samples/sample-input.ts'
import type { EmptyInDemo, SampleRows } from '../../../testing/samples/sample-rows.ts'

const client = (context: TestContext, whose: Ownership) => ({ clientId: context.fixturesOf(whose).clientId })
const version = (context: TestContext, whose: Ownership) => ({
  ...client(context, whose),
  versionId: context.fixturesOf(whose).planVersionId,
})
const objective = (context: TestContext, whose: Ownership) => ({
  ...client(context, whose),
  objectiveId: context.fixturesOf(whose).planObjectiveId,
})

const inputs = {
  get: { input: client },
  versions: { input: client },
  save: {
    input: (context, whose) => ({
      id: context.newId(),
      ...client(context, whose),
      version: 0,
      goals: [
        {
          id: context.newId(),
          text: 'Fewer panic attacks',
          objectives: [
            {
              id: context.newId(),
              text: 'Take the train',
              measure: 'Trips a week',
              target: '2',
              targetOn: '2026-12-01',
              state: 'open' as const,
              score: { questionnaire: 'phq-9', title: 'PHQ-9', reach: 'below' as const, points: 10 },
            },
          ],
        },
      ],
      interventions: ['Exposure in small steps'],
      reviewOn: null,
    }),
  },
  sign: { input: (context, whose) => ({ ...version(context, whose), name: 'Nora Lindqvist' }) },
  share: { input: (context, whose) => ({ ...version(context, whose), asksSignature: false, diagnosisIds: [] }) },
  unshare: { input: client },
  saveDiagnosis: {
    input: (context, whose) => ({
      id: context.fixturesOf(whose).planDiagnosisId,
      ...client(context, whose),
      version: 1,
      system: 'icd-10' as const,
      code: 'F41.1',
      text: 'Generalized anxiety disorder',
      from: '2026-01-05',
      until: null,
    }),
  },
  removeDiagnosis: {
    input: (context, whose) => ({ ...client(context, whose), id: context.fixturesOf(whose).planDiagnosisId }),
  },
  favorites: emptyInput,
  removeFavorite: { input: () => ({ system: 'icd-10' as const, code: 'Z99.9' }) },
  addProgress: {
    input: (context, whose) => ({
      id: context.newId(),
      ...objective(context, whose),
      notedOn: '2026-02-03',
      percent: 50,
      comment: 'Slept through twice.',
    }),
  },
  removeProgress: {
    input: (context, whose) => ({ ...client(context, whose), id: context.fixturesOf(whose).planProgressId }),
  },
  ofSession: { input: (context, whose) => ({ sessionId: context.fixturesOf(whose).planSessionId }) },
  noteSession: {
    input: (context, whose) => ({
      ...objective(context, whose),
      sessionId: context.fixturesOf(whose).planSessionId,
      worked: true,
      percent: 60,
      comment: 'Practiced breathing.',
    }),
  },
  mine: emptyInput,
  signMine: { input: (context, whose) => ({ ...version(context, whose), name: 'Ana Sample' }) },
} satisfies SampleInputs<Contract['treatmentPlan']>

const sha256 = '0'.repeat(64)

const rows = {
  diagnosis: ({ therapistId, clientId, mark, rowId }) => ({
    id: rowId('diagnosis'),
    therapist_id: therapistId,
    client_id: clientId,
    system: 'icd-10',
    code: 'F41.1',
    text: mark,
    from_day: '2031-01-05',
  }),
  diagnosis_share: ({ therapistId, clientId, rowId }) => ({
    therapist_id: therapistId,
    client_id: clientId,
    diagnosis_id: rowId('diagnosis'),
  }),
  diagnosis_favorite: ({ therapistId, mark }) => ({
    therapist_id: therapistId,
    system: 'icd-10',
    code: 'F41.1',
    text: mark,
  }),
  treatment_plan_version: ({ therapistId, clientId, mark, rowId }) => ({
    id: rowId('plan'),
    therapist_id: therapistId,
    client_id: clientId,
    number: 1,
    goals: JSON.stringify([{ id: rowId('goal'), text: mark, objectives: [] }]),
    made_at: '2031-01-05T10:00:00Z',
  }),
  treatment_plan_detail: ({ therapistId, mark, rowId }) => ({
    therapist_id: therapistId,
    version_id: rowId('plan'),
    interventions: [mark],
  }),
  treatment_plan_share: ({ therapistId, clientId, rowId }) => ({
    therapist_id: therapistId,
    client_id: clientId,
    version_id: rowId('plan'),
  }),
  treatment_plan_signature: ({ therapistId, clientId, mark, rowId }) => ({
    therapist_id: therapistId,
    version_id: rowId('plan'),
    client_id: clientId,
    name: mark,
    sha256,
    signed_at: '2031-01-05T10:00:00Z',
  }),
  treatment_plan_client_signature: ({ therapistId, clientId, mark, rowId }) => ({
    therapist_id: therapistId,
    version_id: rowId('plan'),
    client_id: clientId,
    name: mark,
    sha256,
    signed_at: '2031-01-05T10:00:00Z',
  }),
  treatment_progress: ({ therapistId, clientId, rowId }) => ({
    id: rowId('progress'),
    therapist_id: therapistId,
    client_id: clientId,
    objective_id: rowId('objective'),
    noted_on: '2031-01-06',
    percent: 40,
  }),
  treatment_progress_comment: ({ therapistId, mark, rowId }) => ({
    therapist_id: therapistId,
    progress_id: rowId('progress'),
    text: mark,
  }),
  treatment_plan_reminder: ({ therapistId, clientId }) => ({
    therapist_id: therapistId,
    client_id: clientId,
    review_on: '2031-04-05',
  }),
} satisfies Partial<SampleRows>

const emptyInDemo = {
  diagnosis_share: 'has no example yet',
  treatment_plan_reminder: 'is written by a job of the running product',
  treatment_progress_comment: 'has no example yet',
} satisfies EmptyInDemo<typeof rows>

export const treatmentPlanSamples = { inputs, rows, emptyInDemo }
