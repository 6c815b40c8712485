import type { AssistantRequest } from '@attune/contract/features/assistant/assistant/assistant'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { orpc } from '../../../../platform/api/api.ts'

/** How long after the last change of a request its bytes are computed again. */
const pauseMilliseconds = 400

/** Returns the preview of a request. `isCurrent` is false while it is computed again after a change of the request. */
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
