import type { Session } from '@attune/contract/features/session'
import { createContext, type ComponentType, type ReactNode } from 'react'

/** Props of the component that suggests other times for a session. `fields`: the inputs for a time that is not suggested. */
export type OtherTimesProps = {
  session: Session
  /** The chosen instant; null if it is the session's current time or incomplete. */
  startsAt: string | null
  onChoose: (startsAt: string) => void
  fields: ReactNode
}

/**
 * The component that suggests times. The shell provides it, because it belongs to the availability feature, which
 * imports this one.
 */
export const OtherTimesContext = createContext<ComponentType<OtherTimesProps> | null>(null)
