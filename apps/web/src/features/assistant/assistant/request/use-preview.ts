import type { AssistantRequest } from '@attune/contract/features/assistant/assistant/assistant'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { orpc } from '../../../../platform/api/api.ts'

/** The delay in milliseconds after the last change before a preview is recomputed. */
const pauseMilliseconds = 400

/** Returns the preview of a request. `isCurrent` is false while it is being recomputed after a change. */
export function usePreview(request: AssistantRequest) {
  const wanted = JSON.stringify(request)
  const [asked] = useDebouncedValue(wanted, pauseMilliseconds)
  const read = useQuery({
    ...orpc.assistant.preview.queryOptions({ input: JSON.parse(asked) as AssistantRequest }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    gcTime: 0,
  })
  return { read, isCurrent: !read.isPlaceholderData && !read.isFetching && asked === wanted }
}
