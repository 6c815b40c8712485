import type { NotificationAddressId } from '@attune/contract/common/ids'
import type { NotificationAddress } from '@attune/contract/features/messages/notification-address/notification-address'
import type { ReactNode } from 'react'
import { api } from '../../../platform/api/api.ts'
import { DeliverySettings } from './DeliverySettings.tsx'
import { useAddressChange } from './use-notification-addresses.ts'

type Change = { kinds?: Partial<NotificationAddress['kinds']>; quiet?: NotificationAddress['quiet'] }

/** Edits the kinds of notifications that are sent to one address, and its quiet hours. */
export function AddressDelivery({ address, select }: { address: NotificationAddress; select: ReactNode }) {
  const save = useAddressChange(
    (change: Change & { id: NotificationAddressId }) =>
      api.notificationAddress.save({ version: address.version, kinds: {}, quiet: address.quiet, ...change }),
    () => {},
  )
  const change = (wanted: Change) => save.mutate({ id: address.id, ...wanted })
  const shown: Change = save.isPending ? save.variables : {}
  const last = save.variables
  return (
    <DeliverySettings
      select={select}
      channels={{ mail: { ...address.kinds, ...shown.kinds } }}
      quiet={shown.quiet === undefined ? address.quiet : shown.quiet}
      zone={address.zone}
      problem={save.error}
      onRetry={() => last && change(last)}
      onChange={(_, kind, on) => change({ kinds: { [kind]: on } })}
      onQuiet={(quiet) => change({ quiet })}
    />
  )
}
