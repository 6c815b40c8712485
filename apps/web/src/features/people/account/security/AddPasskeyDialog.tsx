import { textLengths } from '@attune/contract/common/text/lengths'
import { Text, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../../../platform/api/api.ts'
import { useErrorMessage } from '../../../../ui/base/use-error-message.ts'
import { errorCode } from '../../../../platform/api/errors.ts'
import { requireLogin } from '../../../../platform/login/reauthentication.ts'
import { acceptLogin } from '../../../../platform/login/login.ts'
import { createPasskey } from '../../../../platform/login/passkeys.ts'
import { FormDialog } from '../../../../ui/dialog/FormDialog.tsx'
import { FormError } from '../../../../ui/base/FormError.tsx'
import { toast } from '../../../../ui/toast/toast.ts'
import { CurrentPasswordField } from '../../login/login.tsx'

type Props = { onClose: () => void; onAdded: () => void }

/** Adds a passkey with a name. If the person signed in too long ago, the server requires the password again. */
export function AddPasskeyDialog({ onClose, onAdded }: Props) {
  const { t } = useTranslation('security')
  const errorText = useErrorMessage()
  const [name, setName] = useState('')
  const [password, setPassword] = useState('')
  const add = useAddPasskey({ onClose, onAdded })
  const code = errorCode(add.error)
  const old = code === 'PASSWORD_NEEDED' || code === 'INVALID_CREDENTIALS'
  const [asked, setAsked] = useState(false)
  if (old && !asked) setAsked(true)
  return (
    <FormDialog
      onClose={onClose}
      title={t('passkeys.add')}
      submit={t('passkeys.make')}
      back={t('cancel')}
      busy={add.isPending}
      onSubmit={() => add.mutate({ name, password })}
    >
      <Text size="sm">{t('passkeys.text')}</Text>
      <TextInput
        data-autofocus
        label={t('passkeys.name')}
        description={t('passkeys.nameHint')}
        maxLength={textLengths.passkeyName}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      {asked && (
        <CurrentPasswordField
          label={t('password.current')}
          description={t('passkeys.why')}
          value={password}
          error={code === 'INVALID_CREDENTIALS' && t('password.wrong')}
          onChange={(event) => setPassword(event.currentTarget.value)}
        />
      )}
      <FormError>{add.isSuccess && !add.data ? t('passkeys.turnedAway') : old ? null : errorText(add.error)}</FormError>
    </FormDialog>
  )
}

/** Returns a mutation that creates the passkey in the browser and registers it. Nothing happens if the person closes the browser's dialog. */
function useAddPasskey({ onClose, onAdded }: Props) {
  const { t } = useTranslation('security')
  const add = useMutation({
    mutationFn: async ({ name, password }: { name: string; password: string }) => {
      const response = await createPasskey(password)
      return response && api.login.registerPasskey({ name, response })
    },
    onSuccess: (made) => {
      if (!made) return
      acceptLogin(made.login)
      toast.success(t('passkeys.added'))
      onAdded()
      onClose()
    },
    onError: async (error, typed) => {
      // An account that already has a second factor must confirm this factor before it adds another one.
      if (errorCode(error) === 'STEP_UP' && (await requireLogin('code'))) add.mutate(typed)
    },
  })
  return add
}
