import type { ChangeRequest, Session } from '@attune/contract/features/session'
import type { Viewer } from '@attune/contract/features/session.states'
import { Suspense, createContext, lazy, use, useState, type ReactNode } from 'react'

const Dialogs = lazy(() => import('./dialogs.tsx').then((file) => ({ default: file.Dialogs })))

/** A dialog that is open, and the session as it was when it was opened. */
export type Asked = { session: Session; viewer: Viewer } & (
  | { what: 'counter' | 'askMove' | 'askCancel' | 'changeOrCancel' | 'complete' }
  | { what: 'deny' | 'decline' | 'withdraw' | 'delete' }
  /** Of a session that repeats it is asked first which are meant; `alone` where that was answered. */
  | { what: 'move' | 'edit' | 'cancel'; alone?: boolean }
  | { what: 'counterChange' | 'declineChange' | 'declineCounter'; change: ChangeRequest }
)
type Ask = (asked: Asked) => void

const Host = createContext<Ask | null>(null)

/**
 * Holds the dialogs about sessions above whatever opens them: a button that goes away because the other side was
 * quicker takes nothing with it that was being written.
 */
export function SessionDialogs({ children }: { children: ReactNode }) {
  const [asked, setAsked] = useState<Asked | null>(null)
  return (
    <Host value={setAsked}>
      {children}
      {asked && (
        <Suspense>
          <Dialogs asked={asked} onAsk={setAsked} onClose={() => setAsked(null)} />
        </Suspense>
      )}
    </Host>
  )
}

/** Opens a dialog about a session; null outside of `SessionDialogs`. */
export const useAsk = (): Ask | null => use(Host)
