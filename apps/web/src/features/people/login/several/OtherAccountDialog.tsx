import { Button, Skeleton, Stack } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { orpc } from '../../../../platform/api/api.ts'
import { errorCode } from '../../../../platform/api/errors.ts'
import { Dialog } from '../../../../ui/dialog/Dialog.tsx'
import { FormError } from '../../../../ui/base/FormError.tsx'
import { useErrorMessage } from '../../../../ui/base/use-error-message.ts'
import { Query } from '../../../../ui/page/loading/Query.tsx'
import { AccountSummary } from './AccountSummary.tsx'
import classes from './several.module.css'
import { openActiveAccount, switchTo } from './switch-account.ts'
import { UnlockAccountForm } from './UnlockAccountDialog.tsx'
import { isOfPage, type HeldAccount } from './use-accounts.ts'

/**
 * Opens over a page when another tab has switched to another account. The person continues with that account, or switches back to the account of
 * the page, whose content is kept.
 */
export function OtherAccountDialog() {
  const { t } = useTranslation(['accountSwitcher', 'common'])
  const options = orpc.login.accounts.queryOptions({ input: {} })
  const read = useQuery({ ...options, refetchOnMount: 'always', staleTime: 0, retryOnMount: true })
  const accounts = read.isFetching ? undefined : read.data?.items
  const active = accounts?.find((account) => account.active)
  const own = accounts?.find(isOfPage)
  return (
    <Dialog onClose={() => {}} title={t('other.title')} cross={false} size={420} over>
      {read.isError ? (
        <Query of={read} alsoStale failed={t('failed')} again={t('again')} />
      ) : accounts ? (
        <Choice active={active} own={own} />
      ) : (
        <Skeleton height={120} radius={14} />
      )}
    </Dialog>
  )
}

function Choice({ active, own }: { active: HeldAccount | undefined; own: HeldAccount | undefined }) {
  const { t } = useTranslation('accountSwitcher')
  const errorText = useErrorMessage()
  const [locked, setLocked] = useState(own?.locked ?? false)
  const back = useMutation({
    mutationFn: () => switchTo(own?.userId ?? ''),
    onError: (error) => errorCode(error) === 'LOCKED' && setLocked(true),
  })
  const roleOf = (account: HeldAccount) => t(`roles.${account.role}`)
  return (
    <Stack gap="md">
      <div>{t(active ? 'other.text' : 'other.none')}</div>
      {active && (
        <div className={classes.row}>
          <AccountSummary account={active} />
        </div>
      )}
      <Button fullWidth data-autofocus onClick={openActiveAccount}>
        {active ? t('other.continue', { name: active.displayName, role: roleOf(active) }) : t('other.start')}
      </Button>
      {own && !own.active && !locked && (
        <Button variant="default" fullWidth loading={back.isPending} onClick={() => back.mutate()}>
          {t('other.back', { name: own.displayName, role: roleOf(own) })}
        </Button>
      )}
      {own && locked && <UnlockAccountForm account={own} />}
      {!locked && <FormError>{errorText(back.error)}</FormError>}
    </Stack>
  )
}
