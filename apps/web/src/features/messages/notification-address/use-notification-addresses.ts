import type { NotificationAddressId } from '@attune/contract/common/ids'
import type { NotificationAddress } from '@attune/contract/features/messages/notification-address/notification-address'
import { ORPCError } from '@orpc/client'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { orpc } from '../../../platform/api/api.ts'
import { errorCode, reachedLimit } from '../../../platform/api/errors.ts'
import { useSubscription } from '../../../platform/realtime/use-subscription.ts'
import { useErrorMessage } from '../../../ui/base/use-error-message.ts'

const options = () => orpc.notificationAddress.list.queryOptions({ input: {} })

/** Loads the addresses. Refetches them when an admin changes one or a person confirms one. */
export function useNotificationAddresses() {
  const cache = useQueryClient()
  useSubscription('notification_addresses', () => void cache.invalidateQueries({ queryKey: options().queryKey }))
  return useQuery(options())
}

/** Returns a function that replaces, adds or removes an address in the cached list. */
export function useStoreAddress() {
  const cache = useQueryClient()
  return (id: NotificationAddressId, address: NotificationAddress | null) =>
    cache.setQueryData(options().queryKey, (list) => {
      if (!list) return list
      const isKnown = list.items.some((one) => one.id === id)
      const items = list.items.flatMap((one) => (one.id === id ? (address ?? []) : one))
      return { ...list, items: address && !isKnown ? [...items, address] : items }
    })
}

/**
 * Returns a mutation of one address. Its result replaces the address in the cached list. If another admin has changed or removed the address,
 * updates the list too.
 */
export function useAddressChange<Input extends { id: NotificationAddressId }>(
  change: (input: Input) => Promise<NotificationAddress>,
  onDone: (address: NotificationAddress) => void,
) {
  const store = useStoreAddress()
  return useMutation({
    scope: { id: 'notification-addresses' },
    mutationFn: change,
    onSuccess: (address) => {
      store(address.id, address)
      onDone(address)
    },
    onError: (error, { id }) => {
      const current = currentAddress(error)
      if (current) store(id, current)
      if (errorCode(error) === 'NOT_FOUND') store(id, null)
    },
  })
}

/** Returns the current address if the server refused the change because of a concurrent one; null for any other error. */
function currentAddress(error: unknown): NotificationAddress | null {
  if (errorCode(error) !== 'CHANGED' || !(error instanceof ORPCError)) return null
  return (error.data as { address: NotificationAddress }).address
}

const known = ['TAKEN', 'LIMIT_REACHED', 'CHANGED', 'NOT_FOUND', 'VERIFIED', 'NOT_VERIFIED'] as const

/** Returns a function that returns the error text of a failure; null without an error. */
export function useAddressCause() {
  const { t } = useTranslation('notificationSettings')
  const general = useErrorMessage()
  return (error: unknown): string | null => {
    const code = known.find((one) => error && one === errorCode(error))
    return code ? t(`cause.${code}`, { count: reachedLimit(error) ?? 0 }) : general(error)
  }
}
