import { type ReactNode, Suspense } from 'react'
import { CardSkeleton } from './CardSkeleton.tsx'
import { Query } from './Query.tsx'

type Props<Settings> = {
  read: { data: Settings | undefined; isError: boolean; isPending: boolean; refetch(): unknown }
  /** The message to show if loading fails. */
  failed: string
  /** The label of the button that tries again. */
  again: string
  /** Shows the settings. Its code may be loaded on demand. */
  children: (settings: Settings) => ReactNode
}

/** Shows settings as soon as they and the code of their form are loaded. */
export function LoadedSettings<Settings>({ read, failed, again, children }: Props<Settings>) {
  if (read.isError && !read.data) return <Query of={read} failed={failed} again={again} card />
  const waiting = <CardSkeleton height={420} />
  return <Suspense fallback={waiting}>{read.data ? children(read.data) : waiting}</Suspense>
}
