import { textLengths } from '@attune/contract/common/text/lengths'
import { isEmail } from '@attune/contract/common/text/text'
import { Button, Stack, Text, TextInput } from '@mantine/core'
import { IconMail } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../../../platform/api/api.ts'
import { useErrorMessage } from '../../../../ui/base/use-error-message.ts'
import { errorCode } from '../../../../platform/api/errors.ts'
import type { Me } from '../../../../platform/login/login.ts'
import { Callout } from '../../../../ui/base/Callout.tsx'
import { Dialog } from '../../../../ui/dialog/Dialog.tsx'
import { DialogFoot } from '../../../../ui/dialog/DialogFoot.tsx'
import { FormDialog } from '../../../../ui/dialog/FormDialog.tsx'
import { FormError } from '../../../../ui/base/FormError.tsx'
import { CurrentPasswordField } from '../../login/login.tsx'

/** Requests a change of the email address. The person must confirm the change from the old and from the new mailbox. */
export function ChangeEmailDialog({ me, onClose }: { me: Me; onClose: () => void }) {
  const { t } = useTranslation('security')
  const errorText = useErrorMessage()
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const [tried, setTried] = useState(false)
  const change = useMutation({ mutationFn: () => api.login.changeEmail({ email, password }) })
  if (change.isSuccess) return <ConfirmationsSent next={email.trim()} now={me.email} onClose={onClose} />
  const wrong = errorCode(change.error) === 'INVALID_CREDENTIALS'
  const bad = tried && !isEmail(email)
  return (
    <FormDialog
      onClose={onClose}
      title={t('email.change')}
      submit={t('email.send')}
      back={t('cancel')}
      busy={change.isPending}
      dirty={Boolean(email)}
      onSubmit={() => {
        setTried(true)
        if (isEmail(email) && password) change.mutate()
      }}
    >
      <Text size="sm">{t('email.text', { now: me.email })}</Text>
      <TextInput
        data-autofocus
        size="md"
        type="email"
        label={t('email.next')}
        maxLength={textLengths.email}
        autoComplete="email"
        value={email}
        error={bad && t('email.invalid')}
        onChange={(event) => setEmail(event.currentTarget.value)}
      />
      <CurrentPasswordField
        label={t('password.current')}
        value={password}
        error={wrong && t('password.wrong')}
        onChange={(event) => {
          setPassword(event.currentTarget.value)
          if (wrong) change.reset()
        }}
      />
      <FormError>{wrong ? null : errorText(change.error)}</FormError>
    </FormDialog>
  )
}

function ConfirmationsSent({ next, now, onClose }: { next: string; now: string; onClose: () => void }) {
  const { t } = useTranslation('security')
  return (
    <Dialog title={t('email.sentTitle')} onClose={onClose}>
      <Stack gap="md">
        <Callout kind="calm" icon={IconMail}>
          {t('email.sent', { next, now })}
        </Callout>
        <DialogFoot>
          <Button data-autofocus onClick={onClose}>
            {t('close')}
          </Button>
        </DialogFoot>
      </Stack>
    </Dialog>
  )
}
