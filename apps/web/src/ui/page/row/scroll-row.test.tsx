import { render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { ScrollRow } from './ScrollRow.tsx'

afterEach(() => vi.restoreAllMocks())

const show = () =>
  render(
    <ScrollRow>
      <div role="group">
        <button>Active</button>
        <button aria-pressed>All</button>
      </div>
    </ScrollRow>,
  )

test('a row marks the edges behind which there is more, and follows when it is scrolled', () => {
  vi.spyOn(HTMLElement.prototype, 'scrollWidth', 'get').mockReturnValue(500)
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(300)
  show()
  const row = screen.getByRole('group').parentElement as HTMLElement
  const edges = () => [row.hasAttribute('data-more-before'), row.hasAttribute('data-more-behind')]
  const scrollTo = (left: number) => {
    row.scrollLeft = left
    row.dispatchEvent(new Event('scroll'))
    return edges()
  }
  expect(edges()).toEqual([false, true])
  expect(scrollTo(100)).toEqual([true, true])
  expect(scrollTo(200)).toEqual([true, false])
})

test('a row with room for everything has no edges', () => {
  show()
  const row = screen.getByRole('group').parentElement as HTMLElement
  expect([row.hasAttribute('data-more-before'), row.hasAttribute('data-more-behind')]).toEqual([false, false])
})

test('a row opens with the chosen element in its middle', () => {
  vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockImplementation(function (this: HTMLElement) {
    return this.textContent === 'All' ? new DOMRect(400, 0, 60, 20) : new DOMRect(0, 0, 300, 20)
  })
  show()
  expect((screen.getByRole('group').parentElement as HTMLElement).scrollLeft).toBe(280)
})
