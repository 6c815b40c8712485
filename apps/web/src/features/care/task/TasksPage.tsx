import { getRouteApi } from '@tanstack/react-router'
import { lazyInBoundary } from '../../../platform/lazy-named.ts'
import { useMe } from '../../../platform/login/login.ts'

const AssignedTasks = lazyInBoundary(() => import('./list/AssignedTasks.tsx'), 'AssignedTasks')
const ClientTasks = lazyInBoundary(() => import('./list/ClientTasks.tsx'), 'ClientTasks')

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
