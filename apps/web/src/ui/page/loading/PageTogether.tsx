import type { ReactNode } from 'react'
import { PageHeader } from '../PageHeader.tsx'
import { Card } from '../Section.tsx'
import { RowSkeletons } from './ListStates.tsx'
import { RevealTogether } from './RevealTogether.tsx'

/**
 * A page whose header and parts appear at the same moment, for a page on which late buttons or parts would move the
 * others. Until then, shows the title and skeletons. The children contain the page's own header.
 */
export function PageTogether({ title, children }: { title: string; children: ReactNode }) {
  const waiting = (
    <div>
      <PageHeader title={title} />
      <Card>
        <RowSkeletons rows={6} avatar={false} />
      </Card>
    </div>
  )
  return <RevealTogether waiting={waiting}>{children}</RevealTogether>
}
