import { getRouteApi } from '@tanstack/react-router'
import { Suspense, lazy, useState } from 'react'
import { useLive } from '../../../platform/use-live.ts'
import { Reading } from './Reading.tsx'

const NotShared = lazy(() => import('./NotShared.tsx').then((file) => ({ default: file.NotShared })))

const route = getRouteApi('/dashboard/therapist/journals/$entryId')

/** The page of a shared entry. */
export function EntryPage() {
  const { entryId } = route.useParams()
  return <SharedEntryView key={entryId} id={entryId} />
}

/** A shared entry, shown while it is shared. */
export function SharedEntryView({ id }: { id: string }) {
  const [revoked, setRevoked] = useState(false)
  // An entry that is no longer shared is unmounted, which also removes it from memory.
  useLive('journal_shares', (changes) => {
    const last = changes.findLast(({ keys }) => keys['entry_id'] === id)
    if (last?.event === 'DELETE') setRevoked(true)
    if (last?.event === 'INSERT' || changes.length === 0) setRevoked(false)
  })
  if (!revoked) return <Reading id={id} onRevoked={() => setRevoked(true)} />
  return (
    <Suspense>
      <NotShared id={id} />
    </Suspense>
  )
}
