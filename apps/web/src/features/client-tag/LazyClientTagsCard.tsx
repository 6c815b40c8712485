import { Suspense, type ComponentProps } from 'react'
import { lazyNamed } from '../../platform/lazy-named.ts'
import { RowSkeletons } from '../../ui/page/ListStates.tsx'
import { Card } from '../../ui/page/Section.tsx'

const ClientTagsCard = lazyNamed(() => import('./ClientTagsCard.tsx'), 'ClientTagsCard')

/** The tags of one client, in a separate chunk so that the code of the record loads first. */
export const LazyClientTagsCard = (props: ComponentProps<typeof ClientTagsCard>) => (
  <Suspense
    fallback={
      <Card>
        <RowSkeletons rows={2} avatar={false} />
      </Card>
    }
  >
    <ClientTagsCard {...props} />
  </Suspense>
)
