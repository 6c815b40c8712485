import { lazyNamed } from '../../../platform/lazy-named.ts'
import { RowSkeletons } from '../../../ui/page/loading/ListStates.tsx'
import { Card } from '../../../ui/page/Section.tsx'

const skeleton = (
  <Card>
    <RowSkeletons rows={2} avatar={false} />
  </Card>
)

/** Loads the card with a client's tags in a separate chunk, after the code of the client record. */
export const LazyClientTagsCard = lazyNamed(() => import('./ClientTagsCard.tsx'), 'ClientTagsCard', skeleton)
