import { Skeleton, VisuallyHidden } from '@mantine/core'
import { Panel } from './Section.tsx'
import { RowSkeletons } from './Waiting.tsx'

/** The page of one thing before it is there: its head and a panel. `title` names it to who cannot see the frames. */
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
