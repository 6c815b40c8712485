import { Skeleton, VisuallyHidden } from '@mantine/core'
import { Panel } from './Section.tsx'
import { RowSkeletons } from './Waiting.tsx'

/** The skeleton of a detail page: heading and a panel. Screen readers get `title`. */
export function SheetWaiting({ title }: { title: string }) {
  return (
    <>
      <VisuallyHidden component="h1">{title}</VisuallyHidden>
      <Skeleton height={34} width={280} mb={10} />
      <Skeleton height={16} width={200} mb={24} />
      <Panel>
        <RowSkeletons rows={4} avatar={false} />
      </Panel>
    </>
  )
}
