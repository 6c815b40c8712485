import { getRouteApi } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useMe } from '../../../../platform/login/login.ts'
import { useSubscribeToSessions } from '../summary/mutations.ts'
import { SessionTabs } from './SessionTabs.tsx'

const route = getRouteApi('/dashboard/$userType/sessions/')

/**
 * Renders the sessions page of a therapist or client [2.12, 2.34]. The URL contains the tab and the filters. The route
 * passes the client's booking button, because the button belongs to another feature.
 */
export function SessionsPage({ bookButton }: { bookButton: ReactNode }) {
  const me = useMe()
  const search = route.useSearch()
  const navigate = route.useNavigate()
  useSubscribeToSessions()
  if (!me || me.role === 'admin') return null
  return (
    <SessionTabs
      viewer={me.role}
      search={search}
      bookButton={bookButton}
      onSearch={(next) => void navigate({ search: next, replace: true })}
    />
  )
}
