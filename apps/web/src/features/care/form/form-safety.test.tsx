import type { FormElement, OwnFormView, SentFormView } from '@attune/contract/features/care/form/form.schemas'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { mockServer, renderPage } from '../../../testing/render-page.tsx'
import { signedInAnswers } from '../../schedule/session/session.testing.ts'
import { uiText } from '../../../testing/ui-text.ts'
import { OptionsField } from './build/OptionsField.tsx'
import { safetyOptionsAfterEdit } from './build/safety-options.ts'
import { OwnFormById } from './fill/OwnFormPage.tsx'
import { SentFormDialog } from './sent/SentFormDialog.tsx'
import { resetPage } from '../../../testing/reset-page.ts'

const id = '6a1f4b7e-5d1f-4a58-9a43-0d3a1a2b3c4d'
afterEach(resetPage)

const symptoms: FormElement = {
  id: '1c1f4b7e-5d1f-4a58-9a43-0d3a1a2b3c4d',
  type: 'choices',
  label: 'What have you noticed?',
  hint: '',
  required: false,
  options: ['Trouble sleeping', 'Thoughts of harming myself'],
  safetyOptions: ['Thoughts of harming myself'],
}
const shown = {
  id,
  title: 'Intake',
  isConsent: false,
  version: 1,
  sentAt: '2026-11-20T09:00:00.000Z',
  replacedAt: null,
  dueDay: null,
  signedAt: null,
  withdrawnAt: null,
  hasSignature: false,
  isReady: false,
  paper: null,
  needsGuardian: false,
  scan: null,
  content: { title: 'Intake', language: 'en' as const, isConsent: false, fields: [symptoms] },
}
const opened: OwnFormView = {
  ...shown,
  state: 'open',
  therapistName: 'Nora Lindqvist',
  answers: {},
  draftVersion: 0,
  savedAt: null,
  signature: null,
  isForMinor: false,
  isSignedByGuardian: false,
  guardians: [],
}

test('choosing a marked option shows the numbers of the country beside it at once, and they go with the choice @slow', async () => {
  mockServer({
    ...signedInAnswers('client'),
    'account/me': () => ({ id, role: 'client', zone: 'America/New_York', language: 'en' }),
    'safety/plan': () => ({ plan: null, offline: false, therapists: [] }),
    'form/open': () => opened,
    'form/saveAnswers': () => ({ draftVersion: 1, savedAt: new Date().toISOString() }),
  })
  await renderPage(<OwnFormById id={id} />)
  fireEvent.click(await screen.findByRole('checkbox', { name: 'Trouble sleeping' }))
  expect(screen.queryByText(uiText('safety:chosen.title'))).toBeNull()
  const option = screen.getByRole('checkbox', { name: 'Thoughts of harming myself' })
  fireEvent.click(option)
  const help = (await screen.findByText(uiText('safety:chosen.title'))).closest<HTMLElement>('[role=alert]')
  const links = within(help as HTMLElement)
  expect(links.getByRole('link', { name: '911' }).getAttribute('href')).toBe('tel:911')
  expect(links.getByRole('link', { name: /988$/ }).getAttribute('href')).toBe('tel:988')
  expect(help?.textContent).toContain(uiText('safety:chosen.text'))
  fireEvent.click(option)
  await waitFor(() => expect(screen.queryByText(uiText('safety:chosen.title'))).toBeNull())
})

test.each([
  [false, uiText('form:signature.submitted')],
  [true, uiText('form:state.signed')],
])('a form whose signature field is %s shows %s once it is complete @slow', async (hasSignature, state) => {
  mockServer({ 'form/open': () => ({ ...opened, state: 'signed', hasSignature }) })
  await renderPage(<OwnFormById id={id} />)
  await screen.findByText(state)
  expect(document.body.textContent).not.toContain(
    uiText(hasSignature ? 'form:signature.submitted' : 'form:state.signed'),
  )
})

test('the therapist sees which marked option was chosen, and marks it as reviewed', async () => {
  const sent: SentFormView = {
    ...shown,
    state: 'signed',
    formId: id,
    cancelledAt: null,
    newerVersion: null,
    flag: 'raised',
    guardianName: '',
    method: null,
    isKept: false,
    isForGuardians: false,
    waitsFor: [],
    agreement: null,
    answers: { [symptoms.id]: ['Thoughts of harming myself'] },
    signature: null,
  }
  const { inputsOf } = mockServer({ 'form/sent': () => sent, 'form/acknowledge': () => ({ done: true }) })
  await renderPage(<SentFormDialog client={{ id, name: 'Ana' }} item={sent} onClose={() => {}} />)
  const options = 'Thoughts of harming myself'
  await screen.findByText(uiText('form:flag.title', { name: 'Ana', options }))
  fireEvent.click(screen.getByRole('button', { name: uiText('form:flag.acknowledge') }))
  await waitFor(() => expect(inputsOf('form/acknowledge')).toEqual([{ clientId: id, id }]))
})

test('the therapist marks an option of an own form, and the mark stays with its line while it is reworded', async () => {
  const last = vi.fn<(field: FormElement) => void>()
  function Field() {
    const [field, setField] = useState<FormElement>({ ...symptoms, safetyOptions: [] })
    last(field)
    return <OptionsField field={field} problem={null} onChange={(part) => setField({ ...field, ...part })} />
  }
  await renderPage(<Field />)
  fireEvent.click(await screen.findByRole('checkbox', { name: 'Thoughts of harming myself' }))
  const lines = screen.getByRole('textbox', { name: uiText('form:field.options') })
  fireEvent.change(lines, { target: { value: 'Trouble sleeping\nThoughts of suicide' } })
  expect(last.mock.lastCall?.[0].safetyOptions).toEqual(['Thoughts of suicide'])
  expect(screen.getByRole('checkbox', { name: 'Thoughts of suicide' })).toHaveProperty('checked', true)
})

test('a mark survives inserted, moved, deleted and joined lines', () => {
  const [before, marked] = [['A', 'B', 'C'], ['B']]
  const after = (...options: string[]) => safetyOptionsAfterEdit(marked, before, options)
  expect(after('A', 'New', 'B', 'C')).toEqual(['B'])
  expect(after('B', 'A', 'C')).toContain('B')
  expect(after('A', 'BC')).toEqual(['BC'])
  expect(after('AB', 'C')).toEqual(['AB'])
  expect(after('A', 'C')).toEqual([])
})
