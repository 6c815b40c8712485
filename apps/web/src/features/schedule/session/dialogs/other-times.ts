import type { Session } from '@attune/contract/features/schedule/session/session'
import { createContext, type ComponentType, type ReactNode } from 'react'

/** Props of the component that suggests other times for a session. `fields` contains the inputs for any other time. */
export type OtherTimesProps = {
  session: Session
  /** The start of the chosen time. Null if it equals the current time of the session or the input is incomplete. */
  startsAt: string | null
  onChoose: (startsAt: string) => void
  fields: ReactNode
}

/**
 * Provides the component that suggests times. The shell sets it, because the component belongs to the availability
 * feature, which imports the session feature.
 */
export const OtherTimesContext = createContext<ComponentType<OtherTimesProps> | null>(null)
