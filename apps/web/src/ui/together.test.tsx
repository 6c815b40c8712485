import { act, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { draw } from '../testing/draw.tsx'
import { StillToCome, Together } from './Together.tsx'

afterEach(() => vi.useRealTimers())

const arrivals = new Map<string, (there: boolean) => void>()

/** A card that is asked for: nothing until it is told whether it is there. */
function Card({ name }: { name: string }) {
  const [state, setState] = useState<boolean | null>(null)
  arrivals.set(name, setState)
  if (state === null) return <StillToCome />
  return state ? <p>{name}</p> : null
}
const arrive = (name: string, there = true) => act(async () => arrivals.get(name)?.(there))
const cards = (
  <Together waiting={<i>frames</i>}>
    <Card name="first" />
    <Card name="second" />
  </Together>
)
/** The style sheet hides what follows the frames. */
const waits = () => screen.queryByText('frames') !== null

test('cards of which nobody knows whether they come appear in one moment, and stay [2.26]', async () => {
  await draw(cards)
  expect(waits()).toBe(true)
  await arrive('second')
  expect(waits()).toBe(true)
  expect(document.querySelector('[data-waits] ~ p')?.textContent).toBe('second')
  await arrive('first', false)
  expect(waits()).toBe(false)
  expect(screen.queryByText('first')).toBeNull()
})

test('cards that are there already need no frames', async () => {
  await draw(
    <Together waiting={<i>frames</i>}>
      <p>there</p>
      {null}
    </Together>,
  )
  expect(waits()).toBe(false)
})

test('a card that does not come holds the others back for a few seconds only [9.10]', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  await draw(cards)
  await arrive('first')
  expect(waits()).toBe(true)
  await act(() => vi.advanceTimersByTimeAsync(4000))
  expect(waits()).toBe(false)
  expect(screen.queryByText('first')).not.toBeNull()
})

test('a card whose words are fetched waits with the others, and takes nothing away that is shown', async () => {
  let come = () => {}
  const words = new Promise<void>((resolve) => {
    come = resolve
  })
  let known = false
  const Late = () => {
    if (!known) throw words
    return <p>late</p>
  }
  await draw(
    <Together waiting={<i>frames</i>}>
      <Card name="first" />
      <Late />
    </Together>,
  )
  await arrive('first')
  expect(waits()).toBe(true)
  known = true
  await act(async () => come())
  expect((await screen.findByText('late')).style.display).toBe('')
  expect(waits()).toBe(false)
})
