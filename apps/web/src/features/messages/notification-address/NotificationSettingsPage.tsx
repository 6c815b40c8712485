import { Skeleton } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { PageHeader } from '../../../ui/page/PageHeader.tsx'
import { Query } from '../../../ui/page/loading/Query.tsx'
import { AddressDelivery } from './AddressDelivery.tsx'
import { AddressSection } from './AddressSection.tsx'
import classes from './notification-address.module.css'
import { OwnDelivery } from './OwnDelivery.tsx'
import { RecipientSelect } from './RecipientSelect.tsx'
import { useNotificationAddresses } from './use-notification-addresses.ts'

/** The addresses for admin notifications, and the kinds of notifications that each address and the signed-in admin get. */
export function NotificationSettingsPage() {
  const { t } = useTranslation(['notificationSettings', 'common'])
  const read = useNotificationAddresses()
  const [recipient, setRecipient] = useState('')
  return (
    <div className={classes.page}>
      <PageHeader title={t('title')} facts={t('subtitle')} />
      <Query of={read} pending={<Skeleton height={480} radius={14} />} failed={t('loadFailed')} again={t('again')} card>
        {({ items, mailConfigured }) => {
          const address = items.find(({ id }) => id === recipient)
          const select = <RecipientSelect addresses={items} value={address?.id ?? ''} onChange={setRecipient} />
          return (
            <div className={classes.stack}>
              <AddressSection addresses={items} mailConfigured={mailConfigured} onAdded={setRecipient} />
              {address ? (
                <AddressDelivery key={address.id} address={address} select={select} />
              ) : (
                <OwnDelivery hasVerified={items.some(({ state }) => state === 'verified')} select={select} />
              )}
            </div>
          )
        }}
      </Query>
    </div>
  )
}
