import type { GuardedPlan } from '@attune/contract/features/people/guardian/guardian.plan'
import { screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { mockServer, renderPage } from '../../../../testing/render-page.tsx'
import { uiText } from '../../../../testing/ui-text.ts'
import { otherSampleId, sampleId, signedInAnswers } from '../../../schedule/session/session.testing.ts'
import { ActingForContext } from '../frame/acting-for.ts'
import { sampleGuardedClient } from '../guardian.testing.ts'
import { GuardianPlanPage } from './GuardianPlanPage.tsx'
import { GuardianPlanSection } from './PlanSection.tsx'

afterEach(() => vi.unstubAllGlobals())

const objective = { id: otherSampleId, text: 'Take the train', measure: '', target: '', targetOn: null }
const plan: GuardedPlan = {
  therapistName: 'Lena Brandt',
  versionId: otherSampleId,
  number: 2,
  goals: [{ id: sampleId, text: 'Leave the house', objectives: [{ ...objective, state: 'open' }] }],
  reviewOn: null,
  madeAt: '2026-11-02T10:00:00.000Z',
  diagnoses: [],
}

const show = (what: React.ReactNode, answers: Parameters<typeof mockServer>[0], client = sampleGuardedClient()) => {
  const server = mockServer({ ...signedInAnswers('client'), ...answers })
  return renderPage(<ActingForContext value={client}>{what}</ActingForContext>).then(() => server)
}

test('the home says which version is shared and links to the plan of this client, without reading the plan', async () => {
  const sharedAt = '2026-11-03T10:00:00.000Z'
  const { calls } = await show(<GuardianPlanSection clientId={sampleId} />, {
    'guardian/planShared': () => ({ plan: { number: 2, sharedAt } }),
  })
  const link = await screen.findByRole('link', { name: uiText('guardianPlan:open') })
  expect(link.getAttribute('href')).toBe(`/for/${sampleId}/plan`)
  expect(screen.getByText(uiText('guardianPlan:shared', { number: '2', day: '3 November 2026' }))).toBeTruthy()
  expect(calls.map(({ path }) => path)).not.toContain('guardian/plan')
})

test('without a shared plan the section says what will be there', async () => {
  await show(<GuardianPlanSection clientId={sampleId} />, { 'guardian/planShared': () => ({ plan: null }) })
  expect(await screen.findByText(uiText('guardianPlan:empty'))).toBeTruthy()
  expect(screen.queryByRole('link')).toBeNull()
})

test('the page shows goals and objectives, and offers neither progress nor a signature @slow', async () => {
  await show(<GuardianPlanPage />, { 'guardian/plan': () => ({ plan }) })
  expect(await screen.findByRole('heading', { name: 'Leave the house' })).toBeTruthy()
  expect(screen.getByText('Take the train')).toBeTruthy()
  expect(screen.queryAllByRole('button')).toEqual([])
  expect(screen.queryByText(uiText('treatmentPlan:sign.title'))).toBeNull()
  expect(screen.queryByText(uiText('treatmentPlan:diagnosis.title'))).toBeNull()
})

test('shared diagnoses are beside the goals', async () => {
  const diagnosis = {
    id: sampleId,
    system: 'icd-10' as const,
    code: 'F41.1',
    text: 'GAD',
    from: '2026-01-05',
    until: null,
  }
  await show(<GuardianPlanPage />, { 'guardian/plan': () => ({ plan: { ...plan, diagnoses: [diagnosis] } }) })
  expect(await screen.findByText(uiText('treatmentPlan:diagnosis.title'))).toBeTruthy()
  expect(screen.getByText('F41.1', { exact: false })).toBeTruthy()
})

test('without the right the page shows nothing of the plan and leads back', async () => {
  const { calls } = await show(<GuardianPlanPage />, {}, sampleGuardedClient({ rights: ['sessions'] }))
  const back = await screen.findByRole('link', { name: uiText('guardianPlan:back', { name: 'Tim' }) })
  expect(back.getAttribute('href')).toBe(`/for/${sampleId}`)
  expect(calls.map(({ path }) => path)).not.toContain('guardian/plan')
})
