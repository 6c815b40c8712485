import { getRouteApi } from '@tanstack/react-router'
import { lazyNamed } from '../../../platform/lazy-named.ts'
import { useMe } from '../../../platform/login/login.ts'
import { RowSkeletons } from '../../../ui/page/loading/ListStates.tsx'

const AssignedTasks = lazyNamed(
  () => import('./list/AssignedTasks.tsx'),
  'AssignedTasks',
  <RowSkeletons rows={6} avatar={false} />,
)
const ClientTasks = lazyNamed(
  () => import('./list/ClientTasks.tsx'),
  'ClientTasks',
  <RowSkeletons rows={6} avatar={false} />,
)

const route = getRouteApi('/dashboard/$userType/tasks/')

/** Renders the tasks page of a therapist or client [1.06, 2.15]. The URL contains the therapist's view and filters. */
export function TasksPage() {
  const me = useMe()
  const search = route.useSearch()
  const navigate = route.useNavigate()
  if (!me || me.role === 'admin') return null
  return me.role === 'therapist' ? (
    <AssignedTasks search={search} onSearch={(next) => void navigate({ search: next, replace: true })} />
  ) : (
    <ClientTasks />
  )
}
