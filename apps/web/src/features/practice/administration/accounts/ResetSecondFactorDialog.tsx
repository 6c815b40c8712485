import type { AccountListItem } from '@attune/contract/features/practice/administration/administration'
import { Text } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, createId, orpc } from '../../../../platform/api/api.ts'
import { errorCode } from '../../../../platform/api/errors.ts'
import { useLocale } from '../../../../platform/settings/use-locale.ts'
import { useSendsEmail } from '../../../../platform/settings/use-sends-email.ts'
import { FormDialog } from '../../../../ui/dialog/FormDialog.tsx'
import { momentInSentence } from '../../../../ui/page/date-text.ts'
import { Callout } from '../../../../ui/base/Callout.tsx'
import { toast } from '../../../../ui/toast/toast.ts'

/** States the consequences of resetting an account's second factor, and starts the reset once the admin confirms. */
export function ResetSecondFactorDialog({ account, onClose }: { account: AccountListItem; onClose: () => void }) {
  const { t } = useTranslation('accounts')
  const cache = useQueryClient()
  const locale = useLocale()
  const sendsEmail = useSendsEmail()
  const [command] = useState(createId)
  const name = account.name || account.email
  const again = () => cache.invalidateQueries({ queryKey: orpc.administration.accounts.key() })
  const begin = useMutation({
    mutationFn: () => api.administration.startFactorReset({ accountId: account.id, command }),
    onSuccess: async ({ takesEffectAt }) => {
      await again()
      toast.success(t('begun', { name, when: momentInSentence(takesEffectAt, locale) }))
      onClose()
    },
    onError: () => void again(),
  })
  return (
    <FormDialog
      danger
      onClose={onClose}
      title={t('resetOf', { name })}
      submit={t('begin')}
      back={t('back')}
      busy={begin.isPending}
      problem={begin.isError && t(errorCode(begin.error) === 'NO_FACTOR' ? 'gone' : 'notDone')}
      onSubmit={() => begin.mutate()}
    >
      <Text size="sm">
        {t(sendsEmail ? 'resetMail' : 'resetNoMail', { name })} {t('consequence')}
      </Text>
      <Callout kind="warning">{t('beSure')}</Callout>
    </FormDialog>
  )
}
