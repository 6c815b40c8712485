import { VisuallyHidden } from '@mantine/core'
import type { ReactNode } from 'react'
import { errorCode } from '../../../platform/api/errors.ts'
import { DetailSkeleton } from './DetailSkeleton.tsx'
import { EmptyState } from './EmptyState.tsx'
import { Query } from './Query.tsx'
import { Card } from '../Section.tsx'
import type { IconType } from '../status/StatusBadge.tsx'

type Props<Data> = {
  read: { data: Data | undefined; isPending: boolean; error: unknown; refetch: () => unknown }
  /** The heading for screen readers as long as there is no data. */
  title: string
  /** The message to show if loading fails. */
  failed: string
  /** The label of the button that tries again. */
  again: string
  /** The message if nothing with this id exists for the reader. `back` is a link to a page that lists the existing ones. */
  missing: { icon: IconType; title: string; text: string; back: ReactNode }
  children: (data: Data) => ReactNode
}

/** Renders a page that shows one item, loaded by its id: a skeleton, the item, a message that it is missing, or the failure. */
export function LoadedById<Data>({ read, title, failed, again, missing, children }: Props<Data>) {
  if (read.isPending) return <DetailSkeleton title={title} />
  if (read.data !== undefined) return children(read.data)
  if (!['NOT_FOUND', 'BAD_REQUEST'].includes(errorCode(read.error)))
    return (
      <Card>
        <VisuallyHidden component="h1">{title}</VisuallyHidden>
        <Query of={read} failed={failed} again={again} />
      </Card>
    )
  return (
    <Card>
      <EmptyState icon={missing.icon} level="h1" title={missing.title} text={missing.text}>
        {missing.back}
      </EmptyState>
    </Card>
  )
}
