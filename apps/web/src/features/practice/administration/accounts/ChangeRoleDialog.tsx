import { roles } from '@attune/contract/features/people/account/account.rules'
import type { AccountListItem } from '@attune/contract/features/practice/administration/administration'
import { roleObstacles } from '@attune/contract/features/practice/administration/administration.rules'
import { ORPCError } from '@orpc/client'
import { Radio, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../../../platform/api/api.ts'
import { errorCode } from '../../../../platform/api/errors.ts'
import { Callout } from '../../../../ui/base/Callout.tsx'
import { FormDialog } from '../../../../ui/dialog/FormDialog.tsx'
import { accountName, useAccountCommand, useMailedTexts } from './use-account-command.ts'

/** Changes the role of an account. If the server refuses, lists the data that the account still owns in its old role. */
export function ChangeRoleDialog({ account, onClose }: { account: AccountListItem; onClose: () => void }) {
  const { t } = useTranslation('accounts')
  const name = accountName(account)
  const [role, setRole] = useState(account.role)
  const { textOf, doneOf } = useMailedTexts(name)
  const { run, problem } = useAccountCommand(
    () => api.administration.changeRole({ accountId: account.id, role }),
    doneOf('changeRole'),
    onClose,
  )
  return (
    <FormDialog
      onClose={onClose}
      title={t('changeRole.title', { name })}
      submit={t('act.changeRole')}
      back={t('back')}
      busy={run.isPending}
      onSubmit={() => (role === account.role ? onClose() : run.mutate())}
    >
      <Radio.Group label={t('filter')} value={role} onChange={(value) => setRole(value as typeof role)}>
        <Stack gap="xs" mt="xs">
          {roles.map((one) => (
            <Radio key={one} value={one} label={t(`role.${one}`)} />
          ))}
        </Stack>
      </Radio.Group>
      <Text size="sm">{textOf('changeRole')}</Text>
      {errorCode(run.error) === 'ROLE_IN_USE' ? (
        <Obstacles error={run.error} name={name} />
      ) : (
        problem && (
          <Callout kind="danger" urgent>
            {problem}
          </Callout>
        )
      )}
    </FormDialog>
  )
}

/** Lists the data that the account still owns in its old role. */
function Obstacles({ error, name }: { error: unknown; name: string }) {
  const { t } = useTranslation('accounts')
  const data = error instanceof ORPCError ? (error.data as { obstacles?: unknown[] } | undefined) : undefined
  const known = roleObstacles.filter((obstacle) => data?.obstacles?.includes(obstacle))
  return (
    <Callout kind="danger" urgent title={t('changeRole.inUse', { name })}>
      {known.map((obstacle) => t(`changeRole.obstacle.${obstacle}`)).join(', ')}
    </Callout>
  )
}
