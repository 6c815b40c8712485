import { fireEvent, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { mockServer, refusalResponse, renderPage } from '../../../testing/render-page.tsx'
import { uiText, uiTextPattern } from '../../../testing/ui-text.ts'
import Toasts from '../../../ui/toast/Toasts.tsx'
import { SessionActions } from './detail/SessionActions.tsx'
import { SessionDialogProvider } from './dialogs/SessionDialogProvider.tsx'
import { ScheduleDialog } from './schedule/ScheduleDialog.tsx'
import { sampleId, sampleSession, signedInAnswers } from './session.testing.ts'

afterEach(() => vi.unstubAllGlobals())

const session = sampleSession('therapist')
const client = { id: sampleId, name: 'Ana Moreau' }
const at = { day: '2099-11-26', time: '11:00', minutes: 50 }
const press = async (name: string | RegExp) => fireEvent.click(await screen.findByRole('button', { name }))

/** Returns a function that opens a dialog from the menu of the session. */
const openFromMenu = (item: 'edit' | 'delete') => async () => {
  await press(uiText('negotiation:act.more'))
  fireEvent.click(screen.getByRole('menuitem', { name: uiText(`negotiation:act.${item}`) }))
}

type Case = {
  path: string
  page: ReactNode
  open: () => Promise<void>
  submit: string
  done: RegExp
  failed: string
}
const actions = <SessionActions session={session} viewer="therapist" />
const cases: Case[] = [
  {
    path: 'session/create',
    page: <ScheduleDialog client={client} at={at} onClose={() => {}} />,
    open: async () => {},
    submit: uiText('session:plan.submit'),
    done: /^Session created/,
    failed: "Couldn't create the session. What you entered is still here. Please try again.",
  },
  {
    path: 'session/edit',
    page: actions,
    open: openFromMenu('edit'),
    submit: uiText('sessionDialog:editing.submit'),
    done: /^Session updated/,
    failed: "Couldn't update the session. Nothing was changed. Please try again.",
  },
  {
    path: 'session/delete',
    page: actions,
    open: openFromMenu('delete'),
    submit: uiText('sessionDialog:asking.delete.submit'),
    done: /^Session deleted/,
    failed: "Couldn't delete the session. It's still there. Please try again.",
  },
]

test.each(cases)('$path shows which action failed, and a success message after a retry [8.04] @slow', async (one) => {
  let refused = true
  mockServer({
    ...signedInAnswers('therapist'),
    [one.path]: () => (refused ? refusalResponse(403, 'FORBIDDEN') : session),
  })
  await renderPage(
    <SessionDialogProvider>
      {one.page}
      <Toasts />
    </SessionDialogProvider>,
  )
  await one.open()
  await press(one.submit)
  expect(await screen.findByText(one.failed)).toBeTruthy()
  expect(screen.queryByText(uiTextPattern('negotiation:refused.failed'))).toBeNull()
  refused = false
  await press(one.submit)
  expect(await screen.findByText(one.done)).toBeTruthy()
})
