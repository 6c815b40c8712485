import type { ChangeRequest, Session } from '@attune/contract/features/schedule/session/session'
import type { ViewerRole } from '@attune/contract/features/schedule/session/session.states'
import { createContext, use, useState, type ReactNode } from 'react'
import { lazyNamed } from '../../../../platform/lazy-named.ts'

const SessionDialog = lazyNamed(() => import('./SessionDialog.tsx'), 'SessionDialog')

/**
 * The dialog that is open, with its name `what` and its input. `session` is the session as it was when the dialog
 * opened.
 */
export type OpenedSessionDialog = { session: Session; viewer: ViewerRole } & (
  | { what: 'counter' | 'askMove' | 'askCancel' | 'complete' | 'correct' }
  | { what: 'deny' | 'decline' | 'withdraw' | 'delete' }
  /**
   * For a session of a series, the dialog first asks which sessions to change. `alone` is true after the user has
   * chosen this session only.
   */
  | { what: 'move' | 'edit' | 'cancel'; alone?: boolean }
  | { what: 'counterChange' | 'declineChange' | 'declineCounter'; change: ChangeRequest }
)
type OpenDialog = (asked: OpenedSessionDialog) => void

const OpenDialogContext = createContext<OpenDialog | null>(null)

/**
 * Renders session dialogs outside the components that open them. When the button that opened a dialog disappears, for
 * example because the other person has answered, the dialog keeps its input.
 */
export function SessionDialogProvider({ children }: { children: ReactNode }) {
  const [asked, setAsked] = useState<OpenedSessionDialog | null>(null)
  return (
    <OpenDialogContext value={setAsked}>
      {children}
      {asked && <SessionDialog asked={asked} onAsk={setAsked} onClose={() => setAsked(null)} />}
    </OpenDialogContext>
  )
}

/** Returns a function that opens a dialog about a session. Returns null outside of `SessionDialogProvider`. */
export const useOpenSessionDialog = (): OpenDialog | null => use(OpenDialogContext)
