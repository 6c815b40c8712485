import { Button } from '@mantine/core'
import type { ReactNode } from 'react'

type Props = {
  of: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => Promise<unknown> }
  /** The class of a div around the button. Without a class there is no div. */
  around?: string | undefined
  children: ReactNode
}

/** A button that loads the next page of a list. Renders nothing after the last page. */
export function NextPageButton({ of: pages, around, children }: Props) {
  if (!pages.hasNextPage) return null
  const button = (
    <Button variant="subtle" loading={pages.isFetchingNextPage} onClick={() => void pages.fetchNextPage()}>
      {children}
    </Button>
  )
  return around ? <div className={around}>{button}</div> : button
}
