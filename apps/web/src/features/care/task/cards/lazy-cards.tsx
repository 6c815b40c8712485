import { Suspense, type ComponentProps } from 'react'
import { lazyNamed } from '../../../../platform/lazy-named.ts'
import { Pending } from '../../../../ui/page/loading/RevealTogether.tsx'
import { Card } from '../../../../ui/page/Section.tsx'
import { RowSkeletons } from '../../../../ui/page/loading/ListStates.tsx'

// Each card is loaded separately, because the code of the page must load before its cards.
const Today = lazyNamed(() => import('./TodayTasks.tsx'), 'TodayTasks')
const OpenTasks = lazyNamed(() => import('./OpenTasksCard.tsx'), 'OpenTasksCard')
const OfSession = lazyNamed(() => import('./SessionTasks.tsx'), 'SessionTasks')
const Measures = lazyNamed(() => import('../progress/MeasuresCard.tsx'), 'MeasuresCard')
const Assign = lazyNamed(() => import('../assign/AssignTaskDialog.tsx'), 'AssignTaskDialog')
const OfClient = lazyNamed(() => import('../list/ClientTasksTab.tsx'), 'ClientTasksTab')

const skeleton = (rows: number) => (
  <Card>
    <RowSkeletons rows={rows} avatar={false} />
  </Card>
)

/** Loads and renders the dialog that assigns a task. */
export const LazyAssignTaskDialog = (props: ComponentProps<typeof Assign>) => (
  <Suspense>
    <Assign {...props} />
  </Suspense>
)

/** Loads and renders the tasks that a client has to do today. */
export const LazyTodayTasks = () => (
  <Suspense fallback={skeleton(2)}>
    <Today />
  </Suspense>
)

/** Loads and renders the card of a client's open tasks, for the client's profile. */
export const LazyOpenTasksCard = (props: ComponentProps<typeof OpenTasks>) => (
  <Suspense fallback={skeleton(2)}>
    <OpenTasks {...props} />
  </Suspense>
)

/** Loads and renders the tasks that were assigned in a session, and the questionnaire results of its only participant. */
export const LazySessionTasks = (props: ComponentProps<typeof OfSession>) => (
  <>
    <Suspense fallback={skeleton(1)}>
      <OfSession {...props} />
    </Suspense>
    {props.clients.length === 1 && props.clients[0] && (
      <LazyMeasuresCard client={props.clients[0]} may={false} compact />
    )}
  </>
)

/** Loads and renders the questionnaire results of a client. Renders nothing if there are none. */
export const LazyMeasuresCard = (props: ComponentProps<typeof Measures>) => (
  <Suspense fallback={<Pending />}>
    <Measures {...props} />
  </Suspense>
)

/** Loads and renders all tasks of a client, for a tab of the client's profile. */
export const LazyClientTasksTab = (props: ComponentProps<typeof OfClient>) => (
  <Suspense fallback={skeleton(4)}>
    <OfClient {...props} />
  </Suspense>
)
