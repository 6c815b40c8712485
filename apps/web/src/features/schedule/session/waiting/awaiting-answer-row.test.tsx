import { screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { failureResponse, mockServer, renderPage } from '../../../../testing/render-page.tsx'
import { uiText } from '../../../../testing/ui-text.ts'
import { otherSampleId, sampleParticipant, sampleSession, signedInAnswers } from '../session.testing.ts'
import { AwaitingAnswerPanel } from './AwaitingAnswerPanel.tsx'
import { AwaitingAnswerRow } from './AwaitingAnswerRow.tsx'

afterEach(() => vi.unstubAllGlobals())

test('the verb of a row agrees with the number of clients who have not answered', async () => {
  mockServer(signedInAnswers('therapist'))
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

test('a panel that is hidden when empty shows that loading failed and loads again', async () => {
  const answers = { ...signedInAnswers('client'), 'session/waiting': failureResponse }
  const { calls } = mockServer(answers)
  await renderPage(<AwaitingAnswerPanel viewer="client" hiddenWhenEmpty />)
  const again = await screen.findByRole('button', { name: uiText('session:again') })
  const before = calls.filter(({ path }) => path === 'session/waiting').length
  again.click()
  await vi.waitFor(() => {
    expect(calls.filter(({ path }) => path === 'session/waiting').length).toBeGreaterThan(before)
  })
})
