import { getRouteApi } from '@tanstack/react-router'
import { useMe } from '../../platform/login.ts'
import { useLiveSessions } from './acts.ts'
import { Sessions } from './Sessions.tsx'

const route = getRouteApi('/dashboard/$userType/sessions/')

/** The sessions page of a therapist or client [2.12, 2.34]. The URL holds the tab and the filters. */
export function SessionsPage() {
  const me = useMe()
  const search = route.useSearch()
  const navigate = route.useNavigate()
  useLiveSessions()
  if (!me || me.role === 'admin') return null
  return (
    <Sessions viewer={me.role} search={search} onSearch={(next) => void navigate({ search: next, replace: true })} />
  )
}
