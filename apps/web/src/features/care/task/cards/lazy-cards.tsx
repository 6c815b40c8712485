import type { ComponentProps } from 'react'
import { lazyNamed } from '../../../../platform/lazy-named.ts'
import { Pending } from '../../../../ui/page/loading/RevealTogether.tsx'
import { Card } from '../../../../ui/page/Section.tsx'
import { RowSkeletons } from '../../../../ui/page/loading/ListStates.tsx'

const skeleton = (rows: number) => (
  <Card>
    <RowSkeletons rows={rows} avatar={false} />
  </Card>
)

// Each card is loaded separately, because the code of the page must load before its cards.
const SessionTasks = lazyNamed(() => import('./SessionTasks.tsx'), 'SessionTasks', skeleton(1))

export const LazyAssignTaskDialog = lazyNamed(() => import('../assign/AssignTaskDialog.tsx'), 'AssignTaskDialog')

/** Loads and renders the tasks that a client has to do today. */
export const LazyTodayTasks = lazyNamed(() => import('./TodayTasks.tsx'), 'TodayTasks', skeleton(2))

/** Loads and renders the card of a client's open tasks, for the client's profile. */
export const LazyOpenTasksCard = lazyNamed(() => import('./OpenTasksCard.tsx'), 'OpenTasksCard', skeleton(2))

/** Loads and renders the tasks that were assigned in a session, and the questionnaire results of its only participant. */
export const LazySessionTasks = (props: ComponentProps<typeof SessionTasks>) => (
  <>
    <SessionTasks {...props} />
    {props.clients.length === 1 && props.clients[0] && (
      <LazyMeasuresCard client={props.clients[0]} may={false} compact />
    )}
  </>
)

/** Loads and renders the questionnaire results of a client. Renders nothing if there are none. */
export const LazyMeasuresCard = lazyNamed(() => import('../progress/MeasuresCard.tsx'), 'MeasuresCard', <Pending />)

/** Loads and renders all tasks of a client, for a tab of the client's profile. */
export const LazyClientTasksTab = lazyNamed(() => import('../list/ClientTasksTab.tsx'), 'ClientTasksTab', skeleton(4))
