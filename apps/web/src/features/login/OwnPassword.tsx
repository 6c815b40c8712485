import { Button, type PasswordInputProps } from '@mantine/core'
import { IconMail } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api } from '../../platform/api.ts'
import { useErrorWords } from '../../platform/error-words.ts'
import { useLogin } from '../../platform/login.ts'
import { FormError } from '../../ui/FormError.tsx'
import { Note } from '../../ui/Note.tsx'
import { PasswordField } from './fields.tsx'

/** One's own password once more, as the proof of who sits here. Whoever has none is offered the link to set one. */
export function OwnPassword(props: PasswordInputProps) {
  const login = useLogin()
  return login?.hasPassword === false ? <NoPassword email={login.email} /> : <PasswordField {...props} />
}

/** Somebody who came by another service: the mailbox is the proof by which they set a password. */
function NoPassword({ email }: { email: string }) {
  const { t } = useTranslation('gate')
  const words = useErrorWords()
  const ask = useMutation({ mutationFn: () => api.login.requestReset({ email }) })
  return (
    <>
      <Note
        kind="calm"
        icon={IconMail}
        action={
          !ask.isSuccess && (
            <Button variant="default" loading={ask.isPending} onClick={() => ask.mutate()}>
              {t('noPassword.send')}
            </Button>
          )
        }
      >
        {ask.isSuccess ? t('noPassword.sent', { email }) : t('noPassword.text')}
      </Note>
      <FormError>{words(ask.error)}</FormError>
    </>
  )
}
