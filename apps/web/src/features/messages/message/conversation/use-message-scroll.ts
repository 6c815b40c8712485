import { useCallback, useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react'

/** The list counts as scrolled to its end if at most this many pixels are below the visible part. */
const endTolerance = 48
/** More messages are loaded if at most this many pixels are left above or below the visible part. */
const loadDistance = 600

type Options = {
  messages: readonly unknown[]
  /** The number of unsent messages below the list. */
  waiting: number
  /** The number of the message to which the list scrolls first; undefined for the end. */
  around: number | undefined
  /** The number of the last message that was read before the list was opened; null if all were, undefined if unknown. */
  newAfter: number | null | undefined
  /** Whether newer messages than those in the list exist. */
  hasNewer: boolean
  loadOlder: () => void
  loadNewer: () => void
  /** Called with the number of the last message that has at least one visible line, after each scroll and each change of the list. */
  onShown: (seq: number) => void
}

const itemsOf = (box: HTMLElement) => [...box.querySelectorAll<HTMLElement>('[data-seq]')]
const seqOf = (item: HTMLElement) => Number(item.dataset['seq'])
const isAtEnd = (box: HTMLElement) => box.scrollHeight - box.scrollTop - box.clientHeight <= endTolerance

/** The share of the visible height that is above the first unread message when the list opens. */
const partAboveNew = 0.25

/** Returns the last message that has at least one visible line; undefined if none has. */
const lastShown = (box: HTMLElement) =>
  itemsOf(box).findLast((item) => item.offsetTop + Math.min(item.offsetHeight, 24) <= box.scrollTop + box.clientHeight)

/**
 * Scrolls the list of messages. At the end, the list follows new messages. Elsewhere, the message that is being read
 * keeps its position when messages are added above or below it. `box` is the scrolling element.
 */
export function useMessageScroll(options: Options) {
  const { messages, waiting, around, newAfter, hasNewer, onShown } = options
  const box = useRef<HTMLDivElement>(null)
  const anchor = useRef<{ seq: number; top: number } | null>(null)
  const placedFor = useRef<number | null | undefined | 'nothing'>('nothing')
  const [atEnd, setAtEnd] = useState(around === undefined && typeof newAfter !== 'number')
  const follows = atEnd && !hasNewer
  const update = useCallback(() => {
    const element = box.current
    if (!element) return
    const first = itemsOf(element).find((item) => item.offsetTop + item.offsetHeight > element.scrollTop)
    anchor.current = first ? { seq: seqOf(first), top: first.offsetTop - element.scrollTop } : null
    const last = lastShown(element)
    if (last) onShown(seqOf(last))
  }, [onShown])
  const loading = useRef(options)
  useEffect(() => {
    loading.current = options
  })
  const onScroll = useCallback(() => {
    const element = box.current
    if (!element) return
    setAtEnd(isAtEnd(element))
    update()
    if (element.scrollTop < loadDistance) loading.current.loadOlder()
    if (element.scrollHeight - element.scrollTop - element.clientHeight < loadDistance) loading.current.loadNewer()
  }, [update])
  useLayoutEffect(() => {
    const element = box.current
    if (!element || messages.length === 0) return
    if (placedFor.current !== newAfter) {
      placedFor.current = newAfter
      placeFirst(element, around, newAfter)
      setAtEnd(isAtEnd(element))
    } else if (follows) element.scrollTop = element.scrollHeight
    else keepAnchor(element, anchor.current)
    update()
  }, [messages, waiting, follows, around, newAfter, update])
  useFollowResize(box, follows)
  const scrollToEnd = () => {
    if (box.current) box.current.scrollTop = box.current.scrollHeight
    setAtEnd(true)
  }
  return { box, onScroll, atEnd, scrollToEnd }
}

/** Scrolls to the message with the number `around`, else to the first unread message, else to the end. */
function placeFirst(box: HTMLElement, around: number | undefined, newAfter: number | null | undefined) {
  const items = itemsOf(box)
  const item = around === undefined ? undefined : items.findLast((one) => seqOf(one) <= around)
  const firstNew = typeof newAfter !== 'number' ? undefined : items.find((one) => seqOf(one) > newAfter)
  if (item) box.scrollTop = item.offsetTop - box.clientHeight / 2 + item.offsetHeight / 2
  else if (firstNew) box.scrollTop = firstNew.offsetTop - box.clientHeight * partAboveNew
  else box.scrollTop = box.scrollHeight
}

/** Scrolls the list so that the message that was at the top before a change keeps its position on the screen. */
function keepAnchor(box: HTMLElement, anchor: { seq: number; top: number } | null) {
  const item = anchor && itemsOf(box).find((one) => seqOf(one) === anchor.seq)
  if (anchor && item) box.scrollTop += item.offsetTop - box.scrollTop - anchor.top
}

/** Keeps the end of the list visible when its height changes, for example because the message field grows. */
function useFollowResize(box: RefObject<HTMLElement | null>, follows: boolean) {
  useEffect(() => {
    const element = box.current
    if (!element || !follows) return undefined
    const observer = new ResizeObserver(() => {
      element.scrollTop = element.scrollHeight
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [box, follows])
}
