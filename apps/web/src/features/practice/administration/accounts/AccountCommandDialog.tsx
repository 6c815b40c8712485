import type { AccountId } from '@attune/contract/common/ids'
import type { AccountListItem } from '@attune/contract/features/practice/administration/administration'
import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api, orpc } from '../../../../platform/api/api.ts'
import { Callout } from '../../../../ui/base/Callout.tsx'
import { FormDialog } from '../../../../ui/dialog/FormDialog.tsx'
import { accountName, useAccountCommand, useMailedTexts } from './use-account-command.ts'

type Command = 'disable' | 'enable' | 'signOut'
type Props = { command: Command; account: AccountListItem; onClose: () => void }

const calls = {
  disable: (accountId: AccountId) => api.administration.setAccountDisabled({ accountId, disabled: true }),
  enable: (accountId: AccountId) => api.administration.setAccountDisabled({ accountId, disabled: false }),
  signOut: (accountId: AccountId) => api.administration.signOutAccount({ accountId }),
} satisfies Record<Command, (accountId: AccountId) => Promise<unknown>>

/** States the effect of disabling, enabling or signing out an account, and runs the command once the admin confirms. */
export function AccountCommandDialog({ command, account, onClose }: Props) {
  const { t } = useTranslation('accounts')
  const name = accountName(account)
  const { textOf, doneOf } = useMailedTexts(name)
  const { run, problem } = useAccountCommand(() => calls[command](account.id), doneOf(command), onClose)
  return (
    <FormDialog
      danger={command === 'disable'}
      onClose={onClose}
      title={t(`${command}.title`, { name })}
      submit={t(`act.${command}`)}
      back={t('back')}
      busy={run.isPending}
      problem={problem}
      onSubmit={() => run.mutate()}
    >
      <Text size="sm">{textOf(command)}</Text>
      {command === 'disable' && account.role === 'therapist' && <TherapistConsequences account={account} />}
    </FormDialog>
  )
}

/** Explains how disabling a therapist affects the clients, with the number of upcoming sessions but without the sessions themselves. */
function TherapistConsequences({ account }: { account: AccountListItem }) {
  const { t } = useTranslation('accounts')
  const coming = useQuery(orpc.administration.comingSessions.queryOptions({ input: { accountId: account.id } }))
  return (
    <Callout kind="warning">
      {t('disable.therapist', { name: accountName(account) })}{' '}
      {coming.data && t('disable.coming', { count: coming.data.count })}
    </Callout>
  )
}
