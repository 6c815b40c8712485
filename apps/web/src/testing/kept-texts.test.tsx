import type { ClientId, ObjectiveId, QuickReplyId } from '@attune/contract/common/ids'
import { fireEvent, screen, within } from '@testing-library/react'
import type { ReactElement } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { ReminderTextDialog } from '../features/billing/payment/reminder/ReminderTextDialog.tsx'
import { ProgressDialog } from '../features/care/treatment-plan/goals/ProgressDialog.tsx'
import { TemplateDialog } from '../features/messages/channel-setup/TemplateDialog.tsx'
import { EditMessageDialog } from '../features/messages/message/item/MessageDialogs.tsx'
import { sampleMessage } from '../features/messages/message/message.testing.ts'
import { QuickReplyDialog } from '../features/messages/message-settings/QuickReplyDialog.tsx'
import { CustodyNoteDialog } from '../features/people/guardian/custody/CustodyNoteDialog.tsx'
import { sampleId, signedInAnswers } from '../features/schedule/session/session.testing.ts'
import { drafts } from '../platform/draft/drafts.ts'
import { mockServer, renderPage } from './render-page.tsx'
import { uiText } from './ui-text.ts'

afterEach(() => {
  drafts.reset()
  vi.unstubAllGlobals()
})

const onClose = () => {}
const objective = {
  id: 'objective' as ObjectiveId,
  text: 'Take the train',
  measure: '',
  target: '',
  targetOn: null,
  state: 'open',
} as const
const reminder = { language: 'de', step: 1, own: null, standard: 'Please pay.' } as const

const dialogs: [name: string, open: () => ReactElement][] = [
  ['a message', () => <EditMessageDialog message={sampleMessage(1)} onClose={onClose} />],
  ['a quick reply', () => <QuickReplyDialog id={null} text="" onSave={async () => {}} onClose={onClose} />],
  [
    'an edited quick reply',
    () => <QuickReplyDialog id={sampleId as QuickReplyId} text="See you." onSave={async () => {}} onClose={onClose} />,
  ],
  ['a template', () => <TemplateDialog onClose={onClose} />],
  ['the text of a reminder', () => <ReminderTextDialog of={reminder} onClose={onClose} />],
  ['a custody note', () => <CustodyNoteDialog clientId={sampleId as ClientId} note={null} onClose={onClose} />],
  [
    'progress on an objective',
    () => <ProgressDialog clientId={sampleId as ClientId} objective={objective} noted={[]} onClose={onClose} />,
  ],
]

/** Opens a dialog and returns its text of several lines. */
async function openText(open: () => ReactElement) {
  const { unmount } = await renderPage(open())
  const inputs = await within(await screen.findByRole('dialog')).findAllByRole('textbox')
  return { field: inputs.find((input) => input instanceof HTMLTextAreaElement) as HTMLTextAreaElement, unmount }
}

test.each(dialogs)('%s that was typed is there again after the page was closed', async (_, open) => {
  mockServer(signedInAnswers('therapist'))
  const { field, unmount } = await openText(open)
  fireEvent.change(field, { target: { value: 'Typed before the page closed' } })
  unmount()
  expect((await openText(open)).field.value).toBe('Typed before the page closed')
  expect(screen.getByText(uiText('common:draft.back'))).toBeTruthy()
})
