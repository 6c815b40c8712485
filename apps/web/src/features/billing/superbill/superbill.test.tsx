import type { OwnSuperbill, PaidSession, SuperbillItem } from '@attune/contract/features/billing/superbill/superbill'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { mockServer, refusalResponse, renderPage } from '../../../testing/render-page.tsx'
import { uiText } from '../../../testing/ui-text.ts'
import Toasts from '../../../ui/toast/Toasts.tsx'
import { otherSampleId, sampleId, signedInAnswers } from '../../schedule/session/session.testing.ts'
import { ClientSuperbills } from './ClientSuperbills.tsx'
import { OwnSuperbills } from './OwnSuperbills.tsx'

afterEach(() => vi.unstubAllGlobals())

const paidSession = (part: Partial<PaidSession> = {}): PaidSession => ({
  sessionId: sampleId,
  invoiceId: otherSampleId,
  invoiceNumber: '2026-0147',
  serviceOn: '2026-11-02',
  minutes: 45,
  code: 'CPT 90834',
  text: 'Psychotherapy',
  format: 'video',
  feeMinor: '15000',
  paidMinor: '15000',
  currency: 'USD',
  superbillId: null,
  ...part,
})
const item = (part: Partial<SuperbillItem> = {}): SuperbillItem => ({
  id: sampleId,
  clientId: otherSampleId,
  madeOn: '2026-11-20',
  from: '2026-10-01',
  to: '2026-10-31',
  sessions: 4,
  paidMinor: '60000',
  currency: 'USD',
  ready: true,
  withdrawn: null,
  ...part,
})
const complete = { business: [], client: [], letters: [] }

async function showList(answers: Parameters<typeof mockServer>[0], country = 'US') {
  const { inputsOf } = mockServer({
    ...signedInAnswers('therapist'),
    'business/own': () => ({ fields: { country } }),
    'diagnosisCode/search': () => ({ list: null, items: [] }),
    'superbill/list': () => ({ items: [] }),
    ...answers,
  })
  await renderPage(
    <>
      <Toasts />
      <ClientSuperbills clientId={otherSampleId} />
    </>,
  )
  return inputsOf
}
const openDialog = async () => {
  fireEvent.click(await screen.findByRole('button', { name: uiText('superbill:make') }))
  return within(await screen.findByRole('dialog'))
}
const submit = () => fireEvent.submit(document.querySelector('form') as HTMLFormElement)
const type = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } })
const fieldOf = (key: 'superbill:session.code' | 'superbill:session.modifiers' | 'superbill:session.place') =>
  uiText('common:labelled', { label: uiText(key), text: '2 November 2026' })

test('the therapist types a diagnosis, leaves a session out and makes a superbill with the codes of the formats @slow', async () => {
  const second = paidSession({ sessionId: otherSampleId, serviceOn: '2026-11-09', format: 'in-person', code: '' })
  const sent = await showList({
    'superbill/prepare': () => ({ missing: complete, sessions: [second, paidSession()] }),
    'superbill/make': () => item(),
  })
  expect(await screen.findByText(uiText('superbill:none'))).toBeTruthy()
  const dialog = await openDialog()
  const code = await dialog.findByLabelText(uiText('superbill:diagnosis.code', { letter: 'A' }))
  submit()
  expect(await dialog.findByText(uiText('superbill:diagnosis.invalid'))).toBeTruthy()
  expect(dialog.getByText(uiText('superbill:session.codeInvalid'))).toBeTruthy()
  expect(sent('superbill/make')).toEqual([])

  type(code, 'f41.1')
  fireEvent.click(dialog.getByRole('checkbox', { name: /9 November 2026/ }))
  expect(dialog.getByLabelText<HTMLInputElement>(fieldOf('superbill:session.code')).value).toBe('90834')
  expect(dialog.getByLabelText<HTMLSelectElement>(fieldOf('superbill:session.place')).value).toBe('10')
  type(dialog.getByLabelText(fieldOf('superbill:session.modifiers')), '95, gt')
  submit()
  expect(await screen.findByText(uiText('superbill:dialog.done'))).toBeTruthy()
  const line = { sessionId: sampleId, code: '90834', modifiers: ['95', 'GT'], placeOfService: '10', diagnoses: ['A'] }
  expect(sent('superbill/make')).toEqual([
    { id: expect.any(String), clientId: otherSampleId, diagnoses: [{ code: 'F41.1', text: '' }], lines: [line] },
  ])
})

test('a session that is on a superbill already cannot be chosen, and the period limits the others @slow', async () => {
  const sessions = [
    paidSession({ sessionId: otherSampleId, serviceOn: '2026-11-09' }),
    paidSession({ superbillId: otherSampleId }),
  ]
  await showList({ 'superbill/prepare': () => ({ missing: complete, sessions }) })
  const dialog = await openDialog()
  expect(await dialog.findByRole('checkbox', { name: /9 November 2026/ })).toBeTruthy()
  expect(dialog.queryByRole('checkbox', { name: /2 November 2026/ })).toBeNull()
  const from = dialog.getByRole('textbox', { name: uiText('superbill:session.from') })
  type(from, '01/11/2026')
  fireEvent.blur(from)
  const earlier = await dialog.findByRole<HTMLInputElement>('checkbox', { name: /2 November 2026/ })
  expect([earlier.disabled, earlier.checked]).toEqual([true, false])
  expect(dialog.getByText(new RegExp(uiText('superbill:session.already')))).toBeTruthy()
})

test('the diagnoses of the treatment plan that applied in the period are offered, and the therapist can change them @slow', async () => {
  const diagnosis = { code: 'F41.1', text: 'Generalized anxiety disorder', from: '2026-01-05', until: null }
  const diagnoses = [diagnosis, { code: 'F32.1', text: 'Depressive episode', from: '2025-01-05', until: '2026-10-31' }]
  await showList({ 'superbill/prepare': () => ({ missing: complete, sessions: [paidSession()], diagnoses }) })
  const dialog = await openDialog()
  const code = await dialog.findByLabelText<HTMLInputElement>(uiText('superbill:diagnosis.code', { letter: 'A' }))
  expect(code.value).toBe('F41.1')
  expect(dialog.queryByLabelText(uiText('superbill:diagnosis.code', { letter: 'B' }))).toBeNull()
  type(code, 'F41.0')
  expect(code.value).toBe('F41.0')
})

test('what is missing is named with links, and nothing is sent @slow', async () => {
  const missing = { business: ['npi'], client: ['dateOfBirth'], letters: [] }
  const sent = await showList({ 'superbill/prepare': () => ({ missing, sessions: [paidSession()] }) })
  const dialog = await openDialog()
  const npi = await dialog.findByRole('link', { name: uiText('superbill:missing.business.npi') })
  expect(npi.getAttribute('href')).toContain('settings/business')
  const birth = dialog.getByRole('link', { name: uiText('superbill:missing.client.dateOfBirth') })
  expect(birth.getAttribute('href')).toContain(`/clients/${otherSampleId}/client-profile`)
  type(dialog.getByLabelText(uiText('superbill:diagnosis.code', { letter: 'A' })), 'F41.1')
  submit()
  expect(sent('superbill/make')).toEqual([])
})

test('letters that PDFs cannot show are named while a diagnosis is typed, and nothing is sent @slow', async () => {
  const missing = { ...complete, letters: [{ of: 'client', script: 'han' }] }
  const sent = await showList({ 'superbill/prepare': () => ({ missing, sessions: [paidSession()] }) })
  const dialog = await openDialog()
  const words = (of: 'client' | 'service', script: 'han' | 'hangul') =>
    uiText(`invoiceDraft:missing.script.${of}`, { letters: uiText(`payer:letters.${script}`) })
  expect(await dialog.findByRole('link', { name: words('client', 'han') })).toBeTruthy()
  type(dialog.getByLabelText(uiText('superbill:diagnosis.code', { letter: 'A' })), 'F41.1')
  type(dialog.getByLabelText(uiText('superbill:diagnosis.text')), '불안')
  expect(dialog.getByText(words('service', 'hangul'))).toBeTruthy()
  submit()
  expect(sent('superbill/make')).toEqual([])
})

test('a refusal is explained in the dialog @slow', async () => {
  await showList({
    'superbill/prepare': () => ({ missing: complete, sessions: [paidSession()] }),
    'superbill/make': () => refusalResponse(409, 'ALREADY_MADE'),
  })
  const dialog = await openDialog()
  type(await dialog.findByLabelText(uiText('superbill:diagnosis.code', { letter: 'A' })), 'F41.1')
  submit()
  expect(await dialog.findByText(uiText('superbill:refused.ALREADY_MADE'))).toBeTruthy()
})

test('the therapist downloads a superbill and withdraws it after a question @slow', async () => {
  const sent = await showList({
    'superbill/list': () => ({ items: [item()] }),
    'superbill/withdraw': () => item({ withdrawn: { at: '2026-11-21T10:00:00.000Z', reason: 'therapist' } }),
  })
  const period = uiText('superbill:period', { from: '1 October 2026', to: '31 October 2026' })
  expect((await screen.findByRole('link')).getAttribute('href')).toBe(`/api/superbill/${sampleId}/pdf`)
  fireEvent.click(screen.getByRole('button', { name: uiText('superbill:menuOf', { period }) }))
  fireEvent.click(await screen.findByRole('menuitem', { name: uiText('superbill:withdraw.action') }))
  fireEvent.click(await screen.findByRole('button', { name: uiText('superbill:withdraw.submit') }))
  expect(await screen.findByText(uiText('superbill:withdraw.done'))).toBeTruthy()
  expect(sent('superbill/withdraw')).toEqual([{ id: sampleId }])
})

test('a therapist outside of the United States is offered nothing', async () => {
  const sent = await showList({}, 'DE')
  await waitFor(() => expect(sent('business/own')).toHaveLength(1))
  expect(screen.queryByText(uiText('superbill:title'))).toBeNull()
  expect(sent('superbill/list')).toEqual([])
})

test('a client downloads a superbill and reads why another one is not valid', async () => {
  const own = (part: Partial<OwnSuperbill>): OwnSuperbill => ({
    ...item(),
    businessName: 'Praxis',
    name: 'Ana',
    ...part,
  })
  const withdrawn = { at: '2026-11-21T10:00:00.000Z', reason: 'payment' } as const
  const items = [own({}), own({ id: otherSampleId, withdrawn })]
  mockServer({ ...signedInAnswers('client'), 'superbill/mine': () => ({ items }) })
  await renderPage(<OwnSuperbills />)
  const links = await screen.findAllByRole('link')
  expect(links.map((link) => link.getAttribute('href'))).toEqual([`/api/superbill/${sampleId}/pdf`])
  expect(screen.getByText(uiText('superbill:withdrawn.payment', { day: '21 November 2026' }))).toBeTruthy()
})

test('a diagnosis of a superbill is searched in ICD-10-CM by its name @slow', async () => {
  const sent = await showList({
    'superbill/prepare': () => ({ missing: complete, sessions: [paidSession()], diagnoses: [] }),
    'diagnosisCode/search': () => ({
      list: { name: 'icd-10-cm', language: 'en', edition: 2000 },
      items: [{ code: 'F41.1', title: 'Lasting worry', own: false }],
    }),
    'superbill/make': () => item(),
  })
  const dialog = await openDialog()
  type(await dialog.findByLabelText(uiText('superbill:diagnosis.code', { letter: 'A' })), 'worry')
  const search = { system: 'icd-10-cm', language: 'en', search: 'worry' }
  await waitFor(() => expect(sent('diagnosisCode/search')).toContainEqual(search))
  fireEvent.click(await screen.findByRole('option', { name: 'F41.1 · Lasting worry' }))
  submit()
  await waitFor(() =>
    expect(sent('superbill/make')).toMatchObject([{ diagnoses: [{ code: 'F41.1', text: 'Lasting worry' }] }]),
  )
})
