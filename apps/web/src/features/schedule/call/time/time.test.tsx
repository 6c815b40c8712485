import { screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { mockServer, renderPage } from '../../../../testing/render-page.tsx'
import { uiText, uiTextPattern } from '../../../../testing/ui-text.ts'
import { otherSampleId, sampleId, sampleSession, signedInAnswers } from '../../session/session.testing.ts'
import { SessionMetaSection } from '../../session/detail/SessionMetaSection.tsx'
import { SessionCallTimes } from './SessionCallTimes.tsx'

const stay = (personId: string, name: string, joinedAt: string, leftAt: string | null, minutes: number) => ({
  personId,
  name,
  guardianOf: null,
  isTherapist: personId === otherSampleId,
  joinedAt,
  leftAt,
  minutes,
})
const ana = [
  stay(sampleId, 'Ana M.', '2026-11-30T09:00:00.000Z', '2026-11-30T09:20:00.000Z', 20),
  stay(sampleId, 'Ana M.', '2026-11-30T09:21:00.000Z', '2026-11-30T09:48:00.000Z', 27),
]
const nora = stay(otherSampleId, 'Nora', '2026-11-30T09:00:00.000Z', null, 48)
const answer = (viewer: 'therapist' | 'client', items: unknown[]) =>
  mockServer({ ...signedInAnswers(viewer), 'call/ofSession': () => ({ items }) })

afterEach(() => vi.unstubAllGlobals())

test('a client sees their own time in the call, all stays together', async () => {
  answer('client', ana)
  await renderPage(<SessionCallTimes sessionId={sampleId} viewer="client" />)
  expect(await screen.findByText(uiText('callPage:time.own_other', { count: '47' }))).toBeDefined()
})

test('the therapist sees the time of each person with its moments, also of one who is still there', async () => {
  answer('therapist', [nora, ...ana])
  await renderPage(<SessionCallTimes sessionId={sampleId} viewer="therapist" />)
  const of = (name: string, count: number) => uiText('callPage:time.person_other', { name, count: String(count) })
  const line = await screen.findByText(of('Ana M.', 47), { exact: false })
  expect(line.textContent?.match(/\d\u2060–\u2060/g)).toHaveLength(2)
  expect(screen.getByText(of('Nora', 48), { exact: false })).toBeDefined()
})

test.each([
  ['a session with the link of the therapist', { videoUrl: 'https://call.test/room' }],
  ['a session in person', { videoUrl: null, format: 'in-person' }],
  ['a session that cannot be joined yet', { videoUrl: null, callInAttune: true, startsAt: '2099-11-26T10:00:00.000Z' }],
] as const)('%s asks for no time in a call', async (_, part) => {
  const { inputsOf } = answer('client', ana)
  await renderPage(
    <SessionMetaSection
      session={sampleSession('client', { startsAt: '2026-11-26T10:00:00.000Z', ...part })}
      viewer="client"
    />,
  )
  await screen.findByText(uiTextPattern('session:minutes', { count: '50' }))
  expect(inputsOf('call/ofSession')).toEqual([])
})

test('the page of a session that had a call shows the time beside the planned duration', async () => {
  answer('client', ana)
  const session = sampleSession('client', {
    startsAt: '2026-11-26T10:00:00.000Z',
    videoUrl: null,
    callInAttune: true,
  })
  await renderPage(<SessionMetaSection session={session} viewer="client" />)
  const time = await screen.findByText(uiText('callPage:time.own_other', { count: '47' }))
  expect(time.parentElement?.textContent).toMatch(uiTextPattern('session:minutes', { count: '50' }))
})
