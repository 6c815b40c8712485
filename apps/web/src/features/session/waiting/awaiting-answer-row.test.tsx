import { screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { mockServer, renderPage } from '../../../testing/render-page.tsx'
import { uiText } from '../../../testing/ui-text.ts'
import { otherSampleId, sampleParticipant, sampleSession, signedInAnswers } from '../session.testing.ts'
import { AwaitingAnswerRow } from './AwaitingAnswerRow.tsx'

afterEach(() => vi.unstubAllGlobals())

test('the verb of a row agrees with the number of clients who have not answered', async () => {
  vi.stubGlobal('fetch', mockServer(signedInAnswers('therapist')).fetched)
  const ana = sampleParticipant()
  const leo = sampleParticipant({
    clientId: otherSampleId,
    personId: otherSampleId,
    firstName: 'Leo',
    lastName: 'Brandt',
  })
  for (const participants of [[ana], [ana, leo]]) {
    const session = sampleSession('therapist', { status: 'scheduled', participants })
    const waiting = { session, change: null, conflicts: [], rivals: [], withinAvailability: true, moved: null }
    const { unmount } = await renderPage(
      <AwaitingAnswerRow waiting={{ ...waiting, awaitedInSeries: 0 }} viewer="therapist" />,
    )
    const key =
      participants.length === 1 ? 'negotiation:verb.therapist.set_one' : 'negotiation:verb.therapist.set_other'
    expect((await screen.findByRole('link')).textContent).toMatch(new RegExp(`${uiText(key)}$`))
    unmount()
  }
})
