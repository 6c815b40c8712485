import type { Service } from '@attune/contract/features/billing/service/service'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { mockServer, refusalResponse, renderPage } from '../../../testing/render-page.tsx'
import { uiText } from '../../../testing/ui-text.ts'
import { durationText } from '../../../ui/page/date-text.ts'
import Toasts from '../../../ui/toast/Toasts.tsx'
import { AgreedPrices } from './AgreedPrices.tsx'
import { ServiceSettings } from './ServiceSettings.tsx'

afterEach(() => vi.unstubAllGlobals())

const [id, clientId] = ['5a1f4b7e-5d1f-4a58-9a43-0d3a1a2b3c4d', '6b1f4b7e-5d1f-4a58-9a43-0d3a1a2b3c4d']
const therapy: Service = {
  id,
  code: '870',
  text: 'Behavioral therapy',
  minutes: 50,
  priceMinor: '10055',
  currency: 'EUR',
  taxRateBp: 1900,
  defaultFormat: 'video',
  place: '',
  isArchived: false,
  version: 3,
}

/** Mocks the server: lists `items`, and answers each change with `refusal`, or with success if no refusal is given. */
function serve(items: Service[], prices: { serviceId: string; priceMinor: string }[] = [], refusal?: () => Response) {
  const answer = () => refusal?.() ?? therapy
  const served = mockServer({
    'service/list': () => ({ items }),
    'service/pricesOf': () => ({ items: prices }),
    'service/savePrice': () => refusal?.() ?? { done: true },
    'service/add': answer,
    'service/edit': answer,
    'service/setArchived': answer,
    'business/own': () => ({ fields: { currency: null, country: 'CH' } }),
  })
  return () =>
    served.calls
      .filter(({ path }) => /^service\/(add|edit|setArchived|savePrice)$/.test(path))
      .map(({ path, input }) => ({ path, ...(input as object) }))
}

const open = () =>
  renderPage(
    <>
      <Toasts />
      <ServiceSettings />
    </>,
  )
const field = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name })
const type = (name: string, value: string) => fireEvent.change(field(name), { target: { value } })
const choose = (name: string, value: string) =>
  fireEvent.change(screen.getByRole('combobox', { name }), { target: { value } })
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
const submit = () => fireEvent.submit(document.querySelector('form') as HTMLFormElement)

test('without services the page says what to add, and the form adds a service in the currency of the business @slow', async () => {
  const changes = serve([])
  await open()
  await screen.findByText(uiText('service:noneText'))
  press(uiText('service:add'))
  await screen.findByRole('textbox', { name: uiText('service:field.text') })
  submit()
  await screen.findByText(uiText('service:problem.text'))
  screen.getByText(uiText('service:problem.price'))
  expect(changes()).toEqual([])
  type(uiText('service:field.text'), 'Couples therapy')
  type(uiText('service:field.minutes'), '')
  type(uiText('service:field.price'), '120.50')
  choose(uiText('service:field.tax'), 'rate')
  type(uiText('service:field.taxRate'), '8.1')
  choose(uiText('service:field.format'), 'in-person')
  submit()
  await waitFor(() =>
    expect(changes()).toMatchObject([
      {
        path: 'service/add',
        text: 'Couples therapy',
        minutes: null,
        priceMinor: '12050',
        currency: 'CHF',
        taxRateBp: 810,
        defaultFormat: 'in-person',
      },
    ]),
  )
})

test('a service shows its facts and keeps typed text when an edit meets another one @slow', async () => {
  const changes = serve([therapy], [], () => refusalResponse(409, 'CHANGED', { service: therapy }))
  await open()
  await screen.findByText('€100.55')
  for (const fact of ['870', durationText(50, 'en'), uiText('service:taxRate', { rate: '19' })]) screen.getByText(fact)
  press(uiText('service:edit', { name: therapy.text }))
  await screen.findByRole('textbox', { name: uiText('service:field.text') })
  expect(field(uiText('service:field.price')).value).toBe('100.55')
  type(uiText('service:field.text'), 'Follow-up')
  submit()
  await screen.findByText(uiText('service:changed'))
  expect(field(uiText('service:field.text')).value).toBe('Follow-up')
  expect(changes()).toMatchObject([{ path: 'service/edit', id, text: 'Follow-up', taxRateBp: 1900, version: 3 }])
})

test('a service is archived, the toast takes it back, and an archived service can be restored @slow', async () => {
  const changes = serve([therapy, { ...therapy, id: clientId, text: 'Old', isArchived: true }])
  await open()
  await screen.findByText(uiText('service:archivedTitle'))
  press(uiText('service:archive', { name: therapy.text }))
  await screen.findByText(uiText('service:archived'))
  press(uiText('service:undo'))
  await screen.findByText(uiText('service:restored'))
  press(uiText('service:restoreOf', { name: 'Old' }))
  await waitFor(() =>
    expect(changes()).toEqual([
      { path: 'service/setArchived', id, isArchived: true },
      { path: 'service/setArchived', id, isArchived: false },
      { path: 'service/setArchived', id: clientId, isArchived: false },
    ]),
  )
})

test('the prices agreed with a client are listed until they are emptied @slow', async () => {
  const changes = serve([therapy], [{ serviceId: id, priceMinor: '8000' }])
  await renderPage(<AgreedPrices clientId={clientId} />)
  await screen.findByText('€80.00')
  press(uiText('service:prices.edit'))
  await screen.findByText(uiText('service:prices.regular', { price: '€100.55' }))
  type('870 · Behavioral therapy', '')
  submit()
  await waitFor(() =>
    expect(changes()).toEqual([{ path: 'service/savePrice', clientId, serviceId: id, priceMinor: null }]),
  )
})

test('without services the agreed prices lead to the settings', async () => {
  serve([])
  await renderPage(<AgreedPrices clientId={clientId} />)
  expect((await screen.findByRole('link', { name: uiText('service:prices.addService') })).getAttribute('href')).toBe(
    '/dashboard/therapist/settings/services',
  )
})
