import type { NotificationAddress } from '@attune/contract/features/messages/notification-address/notification-address'
import { NativeSelect } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import classes from './notification-address.module.css'

type Props = {
  addresses: readonly NotificationAddress[]
  /** The id of an address; empty for the signed-in admin. */
  value: string
  onChange: (id: string) => void
}

/** A select for the recipient whose settings the page shows: the admin, or an address. Renders nothing if there are no addresses. */
export function RecipientSelect({ addresses, value, onChange }: Props) {
  const { t } = useTranslation('notificationSettings')
  if (addresses.length === 0) return null
  return (
    <NativeSelect
      className={classes.recipient}
      aria-label={t('sent.for')}
      value={value}
      data={[
        { value: '', label: t('sent.toMe') },
        ...addresses.map(({ id, email }) => ({ value: id, label: t('sent.to', { email }) })),
      ]}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}
