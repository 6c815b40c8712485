import type { AssistantConsent } from '@attune/contract/features/assistant/assistant-consent/assistant-consent'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { mockServer, refusalResponse, renderPage } from '../../../testing/render-page.tsx'
import { uiText } from '../../../testing/ui-text.ts'
import { AssistantConsentPanel } from './assistant-consent.ts'
import { AssistantConsentSettings } from './AssistantConsentSettings.tsx'

const clientId = '5a1f4b7e-5d1f-4a58-9a43-0d3a1a2b3c4d'
const named = { provider: 'Example AI', providerCountry: 'FR' }
const consent: AssistantConsent = {
  clientId,
  therapistName: 'Nora Lindqvist',
  offered: { ...named, region: 'Paris only', isOwnHost: false, termsVersion: 3, version: 1 },
  isGiven: false,
  latest: null,
  mayGive: true,
  history: [],
}
const given = {
  at: '2026-11-20T10:00:00.000Z',
  action: 'given' as const,
  source: 'client' as const,
  byReader: true,
  version: 1,
  language: 'en' as const,
  ...named,
}
const allowed: AssistantConsent = { ...consent, isGiven: true, latest: given, history: [given] }

afterEach(() => vi.unstubAllGlobals())

const serve = (answers: Parameters<typeof mockServer>[0]) => {
  const { inputsOf } = mockServer(answers)
  return inputsOf
}
const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }))

test('a client reads what is sent to whom, gives consent for one therapist and withdraws it [1.13] @slow', async () => {
  const state = { consent }
  const inputsOf = serve({
    'assistantConsent/list': () => ({ items: [state.consent] }),
    'assistantConsent/give': () => (state.consent = allowed),
    'assistantConsent/withdraw': () =>
      (state.consent = { ...consent, history: [{ ...given, action: 'withdrawn' }, given] }),
  })
  await renderPage(<AssistantConsentSettings />)
  await screen.findByText(uiText('assistantConsent:with', { name: 'Nora Lindqvist' }))
  await press(uiText('assistantConsent:give.client'))
  const dialog = await screen.findByRole('dialog')
  await within(dialog).findByText(uiText('assistantConsent:v1.provider', { provider: 'Example AI', country: 'France' }))
  expect(within(dialog).getByText(uiText('assistantConsent:v1.region', { region: 'Paris only' }))).toBeTruthy()
  await press(uiText('assistantConsent:dialog.submit.client'))
  await waitFor(() =>
    expect(inputsOf('assistantConsent/give')).toMatchObject([
      { id: clientId, language: 'en', version: 1, termsVersion: 3 },
    ]),
  )
  await press(uiText('assistantConsent:withdraw'))
  await waitFor(() => expect(inputsOf('assistantConsent/withdraw')).toMatchObject([{ id: clientId }]))
  await screen.findByText(uiText('assistantConsent:status.none'))
  await press(uiText('assistantConsent:history.open'))
  expect(await screen.findByText(uiText('assistantConsent:history.withdrawn.words'))).toBeTruthy()
})

test('a therapist records consent only after confirming that the client agreed, in the client’s language [1.13] @slow', async () => {
  const inputsOf = serve({ 'assistantConsent/give': () => refusalResponse(409, 'TERMS_CHANGED') })
  await renderPage(<AssistantConsentPanel consent={consent} viewer="therapist" name="Ana" language="de" />)
  await press(uiText('assistantConsent:give.therapist'))
  await screen.findByText(uiText('assistantConsent:dialog.terms.therapist', { name: 'Ana' }))
  await press(uiText('assistantConsent:dialog.submit.therapist'))
  await screen.findByText(uiText('assistantConsent:dialog.agreedMissing', { name: 'Ana' }))
  expect(inputsOf('assistantConsent/give')).toEqual([])
  fireEvent.click(screen.getByRole('checkbox'))
  await press(uiText('assistantConsent:dialog.submit.therapist'))
  await screen.findByText(uiText('assistantConsent:saveFailed.TERMS_CHANGED'))
  expect(inputsOf('assistantConsent/give')).toMatchObject([{ language: 'de' }])
})

test('consent to an earlier provider is shown as not in force [1.13]', async () => {
  serve({})
  await renderPage(
    <AssistantConsentPanel consent={{ ...allowed, isGiven: false }} viewer="therapist" name="Ana" language="en" />,
  )
  await screen.findByText(uiText('assistantConsent:status.notInForce'))
  expect(screen.getByRole('button', { name: uiText('assistantConsent:give.therapist') })).toBeTruthy()
})
