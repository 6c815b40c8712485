import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, createId, orpc } from '../../../../platform/api/api.ts'
import { errorCode } from '../../../../platform/api/errors.ts'
import { queryClient } from '../../../../platform/query/query-client.ts'
import { FormDialog } from '../../../../ui/dialog/FormDialog.tsx'
import { toast } from '../../../../ui/toast/toast.ts'
import classes from '../overview/Contacts.module.css'
import dialog from './DuplicatesDialog.module.css'
import { RecordSummary, recordLink } from './RecordSummary.tsx'
import { useInvalidateClients } from '../use-client-updates.ts'
import type { RecordMerge } from './record-merge.ts'

type Props = { merge: RecordMerge; here: string; onClose: () => void }

const refusals = {
  NOT_EMPTY: 'merge.notEmpty',
  BOTH_CONNECTED: 'duplicate.bothConnected',
  NOT_FOUND: 'merge.gone',
} as const

/**
 * Merges two records after a confirmation. Shows both records, and explains which data of the removed record `goes` fills gaps in the record `stays`
 * and that the rest is lost. `here` is the id of the open record.
 */
export function MergeDialog({ merge: { goes, stays }, here, onClose }: Props) {
  const { t } = useTranslation('record')
  const changed = useInvalidateClients()
  const navigate = useNavigate()
  const [command] = useState(createId)
  const merge = useMutation({
    mutationFn: () => api.client.merge({ id: goes.id, into: stays.id, command }),
    onSuccess: async (after) => {
      queryClient.setQueryData(orpc.client.get.queryKey({ input: { id: stays.id } }), after)
      toast.success(t('merge.done'))
      onClose()
      // Leaves the page of the removed record before its query is refetched.
      if (here !== stays.id) await navigate({ ...recordLink(stays.id), replace: true })
      queryClient.removeQueries({ queryKey: orpc.client.get.queryKey({ input: { id: goes.id } }) })
      await changed()
    },
    onError: () => void changed(),
  })
  const name = stays.firstName
  const refusal = merge.error && (refusals[errorCode(merge.error) as keyof typeof refusals] ?? 'duplicate.failed')
  return (
    <FormDialog
      title={t('merge.title')}
      submit={t('merge.submit')}
      back={t('merge.back')}
      busy={merge.isPending}
      danger
      onClose={onClose}
      problem={refusal && t(refusal)}
      onSubmit={() => merge.mutate()}
    >
      {(['goes', 'stays'] as const).map((one) => (
        <div key={one}>
          <div className={dialog.role}>{t(`merge.${one}`)}</div>
          <RecordSummary double={one === 'goes' ? goes : stays} />
        </div>
      ))}
      <ul className={classes.facts}>
        {goes.hasAccount && <li>{t('merge.account', { name })}</li>}
        <li>{t('merge.lacks')}</li>
        <li>{t('merge.lost')}</li>
        <li>{t('merge.final')}</li>
      </ul>
    </FormDialog>
  )
}
