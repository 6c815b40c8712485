import type { ReactNode } from 'react'
import { LoadFailed } from './ListStates.tsx'
import { Card } from '../Section.tsx'

type Props<Data> = {
  of: { data: Data | undefined; isPending: boolean; refetch: () => unknown }
  /** The content until the first answer, usually a skeleton of it. */
  pending?: ReactNode
  /** The message to show if loading fails. */
  failed: string
  /** The label of the button that tries again. */
  again: string
  /** Whether the failure is shown in its own card. */
  card?: boolean
  /** The content to show instead of the children, if the caller finds the answer empty. Otherwise `false`. */
  empty?: ReactNode
  children: (data: Data) => ReactNode
}

/**
 * Shows the answer of a query, also while the query is fetched again. Before the first answer, shows `pending`, or the
 * failure.
 */
export function Query<Data>({ of, pending, failed, again, card = false, empty = false, children }: Props<Data>) {
  if (of.data !== undefined) return empty === false ? children(of.data) : empty
  if (of.isPending) return pending
  const failure = <LoadFailed words={failed} again={again} onAgain={() => void of.refetch()} />
  return card ? <Card>{failure}</Card> : failure
}
