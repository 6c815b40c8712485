import { useFocusTrap } from '@mantine/hooks'
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import classes from './PopoverPanel.module.css'

type Props = { label: string; kind: 'dialog' | 'menu'; onClose: () => void; children: ReactNode }

/** Returns the items of an open menu, in order. */
const items = (menu: HTMLElement) => [...menu.querySelectorAll<HTMLElement>('[role="menuitem"]')]

function move(event: KeyboardEvent<HTMLElement>) {
  const all = items(event.currentTarget)
  const at = all.indexOf(document.activeElement as HTMLElement)
  const next = { ArrowDown: at + 1, ArrowUp: at - 1 + (at < 0 ? 1 : 0), Home: 0, End: all.length - 1 }[event.key]
  if (next === undefined) return
  event.preventDefault()
  all.at(next % all.length)?.focus()
}

/** The distance in pixels that a panel keeps from the left edge of the screen. */
const edge = 8
/** The distance in pixels between a panel and its button. */
const gap = 6

/**
 * Moves a panel to the right if it would extend beyond the left edge of a narrow screen, and opens it above the button if there is enough room only
 * there.
 */
function keepOnScreen(panel: HTMLElement): void {
  const beyond = edge - panel.getBoundingClientRect().left
  if (beyond > 0) panel.style.setProperty('--panel-right', `${-beyond}px`)
  const button = panel.parentElement?.getBoundingClientRect()
  const free = freeArea(panel)
  const height = panel.offsetHeight + gap
  if (!button || button.bottom + height <= free.bottom || button.top - height < free.top) return
  panel.style.setProperty('--panel-start', 'auto')
  panel.style.setProperty('--panel-end', `calc(100% + ${gap}px)`)
}

/**
 * Returns the vertical area in which a panel is fully visible: inside every scrolling element around it, and clear of the header, the tab bar and
 * toasts.
 */
function freeArea(panel: HTMLElement) {
  const { scrollPaddingTop, scrollPaddingBottom } = getComputedStyle(document.documentElement)
  let top = Number.parseFloat(scrollPaddingTop) || 0
  let bottom = innerHeight - (Number.parseFloat(scrollPaddingBottom) || 0)
  for (const toast of document.querySelectorAll('[data-sonner-toast]'))
    bottom = Math.min(bottom, toast.getBoundingClientRect().top)
  for (let part = panel.parentElement; part && part !== document.body; part = part.parentElement) {
    if (getComputedStyle(part).overflowY === 'visible') continue
    const box = part.getBoundingClientRect()
    top = Math.max(top, box.top)
    bottom = Math.min(bottom, box.bottom)
  }
  return { top, bottom }
}

/**
 * A panel below a button, or above it: a menu or a small dialog. The panel takes the focus when it opens. Escape, and in a menu also
 * Tab, closes the panel and returns the focus. A click outside closes the panel. The panel is positioned without a
 * library, because a library would make every page a tenth larger.
 */
export function PopoverPanel({ label, kind, onClose, children }: Props) {
  const panel = useRef<HTMLDivElement>(null)
  const trap = useFocusTrap(kind === 'dialog')
  const [opener] = useState(() => document.activeElement)
  useLayoutEffect(() => {
    if (panel.current) keepOnScreen(panel.current)
  }, [])
  // Moves the focus at once, so that the menu receives the next key. A focus trap would move it later.
  useLayoutEffect(() => {
    if (kind === 'menu' && panel.current) items(panel.current)[0]?.focus()
  }, [kind])
  const closeIfOutside = useEffectEvent((event: PointerEvent) => {
    if (!panel.current?.parentElement?.contains(event.target as Node)) onClose()
  })
  useEffect(() => {
    const onPointer = (event: PointerEvent) => closeIfOutside(event)
    document.addEventListener('pointerdown', onPointer)
    return () => document.removeEventListener('pointerdown', onPointer)
  }, [])
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key === 'Escape' || (kind === 'menu' && event.key === 'Tab')) {
      event.stopPropagation()
      onClose()
      if (opener instanceof HTMLElement) opener.focus()
    } else if (kind === 'menu') move(event)
  }
  const part = { role: kind, 'aria-label': label, tabIndex: -1, onKeyDown }
  return (
    <div ref={panel} className={classes.panel} data-kind={kind}>
      <div ref={trap} {...part}>
        {children}
      </div>
    </div>
  )
}
