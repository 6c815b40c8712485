import { Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useErrorMessage } from '../../../../ui/base/use-error-message.ts'
import { FormDialog } from '../../../../ui/dialog/FormDialog.tsx'
import { FormError } from '../../../../ui/base/FormError.tsx'

type Props = { words: 'rotating' | 'removing' | 'ending'; name?: string; act: () => Promise<void>; onClose: () => void }

/** Asks for confirmation before an irreversible action on a feed or an imported calendar. */
export function ConfirmFeedActionDialog({ words, name = '', act, onClose }: Props) {
  const { t } = useTranslation('feeds')
  const errorWords = useErrorMessage()
  const run = useMutation({ mutationFn: act, onSuccess: onClose })
  return (
    <FormDialog
      onClose={onClose}
      title={t(`${words}.title`, { name })}
      submit={t(`${words}.submit`)}
      back={t(`${words}.back`)}
      busy={run.isPending}
      danger
      onSubmit={() => run.mutate()}
    >
      <Text size="sm">{t(`${words}.text`)}</Text>
      {run.isError && <FormError>{errorWords(run.error)}</FormError>}
    </FormDialog>
  )
}
