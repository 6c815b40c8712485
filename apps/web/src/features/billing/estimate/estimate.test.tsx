import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { mockServer, refusalResponse, renderPage } from '../../../testing/render-page.tsx'
import { uiText, uiTextPattern } from '../../../testing/ui-text.ts'
import { otherSampleId, sampleId, signedInAnswers } from '../../schedule/session/session.testing.ts'
import { EstimateById } from './EstimateById.tsx'
import { EstimateListPage } from './list/EstimateListPage.tsx'
import { EstimateWarnings } from './EstimateWarnings.tsx'
import { EstimatesLink } from './EstimatesLink.tsx'
import { OwnEstimates } from './given/OwnEstimates.tsx'
import { sampleDue, sampleEstimates } from './estimate.testing.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  localStorage.clear()
})

async function show(
  what: React.ReactNode,
  answers: Parameters<typeof mockServer>[0],
  role: 'therapist' | 'client' = 'therapist',
) {
  const noServices = { 'service/list': () => ({ items: [] }), 'service/pricesOf': () => ({ items: [] }) }
  const { inputsOf } = mockServer({ ...signedInAnswers(role), ...noServices, ...answers })
  await renderPage(what)
  return { sent: inputsOf }
}

const overview = (part: object) => ({ 'estimate/overview': () => ({ isOffered: true, due: [], items: [], ...part }) })
const version = {
  id: otherSampleId,
  number: 2,
  givenOn: '2026-11-03',
  periodFrom: '2026-11-02',
  periodUntil: '2027-11-01',
  totalMinor: '180000',
  isReady: true,
}

test('the list names by when an estimate is due and why, and marks the late ones', async () => {
  const due = [
    sampleDue({ isLate: true }),
    sampleDue({ clientId: otherSampleId, clientName: 'Tom Berger', sessionOn: null }),
  ]
  await show(<EstimateListPage />, overview({ due }))
  expect(await screen.findByText(/^Due by Wed,? 5 Nov 2031 · session on Thu,? 20 Nov 2031$/)).toBeTruthy()
  expect(screen.getByText(/^Due by Wed,? 5 Nov 2031 · requested by the client$/)).toBeTruthy()
  expect(screen.getAllByText(uiText('estimate:due.late'))).toHaveLength(1)
})

test('a business outside of the United States sees neither a link nor a button, but the reason', async () => {
  await show(<EstimatesLink />, overview({ isOffered: false }))
  await show(<EstimateListPage />, overview({ isOffered: false }))
  expect(await screen.findByText(uiText('estimate:notOffered'))).toBeTruthy()
  expect(screen.queryByRole('link')).toBeNull()
  expect(screen.queryByRole('button', { name: uiText('estimate:new.action') })).toBeNull()
})

test('a draft is saved while it is typed unless a number cannot be read @slow', async () => {
  const { sent } = await show(<EstimateById clientId={sampleId} />, {
    'estimate/get': () => sampleEstimates(),
    'estimate/saveDraft': (input: { version: number }) => sampleEstimates({ version: input.version + 1 }),
  })
  const send = await screen.findByRole('button', { name: uiText('estimate:give.submit') })
  expect(send.hasAttribute('disabled')).toBe(true)
  fireEvent.click(screen.getByRole('button', { name: uiText('estimate:lines.add') }))
  fireEvent.change(screen.getByLabelText(uiText('estimate:fields.quantity')), { target: { value: 'ten' } })
  expect(await screen.findByText(uiText('estimate:fields.notANumber'))).toBeTruthy()
  expect(sent('estimate/saveDraft')).toEqual([])
  fireEvent.change(screen.getByLabelText(uiText('estimate:fields.quantity')), { target: { value: '10' } })
  await waitFor(() => expect(sent('estimate/saveDraft')).toHaveLength(1), { timeout: 3000 })
  expect(sent('estimate/saveDraft')[0]).toMatchObject({
    clientId: sampleId,
    version: 0,
    lines: [{ quantity: 10, priceMinor: null }],
  })
})

test('a draft that lacks something names it and is not sent @slow', async () => {
  const missing = [
    { field: 'npi' as const, position: null },
    { field: 'birthDate' as const, position: null },
    { field: 'lines' as const, position: null },
    { field: 'clientLetters' as const, position: null, script: 'kana' as const },
  ]
  await show(<EstimateById clientId={sampleId} />, { 'estimate/get': () => sampleEstimates({ version: 1, missing }) })
  fireEvent.click(await screen.findByRole('button', { name: uiText('estimate:give.submit') }))
  expect(await screen.findByText(uiText('estimate:missing.title'))).toBeTruthy()
  expect(screen.getByRole('link', { name: uiText('estimate:missing.npi') }).getAttribute('href')).toContain(
    'settings/business',
  )
  const birth = screen.getByRole('link', { name: uiText('estimate:missing.birthDate') })
  expect(birth.getAttribute('href')).toContain('/client-profile')
  const letters = uiText('invoiceDraft:missing.script.payer', { letters: uiText('payer:letters.kana') })
  expect(screen.getByRole('link', { name: letters })).toBeTruthy()
  expect(screen.queryByRole('dialog')).toBeNull()
})

test.each([true, false])(
  'sending an estimate mentions an email only if one can be sent: %s @slow',
  async (mailConfigured) => {
    await show(<EstimateById clientId={sampleId} />, {
      'product/info': () => ({ mailConfigured }),
      'estimate/get': () => sampleEstimates({ version: 1, missing: [] }),
    })
    fireEvent.click(await screen.findByRole('button', { name: uiText('estimate:give.submit') }))
    const dialog = await screen.findByRole('dialog')
    expect(dialog.textContent).toContain(uiText('estimate:give.text'))
    await waitFor(() => expect(dialog.textContent.includes(uiText('estimate:give.mailed'))).toBe(mailConfigured))
  },
)

test('an unknown client is not found', async () => {
  await show(<EstimateById clientId={sampleId} />, { 'estimate/get': () => refusalResponse(404, 'NOT_FOUND') })
  expect(await screen.findByRole('heading', { name: uiText('estimate:notFound') })).toBeTruthy()
})

test('the warning names client, amounts and period, and is empty without an excess @slow', async () => {
  const period = { periodFrom: '2026-11-02', periodUntil: '2027-11-01' }
  const excess = {
    clientId: sampleId,
    clientName: 'Ana Moreau',
    billedMinor: '220000',
    totalMinor: '180000',
    excessMinor: '40000',
  }
  await show(<EstimateWarnings />, { 'estimate/warnings': () => ({ items: [{ ...excess, ...period }] }) })
  expect(await screen.findByText(uiText('estimate:warning.title'))).toBeTruthy()
  expect(screen.getByText(/\$400\.00 above the estimate \(\$2,200\.00 instead of \$1,800\.00/)).toBeTruthy()
  const { sent } = await show(<EstimateWarnings draft={{ id: otherSampleId, version: 3 }} />, {
    'estimate/warnings': () => ({ items: [] }),
  })
  await waitFor(() => expect(sent('estimate/warnings')).toEqual([{ invoiceId: otherSampleId }]))
  expect(screen.queryByText(uiText('estimate:warning.draftTitle'))).toBeNull()
})

test('a client downloads each estimate whose PDF is made', async () => {
  const { totalMinor: _total, ...given } = version
  const own = { ...given, businessName: 'Harbor Counseling', name: 'Ana Moreau' }
  const items = [{ ...own, id: sampleId, number: 3, isReady: false }, own]
  await show(<OwnEstimates />, { 'estimate/mine': () => ({ items, next: null }) }, 'client')
  const link = await screen.findByRole('link', {
    name: uiTextPattern('common:labelled', { label: uiText('estimate:download') }),
  })
  expect(link.getAttribute('href')).toBe(`/api/estimate/${otherSampleId}`)
  expect(screen.getByText(uiText('estimate:making'))).toBeTruthy()
})
