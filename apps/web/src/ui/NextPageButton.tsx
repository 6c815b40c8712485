import { Button } from '@mantine/core'
import type { ReactNode } from 'react'

type Props = {
  of: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => Promise<unknown> }
  /** The class of an element around the button. Without a class the button has no such element. */
  around?: string | undefined
  children: ReactNode
}

/** Loads the next page of a list on a press. Nothing is shown after the last page. */
export function NextPageButton({ of: pages, around, children }: Props) {
  if (!pages.hasNextPage) return null
  const button = (
    <Button variant="subtle" loading={pages.isFetchingNextPage} onClick={() => void pages.fetchNextPage()}>
      {children}
    </Button>
  )
  return around ? <div className={around}>{button}</div> : button
}
