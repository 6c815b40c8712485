import { Button, type PasswordInputProps } from '@mantine/core'
import { IconMail } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../../../platform/api/api.ts'
import { useErrorMessage } from '../../../../ui/base/use-error-message.ts'
import { useSendsEmail } from '../../../../platform/settings/use-sends-email.ts'
import { useLogin } from '../../../../platform/login/login.ts'
import { FormError } from '../../../../ui/base/FormError.tsx'
import { Callout } from '../../../../ui/base/Callout.tsx'
import { PasswordField } from '../public/LoginFields.tsx'

/**
 * Asks for the current password as proof of identity, and says that it is missing when its form is submitted without it. A person without a password
 * gets a button that requests an email with a link to set one.
 */
export function CurrentPasswordField(props: PasswordInputProps) {
  const login = useLogin()
  return login?.hasPassword === false ? <NoPassword email={login.email} /> : <RequiredPasswordField {...props} />
}

function RequiredPasswordField({ error, ...props }: PasswordInputProps) {
  const { t } = useTranslation('login')
  const input = useRef<HTMLInputElement>(null)
  const [wasSubmitted, setSubmitted] = useState(false)
  useEffect(() => {
    const form = input.current?.form
    const submitted = () => setSubmitted(true)
    form?.addEventListener('submit', submitted)
    return () => form?.removeEventListener('submit', submitted)
  }, [])
  const isMissing = wasSubmitted && props.value === ''
  return <PasswordField ref={input} error={isMissing ? t('passwordMissing') : error} {...props} />
}

const sentTexts = { before: 'noPassword.text', done: 'noPassword.sent' } as const
/** The translation keys for a practice without a mail server, which passes the link on to the person. */
const requestedTexts = { before: 'noPassword.textNoMail', done: 'noPassword.requested' } as const

function NoPassword({ email }: { email: string }) {
  const { t } = useTranslation('reauthentication')
  const errorText = useErrorMessage()
  const sendsEmail = useSendsEmail()
  const texts = sendsEmail ? sentTexts : requestedTexts
  const ask = useMutation({ mutationFn: () => api.login.requestReset({ email }) })
  return (
    <>
      <Callout
        kind="calm"
        icon={IconMail}
        action={
          !ask.isSuccess && (
            <Button variant="default" loading={ask.isPending} onClick={() => ask.mutate()}>
              {t(sendsEmail ? 'noPassword.send' : 'noPassword.request')}
            </Button>
          )
        }
      >
        {t(texts[ask.isSuccess ? 'done' : 'before'], { email })}
      </Callout>
      <FormError>{errorText(ask.error)}</FormError>
    </>
  )
}
