import type { JournalEntryId } from '@attune/contract/common/ids'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { lazyNamed } from '../../../../platform/lazy-named.ts'
import { useSubscription } from '../../../../platform/realtime/use-subscription.ts'
import { useMarkSubjectRead } from '../../../messages/notification/notification.ts'
import { SharedEntryDetails } from './SharedEntryDetails.tsx'

const EntryNotShared = lazyNamed(() => import('./EntryNotShared.tsx'), 'EntryNotShared')

const route = getRouteApi('/dashboard/therapist/journals/$entryId')

export function SharedEntryPage() {
  const { entryId } = route.useParams()
  return <SharedEntryView key={entryId} id={entryId} />
}

/** Shows a shared entry, or a message once the entry is no longer shared. */
export function SharedEntryView({ id }: { id: JournalEntryId }) {
  const [revoked, setRevoked] = useState(false)
  useMarkSubjectRead('entry', id)
  // When the sharing is revoked, the page unmounts the entry, which also removes its content from memory.
  useSubscription('journal_shares', (changes) => {
    const last = changes.findLast(({ keys }) => keys['entry_id'] === id)
    if (last?.event === 'DELETE') setRevoked(true)
    if (last?.event === 'INSERT' || changes.length === 0) setRevoked(false)
  })
  if (!revoked) return <SharedEntryDetails id={id} onRevoked={() => setRevoked(true)} />
  return <EntryNotShared id={id} />
}
