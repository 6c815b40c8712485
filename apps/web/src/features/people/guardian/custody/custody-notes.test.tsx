import type { CustodyNote } from '@attune/contract/features/people/guardian/guardian.custody'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { mockServer, renderPage } from '../../../../testing/render-page.tsx'
import { uiText } from '../../../../testing/ui-text.ts'
import { otherSampleId, sampleId, signedInAnswers } from '../../../schedule/session/session.testing.ts'
import { CustodyNotes } from './CustodyNotes.tsx'

afterEach(() => vi.unstubAllGlobals())

const note: CustodyNote = {
  id: otherSampleId,
  notedOn: '2026-01-05',
  text: 'The mother decides health questions alone.',
  file: null,
  version: 3,
}
const day = '5 January 2026'

async function show(notes: CustodyNote[]) {
  const { inputsOf } = mockServer({
    ...signedInAnswers('therapist'),
    'guardian/saveCustodyNote': () => note,
    'guardian/removeCustodyNote': () => ({ done: true }),
  })
  await renderPage(<CustodyNotes clientId={sampleId} notes={notes} />)
  return inputsOf
}
const submit = () => fireEvent.submit(document.querySelector('form') as HTMLFormElement)
const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }))

test('a note is added with a day and a text, and an empty one is not sent @slow', async () => {
  const sent = await show([])
  await press(uiText('custodyNote:add'))
  const text = await screen.findByLabelText(uiText('custodyNote:text'))
  submit()
  expect(await screen.findByText(uiText('custodyNote:textMissing'))).toBeTruthy()
  expect(sent('guardian/saveCustodyNote')).toEqual([])
  fireEvent.change(text, { target: { value: note.text } })
  submit()
  await waitFor(() =>
    expect(sent('guardian/saveCustodyNote')).toMatchObject([
      { clientId: sampleId, version: 0, text: note.text, fileId: null },
    ]),
  )
})

test('a note is shown with its day and edited in the version that was shown @slow', async () => {
  const sent = await show([note])
  expect(screen.getByText(note.text)).toBeTruthy()
  expect(screen.getByText(day)).toBeTruthy()
  await press(uiText('custodyNote:editOf', { day }))
  fireEvent.change(await screen.findByLabelText(uiText('custodyNote:text')), { target: { value: 'Both decide.' } })
  submit()
  await waitFor(() =>
    expect(sent('guardian/saveCustodyNote')).toMatchObject([
      { id: otherSampleId, version: 3, notedOn: '2026-01-05', text: 'Both decide.' },
    ]),
  )
})

test('deleting a note asks first', async () => {
  const sent = await show([note])
  await press(uiText('custodyNote:removeOf', { day }))
  const dialog = within(await screen.findByRole('dialog', { name: uiText('custodyNote:removeTitle') }))
  expect(sent('guardian/removeCustodyNote')).toEqual([])
  expect(dialog.getByText(uiText('custodyNote:removeText'))).toBeTruthy()
  submit()
  await waitFor(() => expect(sent('guardian/removeCustodyNote')).toEqual([{ clientId: sampleId, id: otherSampleId }]))
})
