import type { AccountEntry } from '@attune/contract/features/administration'
import { Text } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, newId, query } from '../../platform/api.ts'
import { codeOf } from '../../platform/faults.ts'
import { useReader } from '../../platform/reader.ts'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { momentText } from '../../ui/moment.ts'
import { Note } from '../../ui/Note.tsx'
import { toast } from '../../ui/toast.ts'

/** Asks before starting the reset of an account's second factor, and states the consequences. */
export function ResetFactor({ account, onClose }: { account: AccountEntry; onClose: () => void }) {
  const { t } = useTranslation('accounts')
  const cache = useQueryClient()
  const reader = useReader()
  const [command] = useState(newId)
  const name = account.name || account.email
  const again = () => cache.invalidateQueries({ queryKey: query.administration.accounts.key() })
  const begin = useMutation({
    mutationFn: () => api.administration.startFactorReset({ accountId: account.id, command }),
    onSuccess: async ({ takesEffectAt }) => {
      await again()
      toast.success(t('begun', { name, when: momentText(takesEffectAt, reader) }))
      onClose()
    },
    onError: () => void again(),
  })
  return (
    <FormDialog
      onClose={onClose}
      title={t('resetOf', { name })}
      submit={t('begin')}
      back={t('back')}
      busy={begin.isPending}
      onSubmit={() => begin.mutate()}
    >
      <Text size="sm">{t('consequence', { name })}</Text>
      <Note kind="warning">{t('beSure')}</Note>
      {begin.isError && (
        <Note kind="danger" urgent>
          {t(codeOf(begin.error) === 'NO_FACTOR' ? 'gone' : 'notDone')}
        </Note>
      )}
    </FormDialog>
  )
}
