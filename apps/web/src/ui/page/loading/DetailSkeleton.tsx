import { Skeleton, VisuallyHidden } from '@mantine/core'
import { Card } from '../Section.tsx'
import { RowSkeletons } from './ListStates.tsx'

/** The skeleton of a detail page: a heading and a panel. Screen readers read `title`. */
export function DetailSkeleton({ title }: { title: string }) {
  return (
    <>
      <VisuallyHidden component="h1">{title}</VisuallyHidden>
      <Skeleton height={34} width={280} mb={10} />
      <Skeleton height={16} width={200} mb={24} />
      <Card>
        <RowSkeletons rows={4} avatar={false} />
      </Card>
    </>
  )
}
