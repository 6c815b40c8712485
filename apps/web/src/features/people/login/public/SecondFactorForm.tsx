import { isVerificationCode } from '@attune/contract/features/people/login/login.rules'
import { textLengths } from '@attune/contract/common/text/lengths'
import type { LoginView } from '@attune/contract/features/people/login/login.schemas'
import { Anchor, Stack, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { Suspense, lazy, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../../../platform/api/api.ts'
import { useErrorMessage } from '../../../../ui/base/use-error-message.ts'
import { errorCode } from '../../../../platform/api/errors.ts'
import { FormError } from '../../../../ui/base/FormError.tsx'
import { SubmitButton } from '../../../../ui/base/SubmitButton.tsx'
import { PublicFrame } from './PublicFrame.tsx'
import { CodeField } from './LoginFields.tsx'
import classes from './LoginFields.module.css'
import { submitHandler } from './submit-handler.ts'

const PasskeyLink = lazy(() => import('../sign-in/PasskeyLink.tsx'))

export type SecondFactorMethod = 'totp' | 'backup' | 'passkey'
const allMethods: readonly SecondFactorMethod[] = ['totp', 'backup', 'passkey']
/**
 * Returns the methods that a search parameter lists, e.g. `totp,passkey`. Without the parameter, returns all methods
 * except passkey.
 */
export const parseSecondFactorMethods = (named: string | undefined) =>
  allMethods.filter((way) => named?.split(',').includes(way) ?? way !== 'passkey')

type Props = { ways: readonly SecondFactorMethod[]; onSignedIn: (login: LoginView) => void; onBack: () => void }

/** Checks the second factor after the password: a code from the authenticator app, a recovery code or a passkey. */
export function SecondFactorFields({ ways, onSignedIn, onBack }: Props) {
  const { t } = useTranslation('login')
  const errorText = useErrorMessage()
  const [kind, setKind] = useState<'totp' | 'backup'>(ways.includes('totp') ? 'totp' : 'backup')
  const [code, setCode] = useState('')
  const check = useMutation({
    mutationFn: () => api.login.secondFactor({ code, kind }),
    onSuccess: ({ login }) => onSignedIn(login),
    onError: () => setCode(''),
  })
  const over = errorCode(check.error) === 'CHALLENGE_OVER'
  return (
    <form onSubmit={submitHandler(check.isPending, () => isVerificationCode(code) && check.mutate())} noValidate>
      <Stack gap="md">
        <FactorCode key={kind} kind={kind} value={code} onChange={setCode} />
        <FormError>{errorText(check.error)}</FormError>
        {over ? null : (
          <SubmitButton running={check.isPending} fullWidth>
            {t('secondFactor.submit')}
          </SubmitButton>
        )}
      </Stack>
      {ways.includes('passkey') && (
        <div className={classes.switch}>
          <Suspense>
            <PasskeyLink purpose="second-factor" onSignedIn={onSignedIn} />
          </Suspense>
        </div>
      )}
      {ways.includes('totp') && (
        <LinkButton onClick={() => setKind(kind === 'totp' ? 'backup' : 'totp')}>
          {t(kind === 'totp' ? 'secondFactor.useRecovery' : 'secondFactor.useApp')}
        </LinkButton>
      )}
      <LinkButton onClick={onBack}>{t('backToSignIn')}</LinkButton>
    </form>
  )
}

type CodeProps = { kind: 'totp' | 'backup'; value: string; onChange: (code: string) => void }

function FactorCode({ kind, value, onChange }: CodeProps) {
  const { t } = useTranslation('login')
  const field = {
    value,
    autoFocus: true,
    onChange: (event: { currentTarget: { value: string } }) => onChange(event.currentTarget.value),
  }
  if (kind === 'totp') return <CodeField {...field} />
  return (
    <TextInput
      size="md"
      label={t('recoveryCode')}
      autoComplete="off"
      autoCapitalize="off"
      maxLength={textLengths.verificationCode}
      {...field}
    />
  )
}

function LinkButton({ onClick, children }: { onClick: () => void; children: ReactNode }) {
  return (
    <p className={classes.switch}>
      <Anchor component="button" type="button" inherit onClick={onClick}>
        {children}
      </Anchor>
    </p>
  )
}

export function SecondFactorForm(props: Props) {
  const { t } = useTranslation('login')
  return (
    <PublicFrame
      title={t('secondFactor.title')}
      text={t(props.ways.includes('totp') ? 'secondFactor.text' : 'secondFactor.textPasskey')}
    >
      <div style={{ marginTop: 24 }}>
        <SecondFactorFields {...props} />
      </div>
    </PublicFrame>
  )
}
