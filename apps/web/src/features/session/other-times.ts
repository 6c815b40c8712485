import type { Session } from '@attune/contract/features/session'
import { createContext, type ComponentType, type ReactNode } from 'react'

/** What offers times that a session could have instead; `fields` are those in which any other is entered. */
export type OtherTimesProps = {
  session: Session
  /** The instant that is about to be asked for. */
  startsAt: string | null
  onChoose: (startsAt: string) => void
  fields: ReactNode
}

/** Given by the page: free times are another room's, which knows this one. */
export const OtherTimes = createContext<ComponentType<OtherTimesProps> | null>(null)
