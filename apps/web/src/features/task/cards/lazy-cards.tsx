import { Suspense, type ComponentProps } from 'react'
import { lazyNamed } from '../../../platform/lazy-named.ts'
import { Card } from '../../../ui/page/Section.tsx'
import { Pending } from '../../../ui/page/RevealTogether.tsx'
import { RowSkeletons } from '../../../ui/page/ListStates.tsx'

// Each card is loaded separately, so that the code of the page itself is loaded first.
const Today = lazyNamed(() => import('./TodayTasks.tsx'), 'TodayTasks')
const Waiting = lazyNamed(() => import('./AttentionTasks.tsx'), 'AttentionTasks')
const OpenTasks = lazyNamed(() => import('./OpenTasksCard.tsx'), 'OpenTasksCard')
const OfSession = lazyNamed(() => import('./SessionTasks.tsx'), 'SessionTasks')
const OfClient = lazyNamed(() => import('../ClientTasksTab.tsx'), 'ClientTasksTab')

const skeleton = (rows: number) => (
  <Card>
    <RowSkeletons rows={rows} avatar={false} />
  </Card>
)

/** The tasks that a client has to do today. */
export const LazyTodayTasks = () => (
  <Suspense fallback={skeleton(2)}>
    <Today />
  </Suspense>
)

/** The tasks that need the therapist's attention. Renders nothing if there are none. */
export const LazyAttentionTasks = () => (
  <Suspense fallback={<Pending />}>
    <Waiting />
  </Suspense>
)

/** The open tasks of one client, on their profile. */
export const LazyOpenTasksCard = (props: ComponentProps<typeof OpenTasks>) => (
  <Suspense fallback={skeleton(2)}>
    <OpenTasks {...props} />
  </Suspense>
)

/** The tasks assigned in a session. */
export const LazySessionTasks = (props: ComponentProps<typeof OfSession>) => (
  <Suspense fallback={skeleton(1)}>
    <OfSession {...props} />
  </Suspense>
)

/** All tasks of one client, for a tab of their profile. */
export const LazyClientTasksTab = (props: ComponentProps<typeof OfClient>) => (
  <Suspense fallback={skeleton(4)}>
    <OfClient {...props} />
  </Suspense>
)
