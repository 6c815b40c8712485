import { Suspense, type ComponentProps } from 'react'
import { lazyNamed } from '../../../platform/lazy-named.ts'
import { RowSkeletons } from '../../../ui/page/loading/ListStates.tsx'
import { Card } from '../../../ui/page/Section.tsx'

const ClientTagsCard = lazyNamed(() => import('./ClientTagsCard.tsx'), 'ClientTagsCard')

/** Loads the card with a client's tags in a separate chunk, after the code of the client record. */
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
