import type { OwnFormView, SentForm, SentFormView } from '@attune/contract/features/care/form/form.schemas'
import type { File as StoredFile } from '@attune/contract/features/care/file/file'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { mockServer, renderPage } from '../../../testing/render-page.tsx'
import { uiText } from '../../../testing/ui-text.ts'
import { OwnFormById } from './fill/OwnFormPage.tsx'
import { OwnFormsPage } from './fill/OwnFormsPage.tsx'
import { PaperSignatureDialog } from './sent/PaperSignatureDialog.tsx'
import { SentFormDialog } from './sent/SentFormDialog.tsx'
import { SentFormRow } from './sent/SentFormRow.tsx'

const id = '7a1f4b7e-5d1f-4a58-9a43-0d3a1a2b3c4d'
const fileId = '8a1f4b7e-5d1f-4a58-9a43-0d3a1a2b3c4d'
afterEach(() => vi.unstubAllGlobals())

const scan: StoredFile = {
  id: fileId,
  name: 'Consent.pdf',
  kind: 'pdf',
  type: 'application/pdf',
  size: 4_000,
  state: 'ready',
  refusal: null,
  width: null,
  height: null,
  seconds: null,
  hasThumbnail: false,
  createdAt: '2026-11-20T09:00:00.000Z',
}
const paper = { id: '9a1f4b7e-5d1f-4a58-9a43-0d3a1a2b3c4d', signerName: 'Marta Flores', signedOn: '2026-11-19' }
const signature = { id: fileId, type: 'signature' as const, label: 'I agree', hint: '', required: true, options: [] }
const head = {
  id,
  title: 'Consent to treatment',
  isConsent: true,
  version: 1,
  sentAt: '2026-11-18T09:00:00.000Z',
  replacedAt: null,
  dueDay: null,
  signedAt: null,
  withdrawnAt: null,
  hasSignature: true,
  isReady: false,
  paper: null,
  needsGuardian: true,
}
const content = { title: head.title, language: 'en' as const, isConsent: true, fields: [signature] }
const opened: OwnFormView = {
  ...head,
  state: 'open',
  therapistName: 'Nora Lindqvist',
  content,
  scan: null,
  answers: {},
  draftVersion: 0,
  savedAt: null,
  signature: null,
  isForMinor: true,
  isSignedByGuardian: false,
  guardians: [],
}
const sent: SentForm = {
  ...head,
  state: 'open',
  formId: id,
  cancelledAt: null,
  newerVersion: null,
  flag: 'none',
  guardianName: '',
  method: null,
  isKept: false,
  isForGuardians: true,
  waitsFor: [],
  agreement: null,
}
const onPaper: SentFormView = {
  ...sent,
  state: 'signed',
  signedAt: '2026-11-20T09:00:00.000Z',
  needsGuardian: false,
  paper,
  content,
  scan,
  answers: null,
  signature: null,
}
const client = { id: fileId, name: 'Ana' }
const signedText = /Signed on paper by Marta Flores on .*19/

test('a minor reads that a parent or guardian signs on paper, and is offered no signature @slow', async () => {
  mockServer({ 'form/open': () => opened })
  await renderPage(<OwnFormById id={id} />)
  await screen.findByText(uiText('form:own.guardianTitle'))
  screen.getByText(uiText('form:own.guardianText', { name: 'Nora Lindqvist' }))
  expect(screen.queryByRole('button', { name: uiText('form:own.signAction') })).toBeNull()
  expect(screen.queryByLabelText(uiText('form:own.name'))).toBeNull()
})

test('a form that was signed on paper names who signed and when, and opens the scan instead of a PDF @slow', async () => {
  mockServer({
    'form/open': () => ({ ...opened, state: 'signed', paper, scan }),
    'file/address': () => ({ url: '/file', expiresAt: '2099-01-01T00:00:00.000Z' }),
  })
  await renderPage(<OwnFormById id={id} />)
  await screen.findByText(signedText)
  expect(screen.queryByText(uiText('form:making'))).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Consent.pdf' }))
  expect(await screen.findByRole('dialog', { name: 'Consent.pdf' })).toBeTruthy()
})

test('a signature on paper is not recorded without who signed, the date and a scan', async () => {
  const { inputsOf } = mockServer({ 'file/mine': () => ({ items: [] }) })
  await renderPage(<PaperSignatureDialog client={client} item={sent} onClose={() => {}} />)
  const submit = await screen.findByRole('button', { name: uiText('formPaper:action') })
  fireEvent.click(submit)
  await screen.findByText(uiText('formPaper:missing'))
  expect(screen.getAllByText(uiText('form:own.required'))).toHaveLength(2)
  expect(inputsOf('form/signOnPaper')).toEqual([])
})

test('a correction keeps the recorded scan unless another file is added', async () => {
  const { inputsOf } = mockServer({
    'form/sent': () => onPaper,
    'form/signOnPaper': () => onPaper,
    'file/mine': () => ({ items: [] }),
  })
  const onClose = vi.fn<() => void>()
  await renderPage(<PaperSignatureDialog client={client} item={onPaper} onClose={onClose} />)
  await screen.findByText(uiText('formPaper:current', { name: 'Consent.pdf' }))
  fireEvent.change(screen.getByLabelText(uiText('formPaper:name')), { target: { value: 'Jon Flores' } })
  fireEvent.click(screen.getByRole('button', { name: uiText('formPaper:correctAction') }))
  await waitFor(() => expect(onClose).toHaveBeenCalled())
  expect(inputsOf('form/signOnPaper')).toMatchObject([
    { clientId: client.id, id, replacesId: paper.id, fileId, signerName: 'Jon Flores', signedOn: paper.signedOn },
  ])
})

test('the therapist removes a signature on paper only after a question @slow', async () => {
  const { inputsOf } = mockServer({ 'form/removePaperSignature': () => sent })
  await renderPage(<SentFormRow client={client} item={onPaper} />)
  await screen.findByText(signedText)
  fireEvent.click(screen.getByRole('button', { name: uiText('form:more') }))
  fireEvent.click(await screen.findByRole('menuitem', { name: uiText('formPaper:remove') }))
  const dialog = within(await screen.findByRole('dialog', { name: uiText('formPaper:removeTitle') }))
  expect(inputsOf('form/removePaperSignature')).toEqual([])
  fireEvent.click(dialog.getByRole('button', { name: uiText('formPaper:remove') }))
  await waitFor(() =>
    expect(inputsOf('form/removePaperSignature')).toEqual([{ clientId: client.id, id, signatureId: paper.id }]),
  )
})

test('an open form that a guardian signs says so, and offers to record the signature', async () => {
  mockServer({})
  await renderPage(<SentFormRow client={client} item={sent} />)
  await screen.findByText(uiText('formPaper:needed'))
  fireEvent.click(screen.getByRole('button', { name: uiText('form:more') }))
  expect(await screen.findByRole('menuitem', { name: uiText('formPaper:action') })).toBeTruthy()
})

test('a form that the therapist withdrew says so with its day, and offers no action', async () => {
  mockServer({})
  await renderPage(
    <SentFormRow client={client} item={{ ...sent, state: 'cancelled', cancelledAt: '2026-11-21T09:00:00.000Z' }} />,
  )
  await screen.findByText(uiText('form:state.cancelled'), { exact: true })
  screen.getByText(new RegExp(`^${uiText('form:cancelledOn', { day: '' })}.*21`))
  expect(screen.queryByRole('button', { name: uiText('form:more') })).toBeNull()
})

test('the client’s list offers to read a form that a guardian signs, and to fill in another one', async () => {
  const { content: _, ...item } = opened
  mockServer({
    'form/mine': () => ({
      items: [item, { ...item, id: fileId, title: 'Intake', needsGuardian: false }],
    }),
  })
  await renderPage(<OwnFormsPage />)
  const nameOf = (label: string, text: string) => uiText('common:labelled', { label, text })
  await screen.findByRole('link', { name: nameOf(uiText('formPaper:read'), item.title) })
  screen.getByRole('link', { name: nameOf(uiText('form:own.fillIn'), 'Intake') })
  expect(screen.getAllByText(uiText('form:own.guardianNeeded'))).toHaveLength(1)
})

test('a recorded scan is above the text of the form, which has no answers', async () => {
  const text = { ...signature, id, type: 'paragraph' as const, label: 'Children need a space of their own.' }
  mockServer({ 'form/sent': () => ({ ...onPaper, content: { ...content, fields: [text, signature] } }) })
  await renderPage(<SentFormDialog client={client} item={onPaper} onClose={() => {}} />)
  const file = await screen.findByRole('button', { name: 'Consent.pdf' })
  expect(file.compareDocumentPosition(screen.getByText(text.label)) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy()
})
