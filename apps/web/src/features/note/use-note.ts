import type { Note } from '@attune/contract/features/note'
import type { SessionText } from '@attune/contract/features/session'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { query } from '../../platform/api.ts'
import { useLive } from '../../platform/use-live.ts'

const staleAfterMilliseconds = 30_000

const noteOptions = (sessionId: string) => query.note.open.queryOptions({ input: { sessionId } })

/** The note of a session. It is read again with every visit, and when the page becomes visible after a while. */
export function useNote(sessionId: string) {
  const read = useQuery({ ...noteOptions(sessionId), refetchOnMount: 'always', gcTime: 60_000 })
  const { refetch, dataUpdatedAt } = read
  useEffect(() => {
    const refetchIfStale = () => {
      const isStale = Date.now() - dataUpdatedAt > staleAfterMilliseconds
      if (document.visibilityState === 'visible' && isStale) void refetch()
    }
    document.addEventListener('visibilitychange', refetchIfStale)
    return () => document.removeEventListener('visibilitychange', refetchIfStale)
  }, [refetch, dataUpdatedAt])
  return read
}

/** Updates the cached note with the server's answers. */
export function useNoteCache(sessionId: string) {
  const client = useQueryClient()
  const key = noteOptions(sessionId).queryKey
  return {
    put: (note: Note) => {
      client.setQueryData(key, note)
      void client.invalidateQueries({ queryKey: query.note.toWrite.key() })
    },
    change: (change: Partial<Note>) => {
      const before = client.getQueryData(key)
      client.setQueryData(key, (note) => note && { ...note, ...change })
      // The first text turns 'to write' into 'begun'.
      if (before?.text === '') void client.invalidateQueries({ queryKey: query.note.toWrite.key() })
    },
    readAnew: () => client.invalidateQueries({ queryKey: key }),
  }
}

/** Updates objectives or next steps in the cached details of their session. */
export function useTextCache(sessionId: string) {
  const client = useQueryClient()
  const key = query.session.get.queryKey({ input: { id: sessionId } })
  return (text: Partial<SessionText> & Pick<SessionText, 'kind'>) =>
    client.setQueryData(key, (details) => {
      if (!details) return details
      const fresh: SessionText = { text: '', version: 0, shared: false, updatedAt: null, ...text }
      const others = details.texts.filter((one) => one.kind !== text.kind)
      const before = details.texts.find((one) => one.kind === text.kind)
      return { ...details, texts: [...others, before ? { ...before, ...text } : fresh] }
    })
}

/** Updates objectives and next steps when another device changes, shares or revokes them. */
export function useLiveTexts() {
  const client = useQueryClient()
  const changed = () => void client.invalidateQueries({ queryKey: query.session.get.key() })
  useLive('session_texts', changed)
  useLive('session_text_shares', changed)
}
