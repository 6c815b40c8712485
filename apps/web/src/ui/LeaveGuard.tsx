import { useBlocker } from '@tanstack/react-router'
import { Suspense, lazy, useEffect } from 'react'
import { givenUp, holdUnsaved } from '../platform/unsaved.ts'

const LeaveDialog = lazy(() => import('./LeaveDialog.tsx').then((file) => ({ default: file.LeaveDialog })))

type Props = {
  when: boolean
  title: string
  text: string
  stay: string
  leave: string
  onLeave?: () => void
  /** Whether unsaved text is stored beyond the page. Closing the tab then asks nothing. */
  lasting?: boolean
}

const addressOf = (place: { pathname: string; search: object }) => place.pathname + JSON.stringify(place.search)

/** Asks before a page with unsaved text is left. The browser itself asks before the tab is closed. */
export function LeaveGuard({ when, title, text, stay, leave, onLeave, lasting = false }: Props) {
  useEffect(() => (when ? holdUnsaved() : undefined), [when])
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => when && addressOf(current) !== addressOf(next),
    enableBeforeUnload: () => when && !lasting && !givenUp(),
    withResolver: true,
  })
  if (blocker.status !== 'blocked') return null
  const go = () => {
    onLeave?.()
    blocker.proceed()
  }
  return (
    <Suspense>
      <LeaveDialog title={title} text={text} stay={stay} leave={leave} onStay={blocker.reset} onLeave={go} />
    </Suspense>
  )
}
