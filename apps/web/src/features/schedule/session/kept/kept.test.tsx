import type { KeptSession } from '@attune/contract/features/people/guardian/guardian.kept'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import Toasts from '../../../../ui/toast/Toasts.tsx'
import { mockServer, renderPage } from '../../../../testing/render-page.tsx'
import { uiText } from '../../../../testing/ui-text.ts'
import { otherSampleId, sampleId, sampleSession, signedInAnswers } from '../session.testing.ts'
import { KeptSessionCard, KeptSessionMark } from './KeptSessionCard.tsx'

afterEach(() => vi.unstubAllGlobals())

const ana = { clientId: sampleId, firstName: 'Ana', isKept: false }

async function show(kept: KeptSession, part: Parameters<typeof sampleSession>[1] = {}) {
  const session = sampleSession('therapist', part)
  const { calls } = mockServer({
    ...signedInAnswers('therapist'),
    'guardian/keptSession': () => kept,
    'guardian/keepSession': ({ isKept }: { isKept: boolean }) => ({
      participants: [{ ...ana, isKept }],
      invoices: isKept ? [{ id: otherSampleId, number: '2026-0147' }] : [],
    }),
  })
  await renderPage(
    <>
      <KeptSessionMark sessionId={session.id} />
      <KeptSessionCard session={session} />
      <Toasts />
    </>,
  )
  return { session, sent: () => calls.filter(({ path }) => path === 'guardian/keepSession').map(({ input }) => input) }
}

test('a session is kept from guardians with its invoices, and shown again with undo', async () => {
  const { session, sent } = await show({ participants: [ana], invoices: [] })
  const toggle = await screen.findByRole('switch', { name: uiText('kept:switch') })
  expect(screen.queryByText(uiText('kept:mark'))).toBeNull()
  fireEvent.click(toggle)
  expect(await screen.findByText(uiText('kept:mark'))).toBeTruthy()
  const link = screen.getByRole('link', { name: '2026-0147' })
  expect(link.getAttribute('href')).toBe(`/dashboard/therapist/payments/${otherSampleId}`)
  const undo = await screen.findByRole('button', { name: uiText('kept:undo') })
  await act(async () => fireEvent.click(undo))
  await waitFor(() => expect(screen.queryByText(uiText('kept:mark'))).toBeNull())
  const order = { id: session.id, clientId: sampleId, withLater: false }
  expect(sent()).toEqual([
    { ...order, isKept: true },
    { ...order, isKept: false },
  ])
})

test('the later sessions of a series are kept, too, on request', async () => {
  const { session, sent } = await show(
    { participants: [{ ...ana, isKept: true }], invoices: [] },
    { seriesId: otherSampleId },
  )
  fireEvent.click(await screen.findByRole('button', { name: uiText('kept:session.keepLater') }))
  await waitFor(() => expect(sent()).toEqual([{ id: session.id, clientId: sampleId, isKept: true, withLater: true }]))
})

test('nothing is shown for a session without a guarded participant', async () => {
  await show({ participants: [], invoices: [] })
  await waitFor(() => expect(screen.queryByRole('switch')).toBeNull())
  expect(screen.queryByText(uiText('kept:title'))).toBeNull()
})
