import type { Session } from '@attune/contract/features/session'
import { createContext, type ComponentType, type ReactNode } from 'react'

/**
 * Props of the component that suggests other times for a session. `fields`: the inputs with which the user enters
 * another time instead.
 */
export type OtherTimesProps = {
  session: Session
  /** The chosen instant. Null if the user has chosen the session's current time, or if the input is incomplete. */
  startsAt: string | null
  onChoose: (startsAt: string) => void
  fields: ReactNode
}

/**
 * The component that suggests times. It belongs to the availability feature, which imports the session feature.
 * Therefore the shell provides the component.
 */
export const OtherTimesContext = createContext<ComponentType<OtherTimesProps> | null>(null)
