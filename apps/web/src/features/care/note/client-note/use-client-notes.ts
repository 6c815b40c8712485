import type { ClientId } from '@attune/contract/common/ids'
import type { NoteState } from '@attune/contract/features/care/note/note.rules'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { orpc } from '../../../../platform/api/api.ts'

export type NotesFilter = { search: string; state: NoteState | 'all' }

/** Loads the notes on sessions with a client that match, page by page, the latest session first. */
export function useClientNotes(clientId: ClientId, { search, state }: NotesFilter) {
  const [settled] = useDebouncedValue(search.trim(), 250)
  const read = useInfiniteQuery({
    ...orpc.note.ofClient.infiniteOptions({
      input: (after: string | undefined) => ({
        clientId,
        ...(settled && { search: settled }),
        ...(state !== 'all' && { state }),
        ...(after !== undefined && { after }),
        limit: 30,
      }),
      initialPageParam: undefined as string | undefined,
      getNextPageParam: (last) => last.next ?? undefined,
    }),
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
  })
  const pages = read.data?.pages ?? []
  const aboutClient = state === 'all' && (settled === '' || pages[0]?.aboutClient === true)
  return { read, items: pages.flatMap((page) => page.items), aboutClient }
}
