import { formFieldTypes } from '@attune/contract/features/care/form/form.rules'
import type { FormContent, FormElement, FormView, OwnFormView } from '@attune/contract/features/care/form/form.schemas'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { draftPersistence } from '../../../platform/autosave/saved-value.draft.ts'
import { mockServer, refusalResponse, renderPage } from '../../../testing/render-page.tsx'
import { uiText } from '../../../testing/ui-text.ts'
import { FormElementList } from './build/FormElementList.tsx'
import { OwnFormById } from './fill/OwnFormPage.tsx'
import { SendFormDialog } from './sent/SendFormDialog.tsx'

const id = '5a1f4b7e-5d1f-4a58-9a43-0d3a1a2b3c4d'
afterEach(() => vi.unstubAllGlobals())

const fieldId = (number: number) => `${number}b1f4b7e-5d1f-4a58-9a43-0d3a1a2b3c4d`
const field = (number: number, type: FormElement['type'], label: string): FormElement => ({
  id: fieldId(number),
  type,
  label,
  hint: '',
  required: type === 'signature',
  options: [],
})

/** Renders the fields of a form and reports each change. */
async function openFields(fields: FormElement[]) {
  const onChange = vi.fn<(fields: FormElement[]) => void>()
  function Fields() {
    const [value, setValue] = useState(fields)
    const change = (next: FormElement[]) => {
      onChange(next)
      setValue(next)
    }
    return <FormElementList fields={value} problems={[] satisfies FormView['problems']} onChange={change} />
  }
  await renderPage(<Fields />)
  const list = within(await screen.findByRole('list', { name: uiText('form:fields') }))
  return { rows: () => list.getAllByRole('listitem'), last: () => onChange.mock.lastCall?.[0] ?? [] }
}

test('a question is marked as required by its switch, unlike a paragraph and the signature @slow', async () => {
  const { rows, last } = await openFields([
    field(1, 'paragraph', 'Read this'),
    field(2, 'short-text', 'Name'),
    field(3, 'signature', 'Sign here'),
  ])
  const switches = rows().map((row) => within(row).queryByRole('switch', { name: uiText('form:field.required') }))
  expect(switches.map(Boolean)).toEqual([false, true, false])
  fireEvent.click(switches[1] as HTMLElement)
  expect(last().map(({ required }) => required)).toEqual([false, true, true])
})

test('Alt and an arrow key move a field, which keeps the focus and stops at the end of the list @slow', async () => {
  const { last } = await openFields([field(1, 'short-text', 'First'), field(2, 'short-text', 'Second')])
  const input = screen.getByDisplayValue('Second')
  input.focus()
  fireEvent.keyDown(input, { key: 'ArrowUp', altKey: true })
  expect(last().map(({ label }) => label)).toEqual(['Second', 'First'])
  expect(document.activeElement).toHaveProperty('value', 'Second')
  fireEvent.keyDown(input, { key: 'ArrowUp', altKey: true })
  expect(last().map(({ label }) => label)).toEqual(['Second', 'First'])
  fireEvent.keyDown(input, { key: 'ArrowDown', altKey: true })
  expect(last().map(({ label }) => label)).toEqual(['First', 'Second'])
})

const content: FormContent = {
  title: 'Consent to photos',
  language: 'en',
  isConsent: true,
  fields: [{ ...field(1, 'short-text', 'What may be shown?'), required: true }, field(2, 'signature', 'I agree')],
}
const opened: OwnFormView = {
  id,
  title: content.title,
  isConsent: true,
  state: 'open',
  version: 1,
  sentAt: '2026-11-20T09:00:00.000Z',
  replacedAt: null,
  dueDay: null,
  signedAt: null,
  isSignedByGuardian: false,
  withdrawnAt: null,
  hasSignature: true,
  isReady: false,
  paper: null,
  needsGuardian: false,
  scan: null,
  therapistName: 'Nora Lindqvist',
  content,
  answers: {},
  draftVersion: 0,
  savedAt: null,
  signature: null,
  isForMinor: false,
  guardians: [],
}

/** Opens the form on the page of the client, with these answers of the server. */
async function openForm(answers: Record<string, (input: never) => unknown> = {}) {
  const { inputsOf } = mockServer({
    'form/open': () => opened,
    'form/saveAnswers': () => ({ draftVersion: 1, savedAt: new Date().toISOString() }),
    ...answers,
  })
  await renderPage(<OwnFormById id={id} />)
  const input = await screen.findByLabelText(/What may be shown/)
  return { input, inputsOf }
}
const sign = () => fireEvent.click(screen.getByRole('button', { name: uiText('form:own.signAction') }))

test('what the client types is saved without a button, and the page says when @slow', async () => {
  vi.spyOn(draftPersistence, 'get').mockReturnValue(true)
  const { input, inputsOf } = await openForm()
  screen.getByText(uiText('note:state.empty'))
  fireEvent.change(input, { target: { value: 'The blue one' } })
  await screen.findByText(uiText('common:outcome.saving'))
  await waitFor(
    () =>
      expect(inputsOf('form/saveAnswers')).toEqual([
        { id, draftVersion: 0, answers: { [fieldId(1)]: 'The blue one' } },
      ]),
    { timeout: 4000 },
  )
  await screen.findByText(new RegExp(`^${uiText('note:state.saved', { when: '' })}.*\\d`))
})

test('signing without a required answer sends nothing and moves the focus to the answer', async () => {
  const { input, inputsOf } = await openForm()
  sign()
  await screen.findByText(uiText('form:own.missing_other', { count: '2' }))
  expect(document.activeElement).toBe(input)
  expect(inputsOf('form/sign')).toEqual([])
})

test('the number of empty fields is the number of fields that say so, while the client fills them in @slow', async () => {
  const { input } = await openForm()
  sign()
  await screen.findByText(uiText('form:own.missing_other', { count: '2' }))
  expect(screen.getAllByText(uiText('form:own.required'))).toHaveLength(2)
  fireEvent.change(input, { target: { value: 'The blue one' } })
  await screen.findByText(uiText('form:own.missing_one', { count: '1' }))
  expect(screen.getAllByText(uiText('form:own.required'))).toHaveLength(1)
})

test('an intake form with each type of question and no signature counts as many empty fields as it marks @slow', async () => {
  const questions = formFieldTypes
    .filter((type) => !['heading', 'paragraph', 'signature'].includes(type))
    .map((type, at) => ({ ...field(at + 1, type, `Question ${at}`), required: true, options: ['Yes', 'No'] }))
  const fields = [field(8, 'heading', 'About you'), field(9, 'paragraph', 'Take your time.'), ...questions]
  mockServer({ 'form/open': () => ({ ...opened, hasSignature: false, content: { ...content, fields } }) })
  await renderPage(<OwnFormById id={id} />)
  fireEvent.click(await screen.findByRole('button', { name: uiText('form:own.submitAction') }))
  await screen.findByText(uiText('form:own.missing_other', { count: String(questions.length) }))
  await waitFor(() => expect(screen.getAllByText(uiText('form:own.required'))).toHaveLength(questions.length))
})

test('a form that was replaced meanwhile is shown in its new version instead of being signed @slow', async () => {
  const newer = {
    ...opened,
    version: 2,
    replacedAt: '2026-11-21T09:00:00.000Z',
    answers: { [fieldId(1)]: 'The blue one' },
    draftVersion: 1,
    content: { ...content, fields: [...content.fields, field(3, 'paragraph', 'A new sentence.')] },
  }
  const { input } = await openForm({ 'form/sign': () => refusalResponse(409, 'OUTDATED', newer) })
  fireEvent.change(input, { target: { value: 'The blue one' } })
  fireEvent.change(screen.getByLabelText(uiText('form:own.name')), { target: { value: 'Ana Moreau' } })
  sign()
  await screen.findByText(uiText('form:refused.OUTDATED'))
  screen.getByText('A new sentence.')
  screen.getByText(uiText('form:own.replaced'))
  expect(input).toHaveProperty('value', 'The blue one')
})

test('the dialog proposes a form of which the client has no open copy', async () => {
  const form = (title: string, digit: number) => ({
    id: `${digit}${id.slice(1)}`,
    title,
    version: 1,
    confirmedVersion: 1,
  })
  const [photos, intake] = [form('Photos', 1), form('Intake', 2)]
  mockServer({
    'form/list': () => ({ items: [photos, intake] }),
    'form/ofClient': () => ({ items: [{ id, formId: photos.id, state: 'open' }], signers: [] }),
  })
  await renderPage(<SendFormDialog client={{ id, name: 'Ana' }} onClose={() => {}} />)
  await waitFor(() => expect(screen.getByLabelText(uiText('form:title'))).toHaveProperty('value', intake.id))
})

test('a form can be sent once the list of forms has arrived, and until then the dialog does not say that there is none', async () => {
  let answer: (list: unknown) => void = () => {}
  const { calls } = mockServer({
    'form/list': () => new Promise((resolve) => (answer = resolve)),
    'form/ofClient': () => ({ items: [], signers: [] }),
  })
  await renderPage(<SendFormDialog client={{ id, name: 'Ana' }} onClose={() => {}} />)
  const send = await screen.findByRole('button', { name: uiText('form:send.action') })
  expect(screen.queryByText(uiText('form:send.none'))).toBeNull()
  expect(send.hasAttribute('disabled')).toBe(true)
  await waitFor(() => expect(calls.map(({ path }) => path)).toContain('form/list'))
  answer({ items: [{ id, title: 'Photos', version: 1, confirmedVersion: 1 }] })
  expect(await screen.findByLabelText(uiText('form:title'))).toHaveProperty('value', id)
  expect(send.hasAttribute('disabled')).toBe(false)
})
