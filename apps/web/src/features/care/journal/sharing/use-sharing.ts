import type { JournalEntryDetail } from '@attune/contract/features/care/journal/journal'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, createId, orpc } from '../../../../platform/api/api.ts'
import { isConnectionError } from '../../../../platform/api/errors.ts'
import { toast } from '../../../../ui/toast/toast.ts'
import type { SaveResult } from '../entry/use-saved-entry.ts'
import { useCacheEntry } from '../use-live-journal.ts'

export type Reader = JournalEntryDetail['shares'][number]['therapist']
export type Sharing = ReturnType<typeof useSharing>

export const hasAccess = (entry: JournalEntryDetail | null, reader: Reader) =>
  entry?.shares.some(({ therapist }) => therapist.id === reader.id) ?? false

/** Returns the connected therapists, and those with access who are not connected. */
export function useReaders(entry: JournalEntryDetail | null) {
  const read = useQuery(orpc.journal.therapists.queryOptions({ input: {} }))
  const connected = read.data?.items ?? []
  const others = (entry?.shares ?? []).filter(({ therapist }) => !connected.some(({ id }) => id === therapist.id))
  return { readers: [...connected, ...others.map(({ therapist }) => therapist)], isLoaded: read.data !== undefined }
}

/** Without a connection, a switch that waits would show an access that the therapist does not have yet, or still has. */
const failsOffline = { context: { offline: 'fail' } } as const

/**
 * Returns functions that share an entry with a therapist and end the sharing. Sharing first saves the text, needs a connection, because it publishes
 * the text that the client sees now, and can be undone from a toast. `changing` is the therapist whose access is being changed.
 */
export function useSharing(entry: JournalEntryDetail | null, onSave: () => Promise<SaveResult>) {
  const { t } = useTranslation('journal')
  const cacheEntry = useCacheEntry()
  const [isOffline, setOffline] = useState(false)
  const revoke = useMutation({
    mutationFn: ({ id, reader }: { id: JournalEntryDetail['id']; reader: Reader }) =>
      api.journal.revoke({ id, therapistId: reader.id }, failsOffline),
    onSuccess: cacheEntry,
    onError: (_, { reader }) => toast.error(t('share.revokeFailed', { name: reader.name })),
  })
  const share = useMutation({
    mutationFn: async (reader: Reader) => {
      setOffline(false)
      const saved = await onSave()
      // The editor shows the reason if the text was not saved.
      if (saved === null) return
      if (saved === 'kept') return setOffline(true)
      const input = { id: saved.id, therapistIds: [reader.id], command: createId() }
      cacheEntry(await api.journal.share(input, failsOffline))
      toast({
        variant: 'success',
        title: t('share.shared', { name: reader.name }),
        action: { label: t('bin.undo'), onClick: () => revoke.mutate({ id: saved.id, reader }) },
      })
    },
    onError: (error, reader) => {
      if (isConnectionError(error)) setOffline(true)
      else toast.error(t('share.failed', { name: reader.name }))
    },
  })
  return {
    isOffline,
    changing: (share.isPending && share.variables.id) || (revoke.isPending && revoke.variables.reader.id) || null,
    share: (reader: Reader) => share.mutate(reader),
    revoke: (reader: Reader) => entry && revoke.mutate({ id: entry.id, reader }),
  }
}
