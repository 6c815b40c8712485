import type { ClientConsent } from '@attune/contract/features/messages/consent/consent'
import { consentTextVersion } from '@attune/contract/features/messages/consent/consent.rules'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { createHash } from 'node:crypto'
import { afterEach, expect, test, vi } from 'vitest'
import { failureResponse, mockServer, refusalResponse, renderPage } from '../../../testing/render-page.tsx'
import { uiText } from '../../../testing/ui-text.ts'
import de from '../../../locales/consent/de.json'
import en from '../../../locales/consent/en.json'
import es from '../../../locales/consent/es.json'
import fr from '../../../locales/consent/fr.json'
import { TextConsentCard } from './TextConsentCard.tsx'
import { TextConsentSettings } from './TextConsentSettings.tsx'

const id = '5a1f4b7e-5d1f-4a58-9a43-0d3a1a2b3c4d'
const number = '+4915123456789'
const terms = { version: 1, senderName: 'Attune', provider: 'Twilio', providerCountry: 'US' }
const sms = { channel: 'sms' as const, ...terms, offered: ['reminder' as const, 'notice' as const], given: [] }
const consent: ClientConsent = {
  clientId: id,
  therapistName: 'Nora Lindqvist',
  number: null,
  phone: '',
  countries: ['DE', 'AT'],
  mayGive: true,
  channels: [sms],
  stopped: null,
  requestedAt: null,
  history: [],
}
const allowed: ClientConsent = {
  ...consent,
  number,
  channels: [{ ...sms, given: ['reminder', 'notice'] }],
}
const event = { at: '2026-11-20T10:00:00.000Z', byReader: true, number, language: 'de' as const, ...terms }

afterEach(() => vi.unstubAllGlobals())

/**
 * Mocks the server: shows `items` to the client and the first of them to the therapist. Returns a function that lists the calls that give or withdraw
 * consent.
 */
function serve(items: ClientConsent[], refusal?: () => Response) {
  const answer = () => refusal?.() ?? items[0]
  const served = mockServer({
    'consent/list': () => ({ items }),
    'consent/get': () => items[0],
    'consent/give': answer,
    'consent/withdraw': answer,
  })
  return () => served.calls.filter(({ path }) => path === 'consent/give' || path === 'consent/withdraw')
}

/** Mocks a server on which no text channel is configured. Returns a function that counts its answers. */
function serveNothing() {
  const none = { ...consent, channels: [] }
  const served = mockServer({ 'consent/list': () => ({ items: [] }), 'consent/get': () => none })
  return () => served.calls.length
}

type Key = Parameters<typeof uiText>[0]
const key = (name: string, values?: Record<string, unknown>) => uiText(`consent:${name}` as Key, values as never)
const press = async (name: string, values?: Record<string, unknown>) =>
  fireEvent.click(await screen.findByRole('button', { name: key(name, values) }))
const enterNumber = (value: string) => fireEvent.change(screen.getByRole('textbox'), { target: { value } })
const choose = (purpose: string) => fireEvent.click(screen.getByRole('checkbox', { name: key(`purpose.${purpose}`) }))
const openCard = () => renderPage(<TextConsentCard client={{ id, firstName: 'Ana', language: 'de' }} />)

test('a client reads the whole text, chooses what may be sent, and allows it @slow', async () => {
  const changes = serve([consent])
  await renderPage(<TextConsentSettings />)
  await press('allow', { channel: 'SMS' })
  const dialog = within(await screen.findByRole('dialog'))
  await dialog.findByText(key('v1.provider.sms', { provider: 'Twilio', country: 'United States' }))
  for (const text of ['v1.stop', 'v1.free']) expect(dialog.getByText(key(text))).toBeTruthy()
  expect(dialog.getByText(key('v1.sender', { sender: 'Attune' }))).toBeTruthy()
  expect(dialog.getAllByRole('checkbox').some((box) => (box as HTMLInputElement).checked)).toBe(false)
  await press('dialog.submit.client')
  expect(await dialog.findByText(key('problem.purposes'))).toBeTruthy()
  choose('notice')
  enterNumber('+49 30 1234567')
  await press('dialog.submit.client')
  expect(await dialog.findByText(key('problem.not-mobile'))).toBeTruthy()
  expect(changes()).toEqual([])
  enterNumber(' +49 151 234 567 89')
  await press('dialog.submit.client')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(changes().map(({ path, input }) => ({ path, ...(input as object) }))).toEqual([
    {
      path: 'consent/give',
      id,
      command: expect.any(String),
      channel: 'sms',
      number,
      purposes: ['notice'],
      language: 'en',
      ...terms,
    },
  ])
})

test('a purpose that is no longer chosen is withdrawn, and a new number is announced @slow', async () => {
  const changes = serve([allowed])
  await renderPage(<TextConsentSettings />)
  await press('change', { channel: 'SMS' })
  await screen.findByRole('dialog')
  enterNumber('+43 664 1234567')
  expect(screen.getByText(key('dialog.numberChanged', { number }))).toBeTruthy()
  enterNumber(number)
  choose('reminder')
  await press('dialog.save')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(changes()).toMatchObject([
    { path: 'consent/withdraw', input: { channel: 'sms', purposes: ['reminder'] } },
    { path: 'consent/give', input: { number, purposes: ['notice'] } },
  ])
})

test('a client ends a channel with one click', async () => {
  const changes = serve([allowed])
  await renderPage(<TextConsentSettings />)
  await screen.findByText(key('toNumber', { number }))
  await press('stop', { channel: 'SMS' })
  await waitFor(() =>
    expect(changes()).toMatchObject([{ input: { id, channel: 'sms', purposes: ['reminder', 'notice'] } }]),
  )
})

test('a therapist confirms the client’s word, in the language of the client @slow', async () => {
  const changes = serve([{ ...consent, phone: '+49 151 23456789' }])
  await openCard()
  await press('record', { channel: 'SMS' })
  await screen.findByRole('dialog')
  expect(screen.getByText(key('dialog.terms.therapist', { name: 'Ana' }))).toBeTruthy()
  choose('reminder')
  await press('dialog.submit.therapist')
  expect(await screen.findByText(key('problem.agreed', { name: 'Ana' }))).toBeTruthy()
  expect(changes()).toEqual([])
  fireEvent.click(screen.getByRole('checkbox', { name: key('dialog.agreed', { name: 'Ana' }) }))
  await press('dialog.submit.therapist')
  await waitFor(() => expect(changes()).toMatchObject([{ input: { number, language: 'de', purposes: ['reminder'] } }]))
})

test('what the server refuses is explained, and the form keeps what was entered @slow', async () => {
  let answer = () => refusalResponse(409, 'NUMBER_REFUSED', { problem: 'country' })
  serve([allowed], () => answer())
  await renderPage(<TextConsentSettings />)
  await press('change', { channel: 'SMS' })
  await screen.findByRole('dialog')
  await press('dialog.save')
  expect(await screen.findByText(key('problem.country'))).toBeTruthy()
  answer = () => refusalResponse(409, 'TERMS_CHANGED')
  await press('dialog.save')
  expect(await screen.findByText(key('saveFailed.TERMS_CHANGED'))).toBeTruthy()
  expect((screen.getByRole('textbox') as HTMLInputElement).value).toBe(number)
})

test('the record shows STOP with its date, that the client asks for texts again, and the history @slow', async () => {
  const history: ClientConsent['history'] = [
    {
      ...event,
      at: '2026-11-21T10:00:00.000Z',
      action: 'withdrawn',
      source: 'stop',
      channel: 'sms',
      purpose: 'notice',
    },
    { ...event, action: 'given', source: 'therapist', channel: 'sms', purpose: 'notice' },
    { ...event, action: 'given', source: 'therapist', channel: 'sms', purpose: 'reminder' },
  ]
  serve([
    {
      ...consent,
      number,
      stopped: { at: '2026-11-21T10:00:00.000Z', source: 'stop' },
      requestedAt: '2026-11-21T11:00:00.000Z',
      history,
    },
  ])
  await openCard()
  expect((await screen.findByText(/STOP/)).textContent).toContain(number)
  expect(screen.getByText(/asks to receive texts again/)).toBeTruthy()
  await press('history.open')
  const steps = within(await screen.findByRole('dialog')).getAllByRole('listitem')
  expect(steps.map((step) => step.textContent)).toEqual([
    expect.stringContaining(key('history.withdrawn.stop')),
    expect.stringContaining(key('history.given.therapist')),
  ])
  expect(steps[1]?.textContent).toContain(
    key('history.terms', {
      sender: 'Attune',
      provider: 'Twilio',
      country: 'United States',
      version: 1,
      language: 'Deutsch',
    }),
  )
})

test('while no channel is on, the record shows nothing, and the settings say that no texts are sent', async () => {
  const answers = serveNothing()
  const { client, unmount } = await openCard()
  await waitFor(() => expect([answers(), client.isFetching()]).toEqual([1, 0]))
  expect(screen.queryByRole('heading')).toBeNull()
  unmount()
  const settings = await renderPage(<TextConsentSettings />)
  await waitFor(() => expect([answers(), settings.client.isFetching()]).toEqual([2, 0]))
  expect(screen.queryByRole('heading')).toBeNull()
  expect(screen.getByText(uiText('consent:unused'))).toBeTruthy()
})

test('a failed load can be tried again', async () => {
  mockServer({ 'consent/list': () => failureResponse() })
  await renderPage(<TextConsentSettings />)
  expect(await screen.findByText(key('failed'))).toBeTruthy()
  serve([allowed])
  await press('again')
  expect(await screen.findByText(key('toNumber', { number }))).toBeTruthy()
})

test('a changed wording of the consent needs a new version', () => {
  const texts = [en, de, fr, es].map((language) => language[`v${consentTextVersion}`])
  const hash = createHash('sha256').update(JSON.stringify(texts)).digest('hex').slice(0, 16)
  expect({ version: consentTextVersion, hash }).toEqual({ version: 1, hash: '3b7ae338ca4f6c3a' })
})
