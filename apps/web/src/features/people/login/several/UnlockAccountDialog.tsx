import { Stack } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorCode } from '../../../../platform/api/errors.ts'
import { Dialog } from '../../../../ui/dialog/Dialog.tsx'
import { FormError } from '../../../../ui/base/FormError.tsx'
import { SubmitButton } from '../../../../ui/base/SubmitButton.tsx'
import { TextLink } from '../../../../ui/base/TextLink.tsx'
import { useErrorMessage } from '../../../../ui/base/use-error-message.ts'
import { PasswordField } from '../public/LoginFields.tsx'
import { submitHandler } from '../public/submit-handler.ts'
import { AccountSummary } from './AccountSummary.tsx'
import classes from './several.module.css'
import { accountToUnlock } from './account-to-unlock.ts'
import { switchTo } from './switch-account.ts'
import type { HeldAccount } from './use-accounts.ts'

/** Asks for the password of an account that was inactive for too long, and then switches to it. */
export function UnlockAccountDialog({ account }: { account: HeldAccount }) {
  const { t } = useTranslation('accountSwitcher')
  return (
    <Dialog onClose={() => accountToUnlock.set(null)} title={t('unlock.title')} size={420} over>
      <UnlockAccountForm account={account} />
    </Dialog>
  )
}

/** Asks for the password of an account. An account without a password must be added again with another sign-in method. */
export function UnlockAccountForm({ account }: { account: HeldAccount }) {
  const { t } = useTranslation(['accountSwitcher', 'reauthentication'])
  const errorText = useErrorMessage()
  const [password, setPassword] = useState('')
  const unlock = useMutation({
    mutationFn: () => switchTo(account.userId, password),
    onError: () => setPassword(''),
  })
  const wrong = errorCode(unlock.error) === 'INVALID_CREDENTIALS'
  return (
    <form onSubmit={submitHandler(unlock.isPending, () => password && unlock.mutate())} noValidate>
      <Stack gap="md">
        <div className={classes.row}>
          <AccountSummary account={account} />
        </div>
        {account.hasPassword ? (
          <>
            <div>{t('unlock.text')}</div>
            <input type="hidden" name="email" autoComplete="username" value={account.email} readOnly />
            <PasswordField
              data-autofocus
              value={password}
              onChange={(event) => setPassword(event.currentTarget.value)}
            />
            <FormError>{wrong ? t('reauthentication:lock.wrong') : errorText(unlock.error)}</FormError>
            <SubmitButton running={unlock.isPending} fullWidth>
              {t('unlock.submit')}
            </SubmitButton>
          </>
        ) : (
          <div>{t('unlock.noPassword')}</div>
        )}
        <TextLink to="/" search={{ add: true }}>
          {t('unlock.otherWay')}
        </TextLink>
      </Stack>
    </form>
  )
}
