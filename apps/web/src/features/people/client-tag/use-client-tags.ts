import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { orpc } from '../../../platform/api/api.ts'
import { errorCode, reachedLimit } from '../../../platform/api/errors.ts'
import { useSubscription } from '../../../platform/realtime/use-subscription.ts'

/** A list of at least this many tags has a search field. */
export const manyTags = 10

/** Loads all tags of the therapist, sorted by name, each with the number of clients that have the tag. */
export const useClientTags = () => useQuery(orpc.clientTag.list.queryOptions({ input: {} }))

/** Returns a function that refetches the tags and the client records. */
export function useInvalidateClientTags() {
  const client = useQueryClient()
  return () =>
    Promise.all([
      client.invalidateQueries({ queryKey: orpc.clientTag.key() }),
      client.invalidateQueries({ queryKey: orpc.client.key() }),
    ])
}

/** Refetches tags and client records when a tag changes, or when a client gets or loses a tag. */
export function useSubscribeToClientTags() {
  const changed = useInvalidateClientTags()
  useSubscription('client_tags', () => void changed())
  useSubscription('client_tag_clients', () => void changed())
}

/** Returns a function that returns the error message for a tag that could not be saved. */
export function useClientTagError() {
  const { t } = useTranslation('clientTag')
  return (error: unknown): string => {
    const code = errorCode(error)
    if (code === 'NAME_TAKEN') return t('nameTaken')
    return code === 'LIMIT_REACHED' ? t('tooMany', { count: reachedLimit(error) }) : t('failed')
  }
}
