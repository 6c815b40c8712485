import type { LoginView } from '@attune/contract/features/people/login/login.schemas'
import { isFilled } from '@attune/contract/common/text/text'
import { Button, Stack } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { Suspense, lazy, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../../../platform/api/api.ts'
import { useErrorMessage } from '../../../../ui/base/use-error-message.ts'
import { useAuth } from '../../../../platform/auth/use-auth.ts'
import { errorCode } from '../../../../platform/api/errors.ts'
import { FormError } from '../../../../ui/base/FormError.tsx'
import { SubmitButton } from '../../../../ui/base/SubmitButton.tsx'
import type { SecondFactorMethod } from './SecondFactorForm.tsx'
import { PublicFrame, useProductInfo } from './PublicFrame.tsx'
import type { ProviderReturn } from '../sign-in/provider-return.ts'
import { EmailField, PasswordField } from './LoginFields.tsx'
import classes from './LoginFields.module.css'
import { submitHandler } from './submit-handler.ts'
import { TextLink } from '../../../../ui/base/TextLink.tsx'

const OtherSignInMethods = lazy(() => import('../sign-in/OtherSignInMethods.tsx'))
const ProviderSignInError = lazy(() => import('../sign-in/ProviderSignInError.tsx'))

export type SignInFormProps = {
  onSignedIn: (login: LoginView) => void
  /** The reason why the sign-in with an external service failed, and the id of the service. */
  failed?: Pick<ProviderReturn, 'reason' | 'provider'> | undefined
  onSecondFactor: (ways: readonly SecondFactorMethod[]) => void
  onUnconfirmed: (email: string) => void
  /** Title and text of the form when the person adds another account, and a function to run before each sign-in. */
  further?: { title: string; text: string; prepare: () => Promise<unknown> }
  below?: ReactNode
}

export function SignInForm({ onSignedIn, failed, onSecondFactor, onUnconfirmed, further, below }: SignInFormProps) {
  const { t } = useTranslation(['login', 'common'])
  const errorText = useErrorMessage()
  const product = useProductInfo()
  const { field, values, complete } = useCredentials()
  const signIn = useMutation({
    mutationFn: async () => {
      await further?.prepare()
      return api.login.signIn(values)
    },
    onSuccess: (result) => (result.kind === 'signed-in' ? onSignedIn(result.login) : onSecondFactor(result.ways)),
  })
  return (
    <PublicFrame
      title={further?.title ?? t(product?.setUp === false ? 'signIn.newTitle' : 'signIn.title')}
      text={further?.text ?? t(product?.setUp === false ? 'signIn.notSetUp' : 'signIn.text')}
    >
      <SessionProblem />
      <form onSubmit={submitHandler(signIn.isPending, () => complete() && signIn.mutate())} noValidate>
        <Stack gap="md" mt="xl">
          <EmailField autoFocus {...field('email')} />
          <PasswordField {...field('password')} />
          <div className={classes.aside}>
            <TextLink to="/" search={{ form: 'forgot' }}>
              {t('signIn.forgot')}
            </TextLink>
          </div>
          <FormError>{errorText(signIn.error)}</FormError>
          {errorCode(signIn.error) === 'EMAIL_NOT_CONFIRMED' && (
            <Button variant="default" onClick={() => onUnconfirmed(values.email.trim())}>
              {t('signIn.resend')}
            </Button>
          )}
          <SubmitButton running={signIn.isPending} fullWidth>
            {t('signIn.submit')}
          </SubmitButton>
        </Stack>
      </form>
      <Suspense fallback={'PublicKeyCredential' in window && <div className={classes.waysAhead} />}>
        {failed && <ProviderSignInError reason={failed.reason} provider={failed.provider} />}
        <OtherSignInMethods onSignedIn={onSignedIn} />
      </Suspense>
      {!further && <RegisterHint />}
      {below}
    </PublicFrame>
  )
}

/**
 * Stores the typed email address and password. `complete` returns whether both fields are filled, and shows an error at
 * each empty field.
 */
function useCredentials() {
  const { t } = useTranslation('login')
  const [values, setValues] = useState({ email: '', password: '' })
  const [missing, setMissing] = useState(false)
  const empty = { email: !isFilled(values.email), password: !values.password }
  const complete = () => {
    setMissing(empty.email || empty.password)
    return !empty.email && !empty.password
  }
  const field = (name: keyof typeof values) => ({
    value: values[name],
    onChange: (event: { currentTarget: { value: string } }) => {
      const { value } = event.currentTarget
      // A password manager fills both fields before the next render, so `values` may be outdated here.
      setValues((now) => ({ ...now, [name]: value }))
    },
    error: missing && empty[name] && t('required'),
  })
  return { values, field, complete }
}

/** Shows why the app could not read the login of this browser. */
function SessionProblem() {
  const { t } = useTranslation('common')
  const problem = useAuth().error
  if (!problem || problem === 'NO_LOGIN') return null
  return (
    <div style={{ marginTop: 16 }}>
      <FormError>{t(`errors.${problem}`)}</FormError>
    </div>
  )
}

function RegisterHint() {
  const { t } = useTranslation('login')
  return (
    <p className={classes.switch}>
      {t('signIn.new')}{' '}
      <TextLink to="/" search={{ form: 'register' }}>
        {t('signIn.register')}
      </TextLink>
    </p>
  )
}
