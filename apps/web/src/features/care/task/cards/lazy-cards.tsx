import { Suspense, type ComponentProps } from 'react'
import { lazyNamed } from '../../../../platform/lazy-named.ts'
import { Pending } from '../../../../ui/page/loading/RevealTogether.tsx'
import { Card } from '../../../../ui/page/Section.tsx'
import { RowSkeletons } from '../../../../ui/page/loading/ListStates.tsx'

// Each card is loaded separately, because the code of the page must load before its cards.
const TodayTasks = lazyNamed(() => import('./TodayTasks.tsx'), 'TodayTasks')
const OpenTasksCard = lazyNamed(() => import('./OpenTasksCard.tsx'), 'OpenTasksCard')
const SessionTasks = lazyNamed(() => import('./SessionTasks.tsx'), 'SessionTasks')
const MeasuresCard = lazyNamed(() => import('../progress/MeasuresCard.tsx'), 'MeasuresCard')
const AssignTaskDialog = lazyNamed(() => import('../assign/AssignTaskDialog.tsx'), 'AssignTaskDialog')
const ClientTasksTab = lazyNamed(() => import('../list/ClientTasksTab.tsx'), 'ClientTasksTab')

const skeleton = (rows: number) => (
  <Card>
    <RowSkeletons rows={rows} avatar={false} />
  </Card>
)

/** Loads and renders the dialog that assigns a task. */
export const LazyAssignTaskDialog = (props: ComponentProps<typeof AssignTaskDialog>) => (
  <Suspense>
    <AssignTaskDialog {...props} />
  </Suspense>
)

/** Loads and renders the tasks that a client has to do today. */
export const LazyTodayTasks = () => (
  <Suspense fallback={skeleton(2)}>
    <TodayTasks />
  </Suspense>
)

/** Loads and renders the card of a client's open tasks, for the client's profile. */
export const LazyOpenTasksCard = (props: ComponentProps<typeof OpenTasksCard>) => (
  <Suspense fallback={skeleton(2)}>
    <OpenTasksCard {...props} />
  </Suspense>
)

/** Loads and renders the tasks that were assigned in a session, and the questionnaire results of its only participant. */
export const LazySessionTasks = (props: ComponentProps<typeof SessionTasks>) => (
  <>
    <Suspense fallback={skeleton(1)}>
      <SessionTasks {...props} />
    </Suspense>
    {props.clients.length === 1 && props.clients[0] && (
      <LazyMeasuresCard client={props.clients[0]} may={false} compact />
    )}
  </>
)

/** Loads and renders the questionnaire results of a client. Renders nothing if there are none. */
export const LazyMeasuresCard = (props: ComponentProps<typeof MeasuresCard>) => (
  <Suspense fallback={<Pending />}>
    <MeasuresCard {...props} />
  </Suspense>
)

/** Loads and renders all tasks of a client, for a tab of the client's profile. */
export const LazyClientTasksTab = (props: ComponentProps<typeof ClientTasksTab>) => (
  <Suspense fallback={skeleton(4)}>
    <ClientTasksTab {...props} />
  </Suspense>
)
