import type { NotificationAddress } from '@attune/contract/features/messages/notification-address/notification-address'
import { Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api } from '../../../platform/api/api.ts'
import { errorCode } from '../../../platform/api/errors.ts'
import { Callout } from '../../../ui/base/Callout.tsx'
import { FormDialog } from '../../../ui/dialog/FormDialog.tsx'
import { toast } from '../../../ui/toast/toast.ts'
import { useAddressCause, useStoreAddress } from './use-notification-addresses.ts'

type Props = { address: NotificationAddress; isOnlyVerified: boolean; onClose: () => void }

/** Removes an address after a confirmation. Also succeeds if another admin has already removed it. */
export function RemoveAddressDialog({ address: { id, email }, isOnlyVerified, onClose }: Props) {
  const { t } = useTranslation('notificationSettings')
  const cause = useAddressCause()
  const store = useStoreAddress()
  const remove = useMutation({
    mutationFn: async () => {
      await api.notificationAddress.remove({ id }).catch((error: unknown) => {
        if (errorCode(error) !== 'NOT_FOUND') throw error
      })
    },
    onSuccess: () => {
      store(id, null)
      toast.success(t('removing.done'))
      onClose()
    },
  })
  return (
    <FormDialog
      danger
      title={t('removing.title')}
      submit={t('removing.submit')}
      back={t('back')}
      busy={remove.isPending}
      onClose={onClose}
      onSubmit={() => remove.mutate()}
    >
      <Text size="sm">{t('removing.text', { email })}</Text>
      {isOnlyVerified && <Callout kind="warning">{t('removing.last')}</Callout>}
      {remove.isError && (
        <Callout kind="danger" urgent title={t('failed.remove')}>
          {cause(remove.error)}
        </Callout>
      )}
    </FormDialog>
  )
}
