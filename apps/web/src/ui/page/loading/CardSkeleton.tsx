import { Skeleton } from '@mantine/core'
import { Pending } from './RevealTogether.tsx'

/** The skeleton of a card that is loading. A surrounding `RevealTogether` waits for the card. */
export function CardSkeleton({ height }: { height: number }) {
  return (
    <>
      <Pending />
      <Skeleton height={height} radius={14} />
    </>
  )
}
