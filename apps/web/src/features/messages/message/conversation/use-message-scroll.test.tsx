import { fireEvent, render, screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { sampleMessage } from '../message.testing.ts'
import { useMessageScroll } from './use-message-scroll.ts'

const itemHeight = 50
const visibleHeight = 200

/** Gives each message a height of 50 px and the list a visible height of 200 px, because jsdom has no layout. */
function mockLayout() {
  const placeOf = (item: HTMLElement) => [...(item.parentElement?.children ?? [])].indexOf(item)
  const isItem = (element: HTMLElement) => element.dataset['seq'] !== undefined
  vi.spyOn(HTMLElement.prototype, 'offsetTop', 'get').mockImplementation(function (this: HTMLElement) {
    return isItem(this) ? placeOf(this) * itemHeight : 0
  })
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockImplementation(function (this: HTMLElement) {
    return isItem(this) ? itemHeight : visibleHeight
  })
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(visibleHeight)
  vi.spyOn(Element.prototype, 'scrollHeight', 'get').mockImplementation(function (this: Element) {
    return this.children.length * itemHeight
  })
}
beforeEach(mockLayout)

type Props = { first: number; last: number; around?: number; hasNewer?: boolean; newAfter?: number | null }
const loadOlder = vi.fn<() => void>()
const loadNewer = vi.fn<() => void>()
const onShown = vi.fn<(seq: number) => void>()

function TestList({ first, last, around, hasNewer = false, newAfter = null }: Props) {
  const messages = Array.from({ length: last - first + 1 }, (_, place) => sampleMessage(first + place))
  const options = { messages, waiting: 0, around, newAfter, hasNewer, loadOlder, loadNewer, onShown }
  const { box, onScroll } = useMessageScroll(options)
  return (
    <div data-testid="box" ref={box} onScroll={onScroll}>
      {messages.map(({ seq }) => (
        <p key={seq} data-seq={seq} />
      ))}
    </div>
  )
}
const box = () => screen.getByTestId('box')
const scrollTo = (top: number) => {
  box().scrollTop = top
  fireEvent.scroll(box())
}

test('the message that is being read keeps its position when older or newer messages are added', () => {
  const { rerender } = render(<TestList first={101} last={150} />)
  scrollTo(1010)
  rerender(<TestList first={51} last={150} />)
  expect(box().scrollTop).toBe(1010 + 50 * itemHeight)
  rerender(<TestList first={51} last={153} />)
  expect(box().scrollTop).toBe(1010 + 50 * itemHeight)
})

test('at its end the list follows new messages', () => {
  const { rerender } = render(<TestList first={1} last={20} />)
  expect(box().scrollTop).toBe(20 * itemHeight)
  rerender(<TestList first={1} last={22} />)
  expect(box().scrollTop).toBe(22 * itemHeight)
})

test('a jump places the message in the middle', () => {
  render(<TestList first={1} last={50} around={30} hasNewer />)
  expect(box().scrollTop).toBe(29 * itemHeight + itemHeight / 2 - visibleHeight / 2)
})

test('the list opens at the first unread message, and stays there when a message arrives', () => {
  const { rerender } = render(<TestList first={1} last={50} newAfter={29} />)
  const top = 29 * itemHeight - visibleHeight / 4
  expect(box().scrollTop).toBe(top)
  rerender(<TestList first={1} last={51} newAfter={29} />)
  expect(box().scrollTop).toBe(top)
  expect(onShown).toHaveBeenLastCalledWith(32)
})

test('older and newer messages load near the ends, and the last visible message is reported', () => {
  render(<TestList first={1} last={50} hasNewer />)
  loadOlder.mockClear()
  loadNewer.mockClear()
  scrollTo(1000)
  expect([loadOlder.mock.calls.length, loadNewer.mock.calls.length]).toEqual([0, 0])
  expect(onShown).toHaveBeenLastCalledWith(24)
  scrollTo(100)
  expect(loadOlder).toHaveBeenCalledTimes(1)
  scrollTo(2000)
  expect(loadNewer).toHaveBeenCalledTimes(1)
})
