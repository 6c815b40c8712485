import type { RecordHolder, RecordRequest } from '@attune/contract/features/care/record-request/record-request'
import { fileLimits } from '@attune/contract/features/care/file/file.rules'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { mockServer, refusalResponse, renderPage } from '../../../testing/render-page.tsx'
import { uiText } from '../../../testing/ui-text.ts'
import { otherSampleId, sampleId, signedInAnswers } from '../../schedule/session/session.testing.ts'
import { EarlierRecordRequests } from './EarlierRecordRequests.tsx'
import { ExportTooLarge, uploadExportedRecord } from './exported-record.ts'
import { RecordRequestCard } from './RecordRequestCard.tsx'
import { RecordRequestSection } from './RecordRequestSection.tsx'

afterEach(() => vi.unstubAllGlobals())

const request: RecordRequest = {
  id: sampleId,
  state: 'open',
  askedAt: '2031-01-31T10:00:00.000Z',
  dueOn: '2031-02-28',
  isOverdue: false,
  endedAt: null,
  answer: '',
  file: null,
}
const holder: RecordHolder = {
  clientId: otherSampleId,
  therapistName: 'Dr. Nora Lindqvist',
  isClosed: false,
  mayAsk: true,
  requests: [],
}
const askName = uiText('common:labelled', { label: uiText('recordRequest:ask.action'), text: holder.therapistName })

async function openOwn(items: RecordHolder[], answers: Record<string, () => unknown> = {}) {
  const served = mockServer({
    ...signedInAnswers('client'),
    'recordRequest/mine': () => ({ items }),
    'recordRequest/ask': () => ({ done: true }),
    'recordRequest/withdraw': () => ({ done: true }),
    ...answers,
  })
  await renderPage(<RecordRequestSection />)
  return served
}

async function openCard(given: { isReachable?: boolean; items: RecordRequest[] }, answers = {}) {
  const served = mockServer({
    ...signedInAnswers('therapist'),
    'recordRequest/ofClient': () => ({ isReachable: true, ...given }),
    'recordRequest/answer': () => ({ done: true }),
    'recordRequest/refuse': () => ({ done: true }),
    ...answers,
  })
  await renderPage(<RecordRequestCard client={{ id: otherSampleId, name: 'Ana' }} />)
  return served
}

test('a client asks a therapist for a copy after a dialog that says what follows @slow', async () => {
  const { inputsOf } = await openOwn([holder])
  fireEvent.click(await screen.findByRole('button', { name: askName }))
  const dialog = await screen.findByRole('dialog', { name: uiText('recordRequest:ask.title', { name: 'Nora' }) })
  fireEvent.click(within(dialog).getByRole('button', { name: uiText('recordRequest:ask.action') }))
  await waitFor(() => expect(inputsOf('recordRequest/ask')).toMatchObject([{ clientId: otherSampleId }]))
})

test('a refused request says why, and the dialog stays open @slow', async () => {
  await openOwn([holder], { 'recordRequest/ask': () => refusalResponse(409, 'ALREADY_ASKED') })
  fireEvent.click(await screen.findByRole('button', { name: askName }))
  const dialog = await screen.findByRole('dialog')
  fireEvent.click(within(dialog).getByRole('button', { name: uiText('recordRequest:ask.action') }))
  expect(await within(dialog).findByText(uiText('recordRequest:refused.ALREADY_ASKED'))).toBeTruthy()
})

test('an open request shows its days and can be withdrawn, and no second one can be made @slow', async () => {
  const { inputsOf } = await openOwn([{ ...holder, mayAsk: false, requests: [request] }])
  expect(await screen.findByText(uiText('recordRequest:due', { day: '28 February 2031' }))).toBeTruthy()
  expect(screen.getByText(uiText('recordRequest:asked', { day: '31 January 2031' }))).toBeTruthy()
  expect(screen.queryByRole('button', { name: askName })).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: uiText('recordRequest:withdraw.action') }))
  const dialog = await screen.findByRole('dialog')
  fireEvent.click(within(dialog).getByRole('button', { name: uiText('recordRequest:withdraw.action') }))
  await waitFor(() => expect(inputsOf('recordRequest/withdraw')).toEqual([{ id: sampleId }]))
})

test('a refused request shows the reason and where to complain', async () => {
  const refused = { ...request, state: 'refused' as const, endedAt: request.askedAt, answer: 'You had a copy in May.' }
  await openOwn([{ ...holder, requests: [refused] }])
  expect(await screen.findByText('You had a copy in May.')).toBeTruthy()
  expect(screen.getByText(uiText('recordRequest:reasonOf', { name: 'Nora' }))).toBeTruthy()
  expect(screen.getByText(uiText('recordRequest:complain'))).toBeTruthy()
})

test('a therapist with a closed account cannot be asked, and the section says whom to ask instead', async () => {
  await openOwn([{ ...holder, isClosed: true, mayAsk: false }])
  expect(await screen.findByText(uiText('recordRequest:closed.text', { name: 'Nora' }))).toBeTruthy()
  expect(screen.getByRole('button', { name: uiText('recordRequest:closed.contact') })).toBeTruthy()
  expect(screen.queryByRole('button', { name: askName })).toBeNull()
})

test('a copy that the therapist has removed is named as no longer available', async () => {
  await openOwn([{ ...holder, requests: [{ ...request, state: 'answered', endedAt: request.askedAt }] }])
  expect(await screen.findByText(uiText('recordRequest:copy.gone'))).toBeTruthy()
  expect(screen.queryByRole('button', { name: uiText('recordRequest:copy.open') })).toBeNull()
})

test('a therapist declines a request only with a reason @slow', async () => {
  const { inputsOf } = await openCard({ items: [request] })
  fireEvent.click(await screen.findByRole('button', { name: uiText('recordRequest:refuse.action') }))
  const dialog = await screen.findByRole('dialog', { name: uiText('recordRequest:refuse.title') })
  const submit = within(dialog).getByRole('button', { name: uiText('recordRequest:refuse.submit') })
  fireEvent.click(submit)
  expect(await within(dialog).findByText(uiText('recordRequest:refuse.required'))).toBeTruthy()
  expect(inputsOf('recordRequest/refuse')).toEqual([])
  fireEvent.change(within(dialog).getByRole('textbox'), { target: { value: 'You had it.' } })
  fireEvent.click(submit)
  const sent = { id: sampleId, clientId: otherSampleId, reason: 'You had it.' }
  await waitFor(() => expect(inputsOf('recordRequest/refuse')).toEqual([sent]))
})

test('a request of a client without an account is answered outside Attune only @slow', async () => {
  const { inputsOf } = await openCard({ isReachable: false, items: [{ ...request, isOverdue: true }] })
  expect(await screen.findByText(uiText('recordRequest:state.overdue'))).toBeTruthy()
  expect(screen.queryByRole('button', { name: uiText('recordRequest:share.action') })).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: uiText('recordRequest:answer.action') }))
  const dialog = await screen.findByRole('dialog')
  fireEvent.change(within(dialog).getByRole('textbox'), { target: { value: 'By post' } })
  fireEvent.click(within(dialog).getByRole('button', { name: uiText('recordRequest:answer.submit') }))
  const sent = { id: sampleId, clientId: otherSampleId, how: 'By post' }
  await waitFor(() => expect(inputsOf('recordRequest/answer')).toEqual([sent]))
})

test('the record lists requests that have ended, with the text of the answer', async () => {
  const answered = { ...request, state: 'answered', endedAt: request.askedAt, answer: 'On paper' }
  mockServer({
    ...signedInAnswers('therapist'),
    'recordRequest/ofClient': () => ({ isReachable: true, items: [answered] }),
  })
  await renderPage(<EarlierRecordRequests clientId={otherSampleId} />)
  expect(await screen.findByText('On paper')).toBeTruthy()
  expect(screen.getByText(uiText('recordRequest:howYou'))).toBeTruthy()
})

test('an export that is larger than a document is not uploaded', async () => {
  const blob = { size: fileLimits.pdf + 1 }
  vi.stubGlobal('fetch', async () => ({ ok: true, blob: async () => new Blob(['x']) }))
  vi.stubGlobal(
    'Blob',
    class {
      size = blob.size
    },
  )
  await expect(uploadExportedRecord('/api/record-export/x', 'copy.pdf')).rejects.toThrow(ExportTooLarge)
})
