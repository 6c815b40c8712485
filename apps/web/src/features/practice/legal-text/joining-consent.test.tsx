import { QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { queryClient } from '../../../platform/query/query-client.ts'
import { applyProductSettings } from '../../../platform/settings/product-settings.ts'
import { mockServer, refusalResponse, renderPage } from '../../../testing/render-page.tsx'
import { uiText } from '../../../testing/ui-text.ts'
import { OnboardingPage } from '../../people/account/onboarding/OnboardingPage.tsx'

const ana = { id: 'ana', role: 'client', email: 'ana@practice.test', firstName: 'Ana', lastName: 'Moreau' }
const versionOf = (version: number) => ({
  id: `00000000-0000-4000-8000-00000000000${version}`,
  page: 'consent',
  language: 'en',
  version,
  publishedAt: '2026-11-20T10:00:00Z',
  text: { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text: `Text ${version}` }] }] },
})

let current = 1
let sent: { agreedVersionId?: string }[] = []
beforeEach(async () => {
  queryClient.clear()
  current = 1
  sent = []
  applyProductSettings({ revision: 9, legalPages: ['consent'] })
  mockServer({
    'login/session': () => ({ login: { userId: 'ana', loginId: 'l1', hasPassword: true, need: null, role: 'client' } }),
    'account/me': () => ({ ...ana, onboarded: false, roleRequest: null }),
    'legalText/joining': () => ({ text: versionOf(current) }),
    'account/onboard': (input: { agreedVersionId?: string }) => {
      sent.push(input)
      current = 2
      return refusalResponse(409, 'CHANGED')
    },
  })
  await renderPage(
    <QueryClientProvider client={queryClient}>
      <OnboardingPage />
    </QueryClientProvider>,
    '/onboarding',
  )
})

const tick = () => screen.findByRole<HTMLInputElement>('checkbox', { name: uiText('legalText:joining.client.tick') })
const submit = () => fireEvent.click(screen.getByRole('button', { name: uiText('onboarding:submit') }))

test('the consent is not ticked, and without it nothing is sent', async () => {
  fireEvent.click((await screen.findAllByRole('radio'))[0] as HTMLElement)
  expect((await tick()).checked).toBe(false)
  submit()
  expect(await screen.findByText(uiText('legalText:joining.client.missing'))).toBeTruthy()
  expect(sent).toEqual([])
})

test('a newer version is shown without a tick, and what was typed stays @slow', async () => {
  fireEvent.click((await screen.findAllByRole('radio'))[0] as HTMLElement)
  fireEvent.change(screen.getByLabelText(uiText('onboarding:firstName')), { target: { value: 'Anouk' } })
  fireEvent.click(await tick())
  submit()
  expect(await screen.findByText('Text 2')).toBeTruthy()
  expect(screen.getByText(uiText('legalText:joining.changed'))).toBeTruthy()
  await waitFor(async () => expect((await tick()).checked).toBe(false))
  expect(screen.getByDisplayValue('Anouk')).toBeTruthy()
  expect(sent).toMatchObject([{ agreedVersionId: versionOf(1).id }])
})
