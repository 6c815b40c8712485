import { Suspense, lazy, type ComponentProps } from 'react'
import { Panel } from '../../ui/Section.tsx'
import { StillToCome } from '../../ui/Together.tsx'
import { RowSkeletons } from '../../ui/Waiting.tsx'

// Each card is a chunk of its own, so that a page's own code is loaded first.
const Today = lazy(() => import('./cards/TodayTasks.tsx').then((file) => ({ default: file.TodayTasks })))
const Waiting = lazy(() => import('./cards/WaitingTasks.tsx').then((file) => ({ default: file.WaitingTasks })))
const OpenTasks = lazy(() => import('./cards/OpenTasksCard.tsx').then((file) => ({ default: file.OpenTasksCard })))
const OfSession = lazy(() => import('./cards/SessionTasks.tsx').then((file) => ({ default: file.SessionTasks })))
const OfClient = lazy(() => import('./TasksOfClient.tsx').then((file) => ({ default: file.TasksOfClient })))

const skeleton = (rows: number) => (
  <Panel>
    <RowSkeletons rows={rows} avatar={false} />
  </Panel>
)

/** The tasks that a client has to do today. */
export const TodayTasks = () => (
  <Suspense fallback={skeleton(2)}>
    <Today />
  </Suspense>
)

/** The tasks that need the therapist's attention. Renders nothing if there are none. */
export const WaitingTasks = () => (
  <Suspense fallback={<StillToCome />}>
    <Waiting />
  </Suspense>
)

/** The open tasks of one client, on their profile. */
export const OpenTasksCard = (props: ComponentProps<typeof OpenTasks>) => (
  <Suspense fallback={skeleton(2)}>
    <OpenTasks {...props} />
  </Suspense>
)

/** The tasks assigned in a session. */
export const SessionTasks = (props: ComponentProps<typeof OfSession>) => (
  <Suspense fallback={skeleton(1)}>
    <OfSession {...props} />
  </Suspense>
)

/** All tasks of one client, for a tab of their profile. */
export const ClientTasks = (props: ComponentProps<typeof OfClient>) => (
  <Suspense fallback={skeleton(4)}>
    <OfClient {...props} />
  </Suspense>
)
