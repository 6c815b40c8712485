import type { ClientId } from '@attune/contract/common/ids'
import type { AssistantAnswer, AssistantSource } from '@attune/contract/features/assistant/assistant/assistant'
import { useQueries } from '@tanstack/react-query'
import { orpc } from '../../../../platform/api/api.ts'
import { sourceKey } from '../assistant-request.ts'

/** The text of a source; `isFailed` if it could not be loaded. */
type SourceText = { source: AssistantSource; title: string; at: string; text: string; isFailed: boolean }

/** Loads the texts of the sources that an answer quotes. Returns them by the key of the source, without those that are still loading. */
export function useSourceTexts(
  clientId: ClientId | null,
  sentences: NonNullable<AssistantAnswer['sentences']>,
): Map<string, SourceText> {
  const named = new Map<string, AssistantSource>()
  for (const { places } of sentences) for (const { source } of places) if (source) named.set(sourceKey(source), source)
  const sources = clientId === null ? [] : [...named.values()]
  const reads = useQueries({
    queries: sources.map((source) => ({
      ...orpc.assistant.source.queryOptions({ input: { clientId: clientId ?? '', source } }),
      staleTime: 0,
      gcTime: 0,
    })),
  })
  return new Map(
    sources.flatMap((source, place) => {
      const read = reads[place]
      if (!read || read.isPending) return []
      const { title = '', at = '', text = '' } = read.data ?? {}
      return [[sourceKey(source), { source, title, at, text, isFailed: read.isError }] as const]
    }),
  )
}

export type SourceTexts = ReturnType<typeof useSourceTexts>
