import type { NotificationAddressId } from '@attune/contract/common/ids'
import { textLengths } from '@attune/contract/common/text/lengths'
import { isEmail } from '@attune/contract/common/text/text'
import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, createId } from '../../../platform/api/api.ts'
import { Callout } from '../../../ui/base/Callout.tsx'
import { FormDialog } from '../../../ui/dialog/FormDialog.tsx'
import { toast } from '../../../ui/toast/toast.ts'
import { useAddressCause, useAddressChange } from './use-notification-addresses.ts'

type Props = { onClose: () => void; onAdded: (id: NotificationAddressId) => void }

/** Adds an address. If that fails, the dialog keeps the address and shows the reason [8.04]. */
export function AddAddressDialog({ onClose, onAdded }: Props) {
  const { t } = useTranslation('notificationSettings')
  const [id] = useState(createId)
  const [email, setEmail] = useState('')
  const [checked, setChecked] = useState(false)
  const cause = useAddressCause()
  const add = useAddressChange(api.notificationAddress.add, (address) => {
    toast.success(t('adding.done', { email: address.email }))
    onAdded(address.id)
    onClose()
  })
  const isWrong = !isEmail(email)
  return (
    <FormDialog
      title={t('adding.title')}
      submit={t('adding.submit')}
      back={t('back')}
      busy={add.isPending}
      dirty={email !== ''}
      onClose={onClose}
      onSubmit={() => {
        setChecked(true)
        if (!isWrong) add.mutate({ id, email })
      }}
    >
      <TextInput
        data-autofocus
        label={t('adding.label')}
        description={t('adding.hint')}
        placeholder={t('adding.placeholder')}
        type="email"
        autoComplete="email"
        maxLength={textLengths.email}
        value={email}
        error={checked && isWrong && t('adding.invalid')}
        onChange={(event) => setEmail(event.currentTarget.value)}
      />
      {add.isError && (
        <Callout kind="danger" urgent title={t('failed.add')}>
          {cause(add.error)}
        </Callout>
      )}
    </FormDialog>
  )
}
