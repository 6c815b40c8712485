import { useBlocker } from '@tanstack/react-router'
import { useEffect } from 'react'
import { lazyNamed } from '../../platform/lazy-named.ts'
import { isPageAbandoned, registerUnsaved } from '../../platform/draft/unsaved.ts'

const DiscardDialog = lazyNamed(() => import('./DiscardDialog.tsx'), 'DiscardDialog')

type Props = {
  /** Whether there is unsaved text. */
  when: boolean
  title: string
  text: string
  /** The label of the button that stays on the page. */
  stay: string
  /** The label of the button that opens the other page. */
  leave: string
  /** Called before the other page opens. */
  onLeave?: () => void
  /**
   * Whether the unsaved text is also stored in the browser. If so, the browser does not ask before the tab is closed.
   */
  lasting?: boolean
}

const addressOf = (place: { pathname: string; search: object }) => place.pathname + JSON.stringify(place.search)

/**
 * Asks for confirmation before the person opens another page while there is unsaved text. The browser asks before the
 * tab is closed, unless `lasting` is set.
 */
export function UnsavedChangesGuard({ when, title, text, stay, leave, onLeave, lasting = false }: Props) {
  useEffect(() => (when ? registerUnsaved() : undefined), [when])
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => when && addressOf(current) !== addressOf(next),
    enableBeforeUnload: () => when && !lasting && !isPageAbandoned(),
    withResolver: true,
  })
  if (blocker.status !== 'blocked') return null
  const go = () => {
    onLeave?.()
    blocker.proceed()
  }
  return <DiscardDialog title={title} text={text} stay={stay} leave={leave} onStay={blocker.reset} onLeave={go} />
}
