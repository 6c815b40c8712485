import { getRouteApi } from '@tanstack/react-router'
import { useMe } from '../../../platform/login.ts'
import { useSubscribeToSessions } from '../mutations.ts'
import { SessionTabs } from './SessionTabs.tsx'

const route = getRouteApi('/dashboard/$userType/sessions/')

/** The sessions page of a therapist or client [2.12, 2.34]. The URL holds the tab and the filters. */
export function SessionsPage() {
  const me = useMe()
  const search = route.useSearch()
  const navigate = route.useNavigate()
  useSubscribeToSessions()
  if (!me || me.role === 'admin') return null
  return (
    <SessionTabs viewer={me.role} search={search} onSearch={(next) => void navigate({ search: next, replace: true })} />
  )
}
