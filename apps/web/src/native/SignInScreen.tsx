import { Button, Stack } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { type Store, useStore } from '../platform/create-store.ts'
import { errorCode } from '../platform/api/errors.ts'
import type { LoginView } from '../platform/login/login.ts'
import { openSignIn, redeemCode } from '../platform/native/connection/browser-sign-in.ts'
import type { NativePort } from '../platform/native/port.ts'
import type { JoinedPractice } from '../platform/native/connection/practice-address.ts'
import { FormError } from '../ui/base/FormError.tsx'
import { useErrorMessage } from '../ui/base/use-error-message.ts'
import { NativeFrame } from './NativeFrame.tsx'
import classes from './native.module.css'

type Props = {
  port: NativePort
  practice: JoinedPractice
  /** The code with which the browser has returned to the app. */
  code: Store<string | null>
  onSignedIn: (token: string, login: LoginView) => Promise<void>
  onChangePractice: () => void
}

/** Signs in with the system's browser, which has the person's passkeys and passwords, and returns to the app with a code. */
export function SignInScreen({ port, practice, code, onSignedIn, onChangePractice }: Props) {
  const { t } = useTranslation('native')
  const errorText = useErrorMessage()
  const arrived = useStore(code)
  const open = useMutation({ mutationFn: () => openSignIn(port, practice.origin), networkMode: 'always' })
  const redeem = useMutation({
    networkMode: 'always',
    mutationFn: async (received: string) => {
      const { token, login } = await redeemCode(port, received)
      await onSignedIn(token, login)
    },
  })
  const { mutate } = redeem
  useEffect(() => {
    if (!arrived) return
    code.set(null)
    mutate(arrived)
  }, [arrived, code, mutate])
  const failure = redeem.error ?? open.error
  const isOldCode = errorCode(redeem.error) === 'INVALID_CODE'
  return (
    <NativeFrame title={practice.name || t('signIn.title')} text={t('signIn.text')}>
      <Stack gap="md" mt="xl">
        <p className={classes.practice}>{practice.origin}</p>
        <FormError>{isOldCode ? t('signIn.failed') : errorText(failure)}</FormError>
        <Button size="md" loading={redeem.isPending} onClick={() => open.mutate()}>
          {t('signIn.open')}
        </Button>
        <Button size="md" variant="subtle" onClick={onChangePractice}>
          {t('signIn.change')}
        </Button>
      </Stack>
    </NativeFrame>
  )
}
