import { QueryClientProvider } from '@tanstack/react-query'
import { screen } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { queryClient } from '../../../../platform/query/query-client.ts'
import { mockServer, renderPage } from '../../../../testing/render-page.tsx'
import { uiText } from '../../../../testing/ui-text.ts'
import { OnboardingPage } from './OnboardingPage.tsx'

const nora = { id: 'nora', role: 'client', email: 'nora@practice.test', firstName: 'Nora', lastName: 'Lindqvist' }
const request = { id: 'r', askedAt: '2026-11-20T10:00:00Z', decidedAt: null, reason: null }
const profile = { specialization: '', credentials: '', bio: '', aboutMe: '' }

beforeEach(() => queryClient.clear())

async function openPage(login: object, me: object) {
  mockServer({
    'login/session': () => ({ login: { userId: 'nora', loginId: 'l1', hasPassword: true, need: null, ...login } }),
    'account/me': () => ({ ...nora, onboarded: true, ...me }),
    'account/therapistProfile': () => profile,
  })
  await renderPage(
    <QueryClientProvider client={queryClient}>
      <OnboardingPage />
    </QueryClientProvider>,
    '/onboarding',
  )
}

test('an approved therapist without a second factor is asked to set it up @slow', async () => {
  await openPage(
    { role: 'therapist', need: 'enrol' },
    { role: 'therapist', roleRequest: { ...request, status: 'approved' } },
  )
  expect(await screen.findByRole('heading', { name: uiText('onboarding:waiting.secondFactor') })).toBeTruthy()
  expect(await screen.findByText(uiText('onboarding:waiting.approved'))).toBeTruthy()
  expect(screen.queryByRole('radio')).toBeNull()
})

test('a person who has not onboarded chooses a role', async () => {
  await openPage({ role: 'client' }, { onboarded: false, roleRequest: null })
  expect(await screen.findAllByRole('radio')).toHaveLength(2)
})
