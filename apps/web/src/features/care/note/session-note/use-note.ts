import type { SessionId } from '@attune/contract/common/ids'
import type { Note } from '@attune/contract/features/care/note/note'
import type { SessionText } from '@attune/contract/features/schedule/session/session'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { orpc } from '../../../../platform/api/api.ts'
import { useSubscription } from '../../../../platform/realtime/use-subscription.ts'
import { useRefetchWhenVisible } from '../use-refetch-when-visible.ts'
import { inputOfPart, type PartOfNote } from './note-part.ts'

const noteOptions = (part: PartOfNote) => orpc.note.open.queryOptions({ input: inputOfPart(part) })
const partsOptions = (sessionId: SessionId) => orpc.note.parts.queryOptions({ input: { sessionId } })

const onEachVisit = { refetchOnMount: 'always', gcTime: 60_000 } as const

/**
 * Loads a part of the note of a session on each visit. Loads it again when the page becomes visible and the note was loaded more
 * than 30 seconds ago.
 */
export function useNote(part: PartOfNote) {
  const read = useQuery({ ...noteOptions(part), ...onEachVisit })
  useRefetchWhenVisible(read)
  return read
}

/** Loads all parts of the note of a session with several clients, as `useNote` does. */
export function useNoteParts(sessionId: SessionId) {
  const read = useQuery({ ...partsOptions(sessionId), ...onEachVisit })
  useRefetchWhenVisible(read)
  return read
}

/** Returns functions that update the cached part with the server's responses or reload it. */
export function useNoteCache(part: PartOfNote) {
  const client = useQueryClient()
  const isOnly = part.clientId === undefined
  const key = noteOptions(part).queryKey
  const partsKey = partsOptions(part.sessionId).queryKey
  const isThis = ({ clientId }: Note) => clientId === part.clientId
  const cached = () => (isOnly ? client.getQueryData(key) : client.getQueryData(partsKey)?.parts.find(isThis))
  const store = (note: Note) => {
    if (isOnly) return client.setQueryData(key, note)
    return client.setQueryData(
      partsKey,
      (whole) => whole && { ...whole, parts: whole.parts.map((one) => (isThis(one) ? note : one)) },
    )
  }
  const refetchLists = () => {
    for (const list of [orpc.note.queue, orpc.note.counts, orpc.note.ofClient])
      void client.invalidateQueries({ queryKey: list.key() })
  }
  return {
    put: (note: Note) => {
      store(note)
      refetchLists()
    },
    /** Puts all parts of the note into the cache. */
    putParts: (parts: { sessionId: SessionId; parts: Note[] }) => {
      client.setQueryData(partsKey, parts)
      refetchLists()
    },
    change: (change: Partial<Note>) => {
      const before = cached()
      if (before) store({ ...before, ...change })
      // The first text changes the note from 'to write' to 'begun' in the list of notes to write, so the list is
      // reloaded.
      if (before?.text === '') refetchLists()
    },
    refetchSaved: () => client.invalidateQueries({ queryKey: isOnly ? key : partsKey }),
  }
}

/** Returns a function that updates objectives or next steps in the cached details of the session. */
export function useSessionTextCache(sessionId: SessionId) {
  const client = useQueryClient()
  const key = orpc.session.get.queryKey({ input: { id: sessionId } })
  return (text: Partial<SessionText> & Pick<SessionText, 'kind'>) =>
    client.setQueryData(key, (details) => {
      if (!details) return details
      const fresh: SessionText = { text: '', version: 0, shared: false, updatedAt: null, ...text }
      const others = details.texts.filter((one) => one.kind !== text.kind)
      const before = details.texts.find((one) => one.kind === text.kind)
      return { ...details, texts: [...others, before ? { ...before, ...text } : fresh] }
    })
}

/** Reloads objectives and next steps when they are changed, shared or revoked on another device. */
export function useSessionTextSubscriptions() {
  const client = useQueryClient()
  const changed = () => void client.invalidateQueries({ queryKey: orpc.session.get.key() })
  useSubscription('session_texts', changed)
  useSubscription('session_text_shares', changed)
}
