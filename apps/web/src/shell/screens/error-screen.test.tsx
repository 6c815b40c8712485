import { ORPCError } from '@orpc/client'
import { useQuery } from '@tanstack/react-query'
import { CatchBoundary } from '@tanstack/react-router'
import { fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { orpc } from '../../platform/api/api.ts'
import { mockServer, renderPage } from '../../testing/render-page.tsx'
import { uiText } from '../../testing/ui-text.ts'
import { ErrorScreen } from './ErrorScreen.tsx'

afterEach(() => vi.unstubAllGlobals())

const useTags = () => useQuery(orpc.journal.tags.queryOptions({ input: {} })).data

/**
 * A part of the frame around the page. It reads the same answer as the page and renders without errors for any answer.
 */
const Frame = () => <p>{useTags() ? 'answered' : 'not answered'}</p>
/** A page that throws while rendering if its answer has no list. */
const Page = () => (
  <p>
    {useTags()
      ?.items.map((item) => String(item))
      .join()}
  </p>
)

test.each([
  ['of the page alone', false],
  ['that the frame uses too', true],
])('Try again after a malformed answer %s sends the request again [8.06]', async (_, withFrame) => {
  const printed = vi.spyOn(console, 'error').mockImplementation(() => {})
  let answer: unknown = { wrong: true }
  const { calls } = mockServer({ 'journal/tags': () => answer })
  await renderPage(
    <>
      {withFrame && <Frame />}
      <CatchBoundary getResetKey={() => 0} errorComponent={ErrorScreen}>
        <Page />
      </CatchBoundary>
    </>,
  )
  const again = await screen.findByRole('button', { name: uiText('common:wrong.again') })
  answer = { items: ['travel', 'night'] }
  fireEvent.click(again)
  expect(await screen.findByText('travel,night')).toBeTruthy()
  expect(screen.queryByRole('button', { name: uiText('common:wrong.again') })).toBeNull()
  expect(calls.filter(({ path }) => path === 'journal/tags')).toHaveLength(2)
  printed.mockRestore()
})

test('a page whose calls the server refuses because of the address says so', async () => {
  const printed = vi.spyOn(console, 'error').mockImplementation(() => {})
  mockServer({})
  const Refused = () => {
    throw new ORPCError('WRONG_ORIGIN', { status: 403 })
  }
  await renderPage(
    <CatchBoundary getResetKey={() => 0} errorComponent={ErrorScreen}>
      <Refused />
    </CatchBoundary>,
  )
  expect(await screen.findByText(uiText('common:errors.WRONG_ORIGIN', { address: location.origin }))).toBeTruthy()
  printed.mockRestore()
})
