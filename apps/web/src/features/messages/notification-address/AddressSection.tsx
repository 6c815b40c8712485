import type { NotificationAddressId } from '@attune/contract/common/ids'
import type { NotificationAddress } from '@attune/contract/features/messages/notification-address/notification-address'
import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyNamed } from '../../../platform/lazy-named.ts'
import { Callout } from '../../../ui/base/Callout.tsx'
import { CardRow, Section } from '../../../ui/page/Section.tsx'
import { AddressRow } from './AddressRow.tsx'
import classes from './notification-address.module.css'

const AddAddressDialog = lazyNamed(() => import('./AddAddressDialog.tsx'), 'AddAddressDialog')
const RemoveAddressDialog = lazyNamed(() => import('./RemoveAddressDialog.tsx'), 'RemoveAddressDialog')

type Props = {
  addresses: readonly NotificationAddress[]
  mailConfigured: boolean
  onAdded: (id: NotificationAddressId) => void
}

/** The addresses that all admins share, each with its state. */
export function AddressSection({ addresses, mailConfigured, onAdded }: Props) {
  const { t } = useTranslation('notificationSettings')
  const [adding, setAdding] = useState(false)
  const [removing, setRemoving] = useState<NotificationAddress | null>(null)
  const isOnlyVerified = ({ id, state }: NotificationAddress) =>
    state === 'verified' && !addresses.some((one) => one.state === 'verified' && one.id !== id)
  return (
    <Section
      title={t('addresses')}
      count={addresses.length}
      hint={t('addressesHint')}
      rows
      action={
        <Button
          variant="default"
          leftSection={<IconPlus size={16} stroke={1.75} aria-hidden />}
          onClick={() => setAdding(true)}
        >
          {t('add')}
        </Button>
      }
    >
      {!mailConfigured && (
        <div className={classes.notice}>
          <Callout kind="warning">{t('noMail')}</Callout>
        </div>
      )}
      {addresses.length === 0 && (
        <CardRow>
          <span className={classes.quiet}>{t('none')}</span>
        </CardRow>
      )}
      {addresses.map((address) => (
        <AddressRow key={address.id} address={address} onRemove={() => setRemoving(address)} />
      ))}
      {adding && <AddAddressDialog onClose={() => setAdding(false)} onAdded={onAdded} />}
      {removing && (
        <RemoveAddressDialog
          address={removing}
          isOnlyVerified={isOnlyVerified(removing)}
          onClose={() => setRemoving(null)}
        />
      )}
    </Section>
  )
}
