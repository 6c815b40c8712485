import { Suspense, lazy, type ComponentProps } from 'react'
import { Panel } from '../../ui/Section.tsx'
import { StillToCome } from '../../ui/Together.tsx'
import { RowSkeletons } from '../../ui/Waiting.tsx'

// Each is fetched beside the page that shows it: what a page itself is made of comes first.
const Today = lazy(() => import('./cards/TodayTasks.tsx').then((file) => ({ default: file.TodayTasks })))
const Waiting = lazy(() => import('./cards/WaitingTasks.tsx').then((file) => ({ default: file.WaitingTasks })))
const OpenTasks = lazy(() => import('./cards/OpenTasksCard.tsx').then((file) => ({ default: file.OpenTasksCard })))
const OfSession = lazy(() => import('./cards/SessionTasks.tsx').then((file) => ({ default: file.SessionTasks })))
const OfClient = lazy(() => import('./TasksOfClient.tsx').then((file) => ({ default: file.TasksOfClient })))

const waiting = (rows: number) => (
  <Panel>
    <RowSkeletons rows={rows} avatar={false} />
  </Panel>
)

/** What a client is asked to do today. */
export const TodayTasks = () => (
  <Suspense fallback={waiting(2)}>
    <Today />
  </Suspense>
)

/** What waits for the therapist; nothing where nothing does. */
export const WaitingTasks = () => (
  <Suspense fallback={<StillToCome />}>
    <Waiting />
  </Suspense>
)

/** The open tasks of one client, on their profile. */
export const OpenTasksCard = (props: ComponentProps<typeof OpenTasks>) => (
  <Suspense fallback={waiting(2)}>
    <OpenTasks {...props} />
  </Suspense>
)

/** What was given in a session. */
export const SessionTasks = (props: ComponentProps<typeof OfSession>) => (
  <Suspense fallback={waiting(1)}>
    <OfSession {...props} />
  </Suspense>
)

/** All tasks of one client, for a tab of their profile. */
export const ClientTasks = (props: ComponentProps<typeof OfClient>) => (
  <Suspense fallback={waiting(4)}>
    <OfClient {...props} />
  </Suspense>
)
