import type { ReactNode } from 'react'
import { LoadFailed } from './ListStates.tsx'
import { Pending } from './RevealTogether.tsx'
import { Card } from '../Section.tsx'

type Props<Data> = {
  of: { data: Data | undefined; isPending: boolean; isError?: boolean; refetch: () => unknown }
  /** The content until the first answer, usually a skeleton of it. */
  pending?: ReactNode
  /** The message to show if loading fails. */
  failed: string
  /** The label of the button that tries again. */
  again: string
  /** Whether a failed refetch shows the failure instead of the answer, where an older answer could mislead. */
  alsoStale?: boolean
  /** Whether the failure is shown in its own card. */
  card?: boolean
  /** The content to show instead of the children, if the caller finds the answer empty. Otherwise `false`. */
  empty?: ReactNode
  /** The content of the answer. Without it, the component shows only `pending`, `empty` and the failure. */
  children?: (data: Data) => ReactNode
}

/**
 * Shows the answer of a query, also while the query is fetched again. Before the first answer, shows `pending`, or the
 * failure. A surrounding `RevealTogether` waits for the first answer.
 */
export function Query<Data>(props: Props<Data>) {
  const { of, pending, failed, again, alsoStale = false, card = false, empty = false, children } = props
  if (of.data !== undefined && !(alsoStale && of.isError)) return empty === false ? children?.(of.data) : empty
  if (of.isPending)
    return (
      <>
        <Pending />
        {pending}
      </>
    )
  const failure = <LoadFailed text={failed} again={again} onAgain={() => void of.refetch()} />
  return card ? <Card>{failure}</Card> : failure
}
