import type { PasskeyId } from '@attune/contract/common/ids'
import { Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api } from '../../../../platform/api/api.ts'
import { useErrorMessage } from '../../../../ui/base/use-error-message.ts'
import { fetchLogin } from '../../../../platform/login/login.ts'
import { FormDialog } from '../../../../ui/dialog/FormDialog.tsx'
import { FormError } from '../../../../ui/base/FormError.tsx'
import { toast } from '../../../../ui/toast/toast.ts'

type Props = { passkey: { id: PasskeyId; name: string }; onClose: () => void; onDeleted: () => Promise<unknown> }

/**
 * Deletes a passkey after a confirmation. The server refuses to delete the last second factor of a person whose role
 * requires one.
 */
export function DeletePasskeyDialog({ passkey, onClose, onDeleted }: Props) {
  const { t } = useTranslation('security')
  const errorText = useErrorMessage()
  const remove = useMutation({
    mutationFn: () => api.login.deletePasskey({ id: passkey.id }),
    onSuccess: async () => {
      await Promise.all([onDeleted(), fetchLogin()])
      toast.success(t('passkeys.deleted'))
      onClose()
    },
  })
  return (
    <FormDialog
      danger
      onClose={onClose}
      title={t('passkeys.deleteOf', { name: passkey.name || t('passkeys.nameless') })}
      submit={t('passkeys.deleteNow')}
      back={t('passkeys.keep')}
      busy={remove.isPending}
      onSubmit={() => remove.mutate()}
    >
      <Text size="sm">{t('passkeys.deleteText')}</Text>
      <FormError>{errorText(remove.error)}</FormError>
    </FormDialog>
  )
}
