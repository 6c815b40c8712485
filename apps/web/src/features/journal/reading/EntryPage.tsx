import { getRouteApi } from '@tanstack/react-router'
import { Suspense, lazy, useState } from 'react'
import { useLive } from '../../../platform/use-live.ts'
import { Reading } from './Reading.tsx'

const NotShared = lazy(() => import('./NotShared.tsx').then((file) => ({ default: file.NotShared })))

const route = getRouteApi('/dashboard/therapist/journals/$entryId')

/** One entry that a client shares. */
export function EntryPage() {
  const { entryId } = route.useParams()
  return <SharedEntryView key={entryId} id={entryId} />
}

/** It is drawn for as long as it is shared. */
export function SharedEntryView({ id }: { id: string }) {
  const [revoked, setRevoked] = useState(false)
  // What is no longer shared is not drawn any more, and what was read of it leaves the memory with it.
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
