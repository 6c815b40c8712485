import { act, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { renderPage } from '../../../testing/render-page.tsx'
import { CardSkeleton } from './CardSkeleton.tsx'
import { Query } from './Query.tsx'
import { Pending, RevealTogether } from './RevealTogether.tsx'

afterEach(() => vi.useRealTimers())

const resolvers = new Map<string, (there: boolean) => void>()

/** A card that renders `Pending` until the test sets whether the card has content. */
function Card({ name }: { name: string }) {
  const [state, setState] = useState<boolean | null>(null)
  resolvers.set(name, setState)
  if (state === null) return <Pending />
  return state ? <p>{name}</p> : null
}
const resolveCard = (name: string, there = true) => act(async () => resolvers.get(name)?.(there))
const cards = (
  <RevealTogether waiting={<i>frames</i>}>
    <Card name="first" />
    <Card name="second" />
  </RevealTogether>
)
/** Whether the frames are shown. While they are shown, the style sheet hides the cards. */
const framesShown = () => screen.queryByText('frames') !== null

test('cards that may or may not have content appear together and stay', async () => {
  await renderPage(cards)
  expect(framesShown()).toBe(true)
  await resolveCard('second')
  expect(framesShown()).toBe(true)
  expect(document.querySelector('[data-waits] ~ p')?.textContent).toBe('second')
  await resolveCard('first', false)
  expect(framesShown()).toBe(false)
  expect(screen.queryByText('first')).toBeNull()
})

test('cards that are ready need no frames', async () => {
  await renderPage(
    <RevealTogether waiting={<i>frames</i>}>
      <p>there</p>
      {null}
    </RevealTogether>,
  )
  expect(framesShown()).toBe(false)
})

test('a card that does not load delays the others for a few seconds only', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  await renderPage(cards)
  await resolveCard('first')
  expect(framesShown()).toBe(true)
  await act(() => vi.advanceTimersByTimeAsync(4000))
  expect(framesShown()).toBe(false)
  expect(screen.queryByText('first')).not.toBeNull()
})

test('a suspended card waits with the others and hides nothing that is shown', async () => {
  let come = () => {}
  const loading = new Promise<void>((resolve) => {
    come = resolve
  })
  let known = false
  const Late = () => {
    if (!known) throw loading
    return <p>late</p>
  }
  await renderPage(
    <RevealTogether waiting={<i>frames</i>}>
      <Card name="first" />
      <Late />
    </RevealTogether>,
  )
  await resolveCard('first')
  expect(framesShown()).toBe(true)
  known = true
  await act(async () => come())
  expect((await screen.findByText('late')).style.display).toBe('')
  expect(framesShown()).toBe(false)
})

test('the parts wait for the first answers of their queries and for the skeletons of their cards', async () => {
  type Read = { data: string | undefined; isPending: boolean; refetch: () => void }
  const arrive = new Map<'answer' | 'editor', () => void>()
  const Notes = () => {
    const [read, setRead] = useState<Read>({ data: undefined, isPending: true, refetch: () => {} })
    arrive.set('answer', () => setRead({ ...read, data: 'first note', isPending: false }))
    return (
      <Query of={read} failed="" again="">
        {(data) => <p>{data}</p>}
      </Query>
    )
  }
  const Editor = () => {
    const [isLoaded, setLoaded] = useState(false)
    arrive.set('editor', () => setLoaded(true))
    return isLoaded ? <p>editor</p> : <CardSkeleton height={100} />
  }
  await renderPage(
    <RevealTogether waiting={<i>frames</i>}>
      <Notes />
      <Editor />
    </RevealTogether>,
  )
  await act(async () => arrive.get('editor')?.())
  expect(framesShown()).toBe(true)
  await act(async () => arrive.get('answer')?.())
  expect(framesShown()).toBe(false)
  expect(screen.getByText('first note')).toBeDefined()
})
