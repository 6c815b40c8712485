import { recordParts } from '@attune/contract/features/care/record-export/record-export.rules'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { mockServer, renderPage } from '../../../testing/render-page.tsx'
import { uiText } from '../../../testing/ui-text.ts'
import { otherSampleId, signedInAnswers } from '../../schedule/session/session.testing.ts'
import { ExportRecordDialog } from './ExportRecordDialog.tsx'

afterEach(() => vi.unstubAllGlobals())

async function openDialog(answer: () => unknown) {
  const { inputsOf } = mockServer({ ...signedInAnswers('therapist'), 'recordExport/start': answer })
  const onClose = vi.fn()
  await renderPage(<ExportRecordDialog clientId={otherSampleId} name="Ana" onClose={onClose} />)
  const submit = async () => fireEvent.click(await screen.findByRole('button', { name: uiText('recordExport:submit') }))
  return {
    submit,
    onClose,
    orders: () => inputsOf('recordExport/start'),
  }
}
const box = (part: (typeof recordParts)[number]) =>
  screen.getByRole('checkbox', { name: uiText(`recordExport:part.${part}`) })

test('a record is exported as a whole unless parts are left out, and the page says that the export is logged', async () => {
  const { submit, orders, onClose } = await openDialog(() => ({ url: '/api/record-export/zip', expiresAt: '' }))
  expect(await screen.findByText(uiText('recordExport:logged', { name: 'Ana' }))).toBeTruthy()
  fireEvent.click(box('messages'))
  fireEvent.click(screen.getByRole('radio', { name: uiText('recordExport:format.zip') }))
  await submit()
  await waitFor(() => expect(onClose).toHaveBeenCalled())
  const parts = recordParts.filter((part) => part !== 'messages')
  expect(orders()).toEqual([{ clientId: otherSampleId, as: 'zip', parts, from: null, until: null }])
})

test('an export without a part is not sent', async () => {
  const { submit, orders } = await openDialog(() => ({ url: '', expiresAt: '' }))
  await screen.findByText(uiText('recordExport:parts'))
  for (const part of recordParts) fireEvent.click(box(part))
  await submit()
  expect(await screen.findByText(uiText('recordExport:noParts'))).toBeTruthy()
  expect(orders()).toEqual([])
})
