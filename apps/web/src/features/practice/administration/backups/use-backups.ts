import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { api, orpc } from '../../../../platform/api/api.ts'
import { toast } from '../../../../ui/toast/toast.ts'

/** The intervals in milliseconds at which the state of the backups is read, while a backup runs and otherwise. */
const [runningEvery, usuallyEvery] = [2_000, 30_000]

/** Reads the state of the backups at intervals. Reads the lists of backups again when a backup has ended. */
export function useBackups() {
  const refresh = useRefreshBackups()
  const read = useQuery({
    ...orpc.administration.backups.queryOptions({ input: {} }),
    refetchInterval: ({ state }) => (state.data?.progress ? runningEvery : usuallyEvery),
  })
  const isRunning = Boolean(read.data?.progress)
  const wasRunning = useRef(false)
  useEffect(() => {
    if (wasRunning.current && !isRunning) void refresh()
    wasRunning.current = isRunning
  }, [isRunning, refresh])
  return read
}

/** Returns a function that reads the state and the lists of backups again. */
export function useRefreshBackups() {
  const cache = useQueryClient()
  return useCallback(
    () =>
      Promise.all(
        [orpc.administration.backups, orpc.administration.storedBackups].map((each) =>
          cache.invalidateQueries({ queryKey: each.key() }),
        ),
      ),
    [cache],
  )
}

export const useStoredBackups = () =>
  useQuery({ ...orpc.administration.storedBackups.queryOptions({ input: {} }), staleTime: 0 })

/** Returns a mutation that starts a backup. Reads the state again afterwards, so that the page shows the progress. */
export function useStartBackup() {
  const { t } = useTranslation('backups')
  const refresh = useRefreshBackups()
  return useMutation({
    mutationFn: () => api.administration.startBackup({}),
    onError: () => toast.error(t('startFailed')),
    onSettled: refresh,
  })
}
