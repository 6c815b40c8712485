import { Stack } from '@mantine/core'
import { useFocusTrap } from '@mantine/hooks'
import { useLayoutEffect, useRef, type KeyboardEvent, type ReactNode } from 'react'
import classes from './ConfirmMoveCard.module.css'

type Props = {
  /** The id of the moved item. */
  id: string
  title: string
  onBack: () => void
  children: ReactNode
}

/** A small dialog beside the moved item. It traps the focus until the person answers. Escape reverts the move. */
export function MoveCardFrame({ id, title, onBack, children }: Props) {
  const place = usePlace(id)
  const trap = useFocusTrap(true)
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return
    event.stopPropagation()
    onBack()
  }
  const part = { role: 'dialog', 'aria-label': title, tabIndex: -1, onKeyDown }
  return (
    <div ref={place} className={classes.card}>
      <div ref={trap} {...part}>
        <Stack gap="sm">{children}</Stack>
      </div>
    </div>
  )
}

const gap = 10

/** Positions the card beside the moved item. On a phone the style sheet puts it at the bottom. */
function usePlace(id: string) {
  const card = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const own = card.current
    if (!own) return
    const put = () => placeBeside(own, id)
    put()
    // Positions the card again when the conflicts are loaded, because they make the card taller.
    const watch = new ResizeObserver(put)
    watch.observe(own)
    return () => watch.disconnect()
  }, [id])
  return card
}

function placeBeside(own: HTMLElement, id: string) {
  const item = document.querySelector(`[data-item="${CSS.escape(id)}"]`)?.getBoundingClientRect()
  if (!item || innerWidth < 768) return
  const { width, height } = own.getBoundingClientRect()
  const right = item.right + gap
  const left = right + width < innerWidth ? right : Math.max(gap, item.left - width - gap)
  const top = Math.max(60, Math.min(item.top, innerHeight - height - gap))
  Object.assign(own.style, { left: `${left}px`, top: `${top}px`, bottom: 'auto', right: 'auto' })
}
