import type { LoginView } from '@attune/contract/features/login.schemas'
import { Button, Stack } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { Suspense, lazy, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../platform/api.ts'
import { useErrorMessage } from '../../platform/use-error-message.ts'
import { useAuth } from '../../platform/auth/use-auth.ts'
import { errorCode } from '../../platform/errors.ts'
import { FormError } from '../../ui/FormError.tsx'
import { SubmitButton } from '../../ui/SubmitButton.tsx'
import type { SecondFactorMethod } from './SecondFactorForm.tsx'
import { PublicFrame, useProduct } from './PublicFrame.tsx'
import type { ProviderReturn } from './provider-return.ts'
import { EmailField, PasswordField } from './LoginFields.tsx'
import classes from './LoginFields.module.css'
import { submitHandler } from './submit-handler.ts'
import { TextLink } from '../../ui/TextLink.tsx'

const OtherWays = lazy(() => import('./OtherSignInMethods.tsx'))
const WayFailed = lazy(() => import('./ProviderSignInError.tsx'))

type Props = {
  onSignedIn: (login: LoginView) => void
  /** Why signing in with another service failed. */
  failed?: Pick<ProviderReturn, 'reason' | 'provider'> | undefined
  onSecondFactor: (ways: readonly SecondFactorMethod[]) => void
  onUnconfirmed: (email: string) => void
  below?: ReactNode
}

export function SignInForm({ onSignedIn, failed, onSecondFactor, onUnconfirmed, below }: Props) {
  const { t } = useTranslation(['login', 'common'])
  const words = useErrorMessage()
  const trouble = useAuth().error
  const product = useProduct()
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const [missing, setMissing] = useState(false)
  const signIn = useMutation({
    mutationFn: () => api.login.signIn({ email, password }),
    onSuccess: (result) => (result.kind === 'signed-in' ? onSignedIn(result.login) : onSecondFactor(result.ways)),
  })
  const submit = () => {
    setMissing(!email.trim() || !password)
    if (email.trim() && password) signIn.mutate()
  }
  return (
    <PublicFrame
      title={t(product?.setUp === false ? 'signIn.newTitle' : 'signIn.title')}
      text={product?.setUp === false ? t('signIn.notSetUp') : t('signIn.text')}
    >
      {trouble && trouble !== 'NO_LOGIN' && (
        <div style={{ marginTop: 16 }}>
          <FormError>{t(`common:errors.${trouble}`)}</FormError>
        </div>
      )}
      <form onSubmit={submitHandler(signIn.isPending, submit)} noValidate>
        <Stack gap="md" mt="xl">
          <EmailField
            autoFocus
            value={email}
            onChange={(event) => setEmail(event.currentTarget.value)}
            error={missing && !email.trim() && t('required')}
          />
          <PasswordField
            value={password}
            onChange={(event) => setPassword(event.currentTarget.value)}
            error={missing && !password && t('required')}
          />
          <div className={classes.aside}>
            <TextLink to="/" search={{ form: 'forgot' }}>
              {t('signIn.forgot')}
            </TextLink>
          </div>
          <FormError>{words(signIn.error)}</FormError>
          {errorCode(signIn.error) === 'EMAIL_NOT_CONFIRMED' && (
            <Button variant="default" onClick={() => onUnconfirmed(email.trim())}>
              {t('signIn.resend')}
            </Button>
          )}
          <SubmitButton running={signIn.isPending} fullWidth>
            {t('signIn.submit')}
          </SubmitButton>
        </Stack>
      </form>
      <Suspense fallback={'PublicKeyCredential' in window && <div className={classes.waysAhead} />}>
        {failed && <WayFailed reason={failed.reason} provider={failed.provider} />}
        <OtherWays onSignedIn={onSignedIn} />
      </Suspense>
      <p className={classes.switch}>
        {t('signIn.new')}{' '}
        <TextLink to="/" search={{ form: 'register' }}>
          {t('signIn.register')}
        </TextLink>
      </p>
      {below}
    </PublicFrame>
  )
}
