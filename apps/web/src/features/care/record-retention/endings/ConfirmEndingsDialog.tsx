import type { RecordEnding } from '@attune/contract/features/care/record-retention/record-retention'
import { leastInvoiceYears } from '@attune/contract/features/care/record-retention/kept-periods.rules'
import { Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api } from '../../../../platform/api/api.ts'
import { FormDialog } from '../../../../ui/dialog/FormDialog.tsx'
import { toast } from '../../../../ui/toast/toast.ts'
import { useEndingRefusalText, useInvalidateEndings } from './use-record-endings.ts'

type Props = { records: readonly RecordEnding[]; onClose: () => void }

/** Asks for confirmation of the erasure of records, and lists the data that is erased and the data that stays. */
export function ConfirmEndingsDialog({ records, onClose }: Props) {
  const { t } = useTranslation('recordEndings')
  const changed = useInvalidateEndings()
  const refusal = useEndingRefusalText()
  const count = records.length
  const confirm = useMutation({
    mutationFn: () =>
      api.recordRetention.confirmEndings({
        records: records.map(({ clientId, keptUntil }) => ({ clientId, keptUntil })),
      }),
    onSuccess: () => {
      toast.success(t('confirm.done', { count }))
      onClose()
    },
    onSettled: changed,
  })
  const [first] = records
  return (
    <FormDialog
      title={count === 1 && first ? t('confirm.titleOf', { name: first.name }) : t('confirm.title', { count })}
      submit={t('confirm.submit', { count })}
      back={t('back')}
      busy={confirm.isPending}
      danger
      problem={confirm.isError && refusal(confirm.error)}
      onClose={onClose}
      onSubmit={() => confirm.mutate()}
    >
      <Text size="sm">{t('confirm.text', { count })}</Text>
      <Text size="sm">{t('confirm.stays', { years: leastInvoiceYears })}</Text>
      <Text size="sm" c="dimmed">
        {t('confirm.undo')}
      </Text>
    </FormDialog>
  )
}
